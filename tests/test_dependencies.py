"""What is installed is what the locks name, with hashes, and all of it may be passed on."""

import importlib.metadata
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.test_architecture import imported, python_files

ROOT = Path(__file__).resolve().parents[1]
# Builds of torch differ by index, and with them what they bring (`make lock`).
BUILDS = re.compile(r"torch|triton|cuda-.*|nvidia-.*")
# What the locks take packages to require, where that is not what they say: only the scripts of bertviz are read.
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
REPLACED: dict[str, list[str]] = {
    package["name"]: package["requires-dist"] for package in PROJECT["tool"]["uv"]["dependency-metadata"]
}
# What single modules import besides, which those who use them install.
OPTIONAL = {
    "components/server/fonts/reduce_fonts.py": {"fontTools"},
    "riverbank/widgets.py": {"anywidget", "traitlets"},
}
# Licences that let anybody pass the packages on with a notice. None of them reaches into Riverbank's own licence.
PERMISSIVE = re.compile(
    r"MIT|BSD|0BSD|Apache|ISC|PSF|Python Software Foundation|MPL|Mozilla|Zlib|CC0|CNRI", re.IGNORECASE
)
UNNAMED = {"umap-learn"}  # its metadata say "OSI Approved"; its LICENSE.txt is BSD-3-Clause


def pins(lock: Path) -> dict[str, set[str]]:
    """Versions by package; more than one where they differ by Python."""
    versions: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==([^\s;]+)", lock.read_text(encoding="utf-8"), re.MULTILINE):
        versions.setdefault(canonicalize_name(name), set()).add(version)
    return versions


def direct(file: Path) -> list[Requirement]:
    """The requirements of a file, without those of the files that it includes."""
    lines = (line.partition("#")[0].strip() for line in file.read_text(encoding="utf-8").splitlines())
    return [Requirement(line) for line in lines if line and not line.startswith("-")]


def entries_here(lock: Path) -> set[str]:
    """Names of the packages that a lock has for this Python and platform."""
    entries = re.findall(r"^[\w.-]+==[^\\\n]+", lock.read_text(encoding="utf-8"), re.MULTILINE)
    requirements = map(Requirement, entries)
    return {canonicalize_name(entry.name) for entry in requirements if not entry.marker or entry.marker.evaluate()}


def needed(requirements: list[Requirement]) -> set[str]:
    """Names of all packages that the requirements bring into this environment."""
    names: set[str] = set()
    waiting = list(requirements)
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name in names or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        names.add(name)
        if name == "torch" or not BUILDS.fullmatch(name):
            waiting += map(Requirement, REPLACED.get(name, importlib.metadata.requires(name) or []))
    return names


@pytest.mark.parametrize("name", ["requirements", "requirements-test"])
def test_a_lock_names_every_package_that_is_needed_and_no_other_with_hashes(name: str) -> None:
    lock = ROOT / f"{name}.lock"
    locked = pins(lock)
    requirements = [each for file in {"requirements", name} for each in direct(ROOT / f"{file}.txt")]
    for requirement in requirements:
        if not BUILDS.fullmatch(requirement.name):
            assert requirement.specifier.contains(*locked[canonicalize_name(requirement.name)]), requirement
    assert {each for each in needed(requirements) if not BUILDS.fullmatch(each)} == entries_here(lock)
    assert not any(BUILDS.fullmatch(each) for each in locked)
    entries = re.split(r"\n(?=\w)", lock.read_text(encoding="utf-8"))
    assert all("--hash=sha256:" in entry for entry in entries if re.match(r"[\w.-]+==", entry))


def test_installed_packages_agree_with_each_other() -> None:
    done = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    incomplete = rf"(?:{'|'.join(REPLACED)}) \S+ requires \S+, which is not installed\."
    lines = [line for line in done.stdout.splitlines() if not re.fullmatch(incomplete, line)]
    assert lines in ([], ["No broken requirements found."])


def test_the_app_imports_only_what_the_lock_names() -> None:
    distributions = importlib.metadata.packages_distributions()
    available = pins(ROOT / "requirements.lock").keys() | {"torch"}
    ours = {"app", "launch", "pages", "components", "cache", "riverbank", "_typeshed"}  # the last is for type checkers
    files = [*python_files("pages", "components", "cache", "riverbank"), ROOT / "app.py", ROOT / "launch.py"]
    for path in files:
        if "snippets" in path.parts:
            continue  # read as text: visitors run it where they like
        names = {name.partition(".")[0] for name in imported(path)} - sys.stdlib_module_names - ours
        for name in names - OPTIONAL.get(path.relative_to(ROOT).as_posix(), set()):
            assert available & {canonicalize_name(each) for each in distributions[name]}, (path, name)


def test_every_package_may_be_passed_on() -> None:
    for name in needed(direct(ROOT / "requirements.txt")) - UNNAMED:
        about = importlib.metadata.metadata(name)
        classifiers = "; ".join(line for line in about.get_all("Classifier") or [] if line.startswith("License ::"))
        licence = about.get("License-Expression") or classifiers or about.get("License") or ""
        assert PERMISSIVE.search(licence), (name, licence)
        assert not re.search(r"\b(?:A|L)?GPL", licence), (name, licence)


def test_the_notice_names_what_other_people_made() -> None:
    notice = " ".join((ROOT / "NOTICE").read_text(encoding="utf-8").split())
    sources = " ".join((ROOT / "training" / "sources.md").read_text(encoding="utf-8").split()).partition(": ")[2]
    for name in re.findall(r"([^,()]+?) \(", sources):
        words = re.sub(r"^(?:and|the) ", "", name.strip()).replace("'s", "").split()
        assert words[-1].lower() in notice.lower(), name
    for name in ("bertviz", "d3", "streamlit"):
        assert name in notice.lower()
    assert f"bertviz {importlib.metadata.version('bertviz')}" in notice
    assert "Copyright (c) Microsoft Corporation" in notice
    for licence in re.findall(r"LICENSES/[\w.-]+\.txt", notice):
        assert (ROOT / licence).is_file()
