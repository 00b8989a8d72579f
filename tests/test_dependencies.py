"""What is installed is what the locks name, with hashes, and all of it may be passed on."""

import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
# Builds of torch differ by index, and with them what they bring (`make lock`).
BUILDS = re.compile(r"torch|triton|cuda-.*|nvidia-.*")
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
        if not BUILDS.fullmatch(name):
            waiting += map(Requirement, importlib.metadata.requires(name) or [])
    return names


@pytest.mark.parametrize("name", ["requirements", "requirements-test"])
def test_a_lock_names_every_package_with_hashes(name: str) -> None:
    lock = ROOT / f"{name}.lock"
    locked = pins(lock)
    requirements = direct(ROOT / f"{name}.txt")
    for requirement in requirements:
        if not BUILDS.fullmatch(requirement.name):
            assert requirement.specifier.contains(*locked[canonicalize_name(requirement.name)]), requirement
    assert {each for each in needed(requirements) if not BUILDS.fullmatch(each)} <= locked.keys()
    assert not any(BUILDS.fullmatch(each) for each in locked)
    entries = re.split(r"\n(?=\w)", lock.read_text(encoding="utf-8"))
    assert all("--hash=sha256:" in entry for entry in entries if re.match(r"[\w.-]+==", entry))


def test_installed_packages_agree_with_each_other() -> None:
    done = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


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
    for name in ("bertviz", "mpld3", "streamlit"):
        assert name in notice.lower()
    assert f"bertviz {importlib.metadata.version('bertviz')}" in notice
    assert "Copyright (c) Microsoft Corporation" in notice
    for licence in re.findall(r"LICENSES/[\w.-]+\.txt", notice):
        assert (ROOT / licence).is_file()
