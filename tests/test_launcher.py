"""The launcher makes an environment once, and again when the requirements change. Nothing is really installed here."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import launch


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """A clone with small requirements, where commands are noted instead of run; a new environment gets its Python."""
    noted: list[list[str]] = []

    def note(command: list[str]) -> int:
        noted.append(command)
        if "venv" in command:
            launch.tool("python").parent.mkdir(parents=True, exist_ok=True)
            launch.tool("python").touch()
        return 0

    monkeypatch.setattr(launch, "ROOT", tmp_path)
    monkeypatch.setattr(launch, "execute", note)
    monkeypatch.setattr(launch, "become", note)
    monkeypatch.setattr(launch.shutil, "which", lambda name: None if name == "npm" else name)
    (tmp_path / "package-lock.json").write_text("{}", encoding="utf-8")
    (tmp_path / launch.RUN).write_text("streamlit==1\ntorch==2\n", encoding="utf-8")
    (tmp_path / launch.TEST).write_text("-r requirements.txt\npytest==1\n", encoding="utf-8")
    for name in (launch.RUN, launch.TEST):
        (tmp_path / launch.lock(name)).write_text("streamlit==1 --hash=sha256:0\n", encoding="utf-8")
    return noted


WORDS = ("compileall", "venv", "pip", "server.workers", "pytest", "ruff", "mypy", "lint-imports")


def kinds(commands: list[list[str]]) -> list[str]:
    """What each command does, in a word."""
    return [
        next(word for word in WORDS if word in line)
        for line in (" ".join([Path(command[0]).name, *command[1:]]) for command in commands)
    ]


def test_first_run_makes_the_environment(commands: list[list[str]]) -> None:
    assert launch.main(["run", "--server.port", "9000"]) == 0
    assert kinds(commands) == ["venv", "pip", "pip", "compileall", "server.workers"]
    assert commands[1][-4:] == ["--no-deps", "--require-hashes", "-r", "requirements.lock"]
    assert commands[2][-1] == "torch==2"
    assert commands[-1][-3:] == ["components.server.workers", "--server.port", "9000"]


def test_second_run_asks_for_no_network(commands: list[list[str]]) -> None:
    launch.main(["run"])
    commands.clear()
    assert launch.main(["run"]) == 0
    assert kinds(commands) == ["server.workers"]


def test_changed_requirements_are_installed(commands: list[list[str]], tmp_path: Path) -> None:
    launch.main(["run"])
    commands.clear()
    (tmp_path / launch.RUN).write_text("streamlit==2\ntorch==2\n", encoding="utf-8")
    launch.main(["run"])
    assert kinds(commands) == ["pip", "pip", "compileall", "server.workers"]


def test_changed_hashes_are_installed(commands: list[list[str]], tmp_path: Path) -> None:
    launch.main(["run"])
    commands.clear()
    (tmp_path / launch.lock(launch.RUN)).write_text("streamlit==1 --hash=sha256:1\n", encoding="utf-8")
    launch.main(["run"])
    assert kinds(commands) == ["pip", "pip", "compileall", "server.workers"]


def test_test_environment_serves_run_as_well(commands: list[list[str]]) -> None:
    assert launch.main(["test"]) == 0
    *installed, first, second, third, fourth, last = kinds(commands)
    assert installed == ["venv", "pip", "pip", "compileall"]
    assert sorted([first, second, third, fourth]) == ["lint-imports", "mypy", "ruff", "ruff"]  # mypy beside the others
    assert last == "pytest"
    commands.clear()
    launch.main(["run"])
    assert kinds(commands) == ["server.workers"]


def test_run_environment_lacks_the_tests(commands: list[list[str]]) -> None:
    launch.main(["run"])
    commands.clear()
    launch.main(["check"])
    assert kinds(commands)[0] == "pip"
    assert "pytest" not in kinds(commands)


def test_arguments_go_to_pytest_alone(commands: list[list[str]]) -> None:
    launch.main(["test", "tests/pages", "-x"])
    assert kinds(commands) == ["venv", "pip", "pip", "compileall", "pytest"]
    assert commands[-1][-2:] == ["tests/pages", "-x"]


def test_the_quick_run_leaves_out_what_a_browser_does(commands: list[list[str]]) -> None:
    launch.main(["test"])
    assert any("not browser" in word for word in commands[-1])
    launch.main(["test", "--all"])
    assert "-m" not in commands[-1][3:]
    assert kinds(commands)[-1] == "pytest"


def test_the_fast_run_opens_every_view_and_no_more_pages(commands: list[list[str]]) -> None:
    assert launch.main(["test", "--fast"]) == 0
    assert "pytest" in kinds(commands)
    assert {"ruff", "mypy", "lint-imports"}.isdisjoint(kinds(commands))
    assert "not thorough" in launch.FAST[1]
    assert "not page or first_look" in launch.FAST[1]


def test_failed_install_is_told_and_tried_again(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    note = launch.execute
    monkeypatch.setattr(launch, "execute", lambda command: note(command) or int("pip" in command))
    assert "PIP_FIND_LINKS" in str(launch.main(["run"]))
    assert "server.workers" not in kinds(commands)
    monkeypatch.setattr(launch, "execute", note)
    commands.clear()
    assert launch.main(["run"]) == 0
    assert kinds(commands) == ["venv", "pip", "pip", "compileall", "server.workers"]


def test_environment_whose_python_is_gone_is_made_anew(commands: list[list[str]], tmp_path: Path) -> None:
    launch.main(["run"])
    (tmp_path / ".venv" / "pyvenv.cfg").touch()
    launch.tool("python").unlink()
    commands.clear()
    launch.main(["run"])
    assert "--clear" in commands[0]


def test_failed_check_fails_the_test(commands: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    note = launch.execute
    monkeypatch.setattr(launch, "execute", lambda command: note(command) or int("mypy" in command[0]))
    assert launch.main(["test"]) == "Failed: mypy"
    assert kinds(commands)[-1] == "pytest"


@pytest.mark.parametrize(("alone", "result"), [(0, 0), (1, "Failed: mypy")])
def test_types_are_checked_in_one_process_if_the_workers_of_mypy_fail(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, alone: int, result: object
) -> None:
    note = launch.execute

    def busy(command: list[str]) -> int:
        note(command)
        if "mypy" not in command[0]:
            return 0
        return alone if "--num-workers" in command else launch.MYPY_BROKEN

    monkeypatch.setattr(launch, "execute", busy)
    assert launch.main(["test"]) == result
    assert kinds(commands).count("mypy") == 2


@pytest.fixture
def npm(commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Node.js is installed, and its packages can be had."""
    note = launch.execute

    def install(command: list[str]) -> int:
        if command[:2] == ["npm", "ci"]:
            (tmp_path / "node_modules").mkdir(exist_ok=True)
        return note(command)

    monkeypatch.setattr(launch.shutil, "which", lambda name: name)
    monkeypatch.setattr(launch, "execute", install)


