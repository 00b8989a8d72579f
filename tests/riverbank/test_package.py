"""What is installed: a wheel that works away from its clone, and that imports no Streamlit."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
BUILT_FROM = ("pyproject.toml", "README.md", "LICENSE", "NOTICE", "LICENSES", "riverbank", "cache", "components")
_USE = """
import sys
import riverbank

for model in ("minilm", "pocket-bert"):
    results = (
        riverbank.fill("The [MASK] barked.", model=model),
        riverbank.attention("The cat sat.", model=model),
        riverbank.river("The bank was wet.", "bank", model=model),
        riverbank.patch("The keys [MASK] here.", "The key [MASK] here.", model=model),
        riverbank.machine("The [MASK] barked.", model=model),
    )
    assert all(len(result._repr_html_()) > 10_000 for result in results)
try:
    riverbank.fill("The [MASK] barked.", model="pocket-distilbert")
except riverbank.UserError as error:
    assert "clone" in str(error)
else:
    raise AssertionError("this model is not in the package")
assert not {"streamlit", "altair"} & sys.modules.keys()
print(riverbank.__file__)
"""


@pytest.mark.thorough
def test_importing_it_imports_no_streamlit() -> None:
    code = "import sys, riverbank; sys.exit(bool({'streamlit', 'altair'} & sys.modules.keys()))"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=100)


def test_the_app_runs_on_versions_that_the_package_allows() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pins = dict(re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / "requirements.txt").read_text("utf-8"), re.MULTILINE))
    for requirement in map(Requirement, project["dependencies"]):
        assert requirement.specifier.contains(pins[requirement.name]), requirement


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source, made = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in BUILT_FROM:  # a build leaves folders behind where it is made
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "models"))
        else:
            shutil.copy(ROOT / name, source / name)
    command = [sys.executable, "-m", "pip", "wheel", ".", "--no-deps", "--no-build-isolation", "--wheel-dir", str(made)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = made.glob("*.whl")
    return built


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_wheel_holds_what_the_package_needs_and_no_more(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names if ".dist-info" not in name}
    assert tops == {"riverbank", "cache", "components"}
    weights = {name for name in names if name.endswith(".safetensors")}
    assert weights == {f"cache/pocket/{name}/model.safetensors" for name in ("minilm", "bert")}
    assert not any(re.search(r"(^|/)(pages|tests|training|classroom)/", name) for name in names)
    assert any(name.endswith("licenses/NOTICE") for name in names)
    assert 50e6 < wheel.stat().st_size < 58e6  # docs/package.md says how large it is


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_installed_package_works_away_from_its_clone(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "installed"
    install = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", str(place), str(wheel)]
    subprocess.run(install, capture_output=True, check=True)
    done = subprocess.run(
        [sys.executable, "-c", _USE],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(place)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(place / "riverbank" / "__init__.py")