@pytest.mark.usefixtures("npm")
def test_scripts_are_checked_where_node_is_installed(commands: list[list[str]], tmp_path: Path) -> None:
    def npm_commands() -> list[str]:
        return [command[1] for command in commands if command[0] == "npm"]

    assert launch.check_scripts() == 0
    assert npm_commands() == ["ci", "run"]
    commands.clear()
    launch.check_scripts()
    assert npm_commands() == ["run"]
    (tmp_path / "package-lock.json").write_text("{ }", encoding="utf-8")
    commands.clear()
    launch.check_scripts()
    assert npm_commands() == ["ci", "run"]


@pytest.mark.usefixtures("npm")
def test_without_network_the_rest_is_checked_and_ci_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "execute", lambda command: int(command[:2] == ["npm", "ci"]))
    monkeypatch.delenv("CI", raising=False)
    assert launch.check_scripts() == 0
    monkeypatch.setenv("CI", "true")
    assert launch.check_scripts() == 1


BROWSER_TEST = """
import pathlib, pytest
@pytest.mark.browser
def test_page():
    first = not pathlib.Path("tried").exists()
    pathlib.Path("tried").touch()
    assert not first
"""
OTHER_TEST = "def test_number(): assert {sum} == 2"


@pytest.fixture
def suite(commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A clone whose tests are really run; checks and installations are noted only."""
    note = launch.execute

    def execute(command: list[str]) -> int:
        note(command)
        if "pytest" not in command:
            return 0
        arguments = command[command.index("pytest") :]
        return subprocess.run([sys.executable, "-m", *arguments], cwd=tmp_path, check=False).returncode

    monkeypatch.setattr(launch, "execute", execute)
    monkeypatch.setattr(launch, "SIDE_BY_SIDE", ())
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  browser\n  slow\n  thorough\n", encoding="utf-8")
    profile = "from hypothesis import settings\nsettings.register_profile('full')\n"
    (tmp_path / "conftest.py").write_text(profile, encoding="utf-8")
    return tmp_path


@pytest.mark.thorough
def test_browser_test_that_passes_alone_is_listed_as_flaky(
    commands: list[list[str]], suite: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(launch, "SIDE_BY_SIDE", ("-n", "2", "--dist", "loadfile"))  # what failed is noted there too
    (suite / "test_page.py").write_text(BROWSER_TEST, encoding="utf-8")
    (suite / "test_number.py").write_text(OTHER_TEST.format(sum="1 + 1"), encoding="utf-8")
    assert launch.main(["test", "--all"]) == 0
    assert "test_page.py::test_page" in capsys.readouterr().out
    assert kinds(commands)[-2:] == ["pytest", "pytest"]


@pytest.mark.thorough
def test_other_failures_are_not_excused(
    commands: list[list[str]], suite: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (suite / "test_page.py").write_text(BROWSER_TEST, encoding="utf-8")
    (suite / "test_number.py").write_text(OTHER_TEST.format(sum="1 + 2"), encoding="utf-8")
    assert launch.main(["test", "--all"]) == "Failed: pytest"
    output = capsys.readouterr().out
    assert "test_page.py::test_page" in output
    assert "test_number" not in output


@pytest.mark.thorough
def test_browser_test_that_fails_again_fails(commands: list[list[str]], suite: Path) -> None:
    (suite / "test_page.py").write_text(BROWSER_TEST.replace("not first", "False"), encoding="utf-8")
    assert launch.main(["test", "--all"]) == "Failed: pytest"


@pytest.mark.thorough
def test_failures_of_an_earlier_run_do_not_count(commands: list[list[str]], suite: Path) -> None:
    (suite / "test_number.py").write_text(OTHER_TEST.format(sum="1 + 1"), encoding="utf-8")
    stale = suite / launch.FAILURES
    stale.parent.mkdir(parents=True)
    stale.write_text('{"test_gone.py::test_gone": true}', encoding="utf-8")
    (suite / "test_page.py").write_text(BROWSER_TEST, encoding="utf-8")
    assert launch.main(["test", "--all"]) == 0


def test_many_failures_are_no_accident(commands: list[list[str]], suite: Path) -> None:
    cases = f"@pytest.mark.parametrize('case', range({launch.FLAKY_LIMIT + 1}))\ndef test_page(case):"
    (suite / "test_page.py").write_text(
        BROWSER_TEST.replace("def test_page():", cases).replace('"tried"', 'f"tried{case}"'), encoding="utf-8"
    )
    assert launch.main(["test", "--all"]) == "Failed: pytest"
    assert kinds(commands).count("pytest") == 1


def test_missing_browser_is_said(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert launch.main(["test", "--all"]) == 0
    assert "browser tests are left out" in capsys.readouterr().out
    assert kinds(commands)[-1] == "pytest"


def test_old_python_is_refused(commands: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "sys", SimpleNamespace(version_info=(3, 9, 2), version="3.9.2 (default)"))
    assert launch.main(["run"]) == "Riverbank needs Python 3.11 or newer; this is 3.9.2."
    assert commands == []


def test_a_site_needs_no_test_requirements_and_is_written_where_the_visitor_is(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert launch.main(["site", "out", "--model", "pocket-bert"]) == 0
    assert commands[1][-1] == launch.lock(launch.RUN)
    assert commands[-1][1:] == ["-m", "pages.site", str(tmp_path / "elsewhere" / "out"), "--model", "pocket-bert"]
    assert not any(launch.lock(launch.TEST) in command for command in commands)


@pytest.mark.parametrize("arguments", [[], ["dance"], ["site"], ["--help"]])
def test_usage(arguments: list[str], commands: list[list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    assert launch.main(arguments) == (0 if arguments == ["--help"] else 2)
    assert "launch.py run" in capsys.readouterr().out
    assert commands == []


@pytest.mark.skipif(os.name != "posix", reason="stands in for programs with shell scripts")
def test_it_works_from_another_folder(tmp_path: Path) -> None:
    clone = tmp_path / "a clone"
    (clone / ".venv" / "bin").mkdir(parents=True)
    for name in ("launch.py", launch.RUN, launch.lock(launch.RUN)):
        shutil.copy(launch.ROOT / name, clone)
    python = clone / ".venv" / "bin" / "python"
    python.write_text('#!/bin/sh\necho "$PWD" "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    (clone / ".venv" / f"{launch.RUN}.sha256").write_text(launch.digest(launch.RUN), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(clone / "launch.py"), "run", "--x"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == f"{clone} -m components.server.workers --x"
