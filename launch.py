"""Riverbank from a bare clone: `python3 launch.py run` starts the app, `python3 launch.py test` passes its tests.

Only the standard library is used. The environment is in `.venv` beside this file and is updated when the requirements
have changed; otherwise nothing uses the network. Arguments after the verb go to Streamlit or pytest.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent
RUN, TEST = "requirements.txt", "requirements-test.txt"
SCRIPT_CHECK = "npm run check"
CHECKS = ("ruff check .", "ruff format --check .", "lint-imports --no-logo")
TYPES = "mypy"
MYPY_BROKEN = 2  # its exit status where it could not check at all; 1: there are type errors
say = functools.partial(print, flush=True)  # at once, also into a pipe
# Tests of one file stay together, since they share servers; more processes than this wait for each other.
SIDE_BY_SIDE = ("-n", str(min(4, os.cpu_count() or 1)), "--dist", "loadfile")
# What `launch.py test` leaves to `--all` and to continuous integration.
QUICK_MARKS = "not slow and not browser and not thorough"
IN_A_BROWSER = ("--ignore=tests/browser", "--ignore=tests/journeys")  # all of these drive one
QUICK = ("-m", QUICK_MARKS, *IN_A_BROWSER)
# Of the tests that open pages, only the one that opens every view.
FAST = ("-m", f"{QUICK_MARKS} and (not page or first_look)", *IN_A_BROWSER)
# All examples of Hypothesis, and the slowest tests at the end.
FULL = ("--hypothesis-profile=full", "--durations=50")
# Where pytest stores the failed tests. On a busy machine browser tests are flaky, but no more than this many at once.
FAILURES = Path(".pytest_cache", "v", "cache", "lastfailed")
FLAKY_LIMIT = 10
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
RARELY_IMPORTED = r"[\\/](tests|sympy|networkx|transformers[\\/]models)[\\/]"  # about half of all code
PIP_FAILED = """pip could not install everything; its message is above. The same command tries again.
Without internet, give pip a folder of wheels: set PIP_NO_INDEX=1 and PIP_FIND_LINKS=that folder."""
USAGE = """usage: python3 launch.py run [Streamlit options]   make the environment and start the app
       python3 launch.py run --workers N [--proxy nginx|caddy] [Streamlit options]   the same in N processes; without it
                                                   the machine decides
       python3 launch.py site OUT [--model pocket-bert]   write views as a folder for any web host
       python3 launch.py test                      make the environment, check the code and run the quick tests
       python3 launch.py test --fast               run the fast ones of these, without the checks
       python3 launch.py test --all                the same with all tests, also those that drive a browser
       python3 launch.py test [pytest options]     run pytest with these options, without the checks
       python3 launch.py check                     make the environment and check the code"""


def main(arguments: list[str]) -> int | str:
    """Run the command in the first argument. Returns the exit status, or an error message."""
    if sys.version_info < (3, 11):  # noqa: UP036  (the one file that an older Python may meet)
        return f"Riverbank needs Python 3.11 or newer; this is {sys.version.split()[0]}."
    verb, extra = (arguments[0], arguments[1:]) if arguments else ("", [])
    if verb not in {"run", "site", "test", "check"} or (verb == "site" and not extra):
        say(USAGE)
        return 0 if verb in {"-h", "--help"} else 2
    problem = prepare(RUN if verb in {"run", "site"} else TEST)
    if problem:
        return problem
    if verb == "site":
        say("Writing the site, which takes about a minute.")
        return become(module("pages.site", str(Path(extra[0]).absolute()), *extra[1:]))
    if verb == "run":
        say("Starting Riverbank. Open the address below in a browser; Ctrl+C stops it.")
        return become(module("components.server.workers", *extra))
    everything = extra == ["--all"]
    extra = [] if everything else [*SIDE_BY_SIDE, *FAST] if extra == ["--fast"] else extra
    failed = [] if verb == "test" and extra else run_checks()
    if verb == "test":
        if everything and not chromium():
            say(f"No Chromium found ({', '.join(CHROMIUMS)}): the browser tests are left out, the rest runs.")
        options = extra or ["--cache-clear", *SIDE_BY_SIDE, *(FULL if everything else QUICK)]
        if execute(module("pytest", *options)) and (extra or not flaky()):
            failed.append("pytest")
    return f"Failed: {', '.join(failed)}" if failed else 0


def run_checks() -> list[str]:
    """Run the static checks, mypy beside the others since it takes longest. Returns those that failed."""
    with ThreadPoolExecutor(max_workers=1) as beside:
        types = beside.submit(check_types)
        failed = [line for line in CHECKS if check(line)]
        if check_scripts():
            failed.append(SCRIPT_CHECK)
        return [*failed, TYPES] if types.result() else failed


def check(line: str) -> int:
    """Run one of the static checks. Returns its exit status."""
    say(f"-- {line}")
    name, *options = line.split()
    return execute([str(tool(name)), *options])


def check_types() -> int:
    """Run mypy; in one process if its workers fail. Returns the exit status."""
    if (status := check(TYPES)) != MYPY_BROKEN:
        return status
    say("mypy's workers have three seconds to start, too few on a busy machine: once more without them.")
    return check(f"{TYPES} --num-workers 0")


def check_scripts() -> int:
    """Check the browser's scripts, where Node.js is installed. Returns the exit status."""
    npm, packages = shutil.which("npm"), ROOT / "package-lock.json"
    if npm is None:
        say("No Node.js found: the browser's scripts are not checked, the rest is.")
        return 0
    say(f"-- {SCRIPT_CHECK}")
    done = ROOT / "node_modules" / "package-lock.sha256"
    wanted = hashlib.sha256(packages.read_bytes()).hexdigest()
    if not done.exists() or done.read_text(encoding="utf-8") != wanted:
        if execute([npm, "ci", "--no-fund", "--no-audit"]):
            say("npm could not install the checks of the browser's scripts; its message is above.")
            return int("CI" in os.environ)  # without a network the rest can still be checked
        done.write_text(wanted, encoding="utf-8")
    return execute([npm, "run", "--silent", "check"])


def flaky() -> bool:
    """Rerun the failed browser tests alone. Returns whether all failed tests pass then."""
    before = failures()
    if not 0 < len(before) <= FLAKY_LIMIT:
        return False
    say("-- once more, alone: the browser tests that failed")
    execute(module("pytest", "--last-failed", "-m", "browser and not slow"))
    after = failures()
    passed = sorted(before - after)
    if passed:
        say("Flaky, failed at first and passed alone:", *passed, sep="\n  ")
    return not after


def failures() -> set[str]:
    """The tests that pytest has recorded as failed."""
    noted = ROOT / FAILURES
    return set(json.loads(noted.read_text(encoding="utf-8"))) if noted.exists() else set()


def chromium() -> str | None:
    """The path of a browser for the browser tests; None if there is none."""
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


def prepare(requirements: str) -> str:
    """Create or update the environment for a requirements file. Returns an error message, or an empty string."""
    python, done = tool("python"), stamp(requirements)
    if python.exists() and done.exists() and done.read_text(encoding="utf-8") == digest(requirements):
        return ""
    if not python.exists() or not stamp(RUN).exists():  # also repairs an environment whose creation was interrupted
        say("Making the environment in .venv")
        broken = (ROOT / ".venv" / "pyvenv.cfg").exists() and not python.exists()
        if execute([sys.executable, "-m", "venv", *(["--clear"] if broken else []), str(ROOT / ".venv")]):
            return "The environment could not be made. On Debian and Ubuntu: apt install python3-venv"
    say(f"Installing {requirements}. This happens once and takes some minutes.")
    for name in (RUN, TEST):
        stamp(name).unlink(missing_ok=True)
    # First what has hashes, then torch and what it brings: its builds differ by index (see `make lock`). No warning:
    # the locks leave out what bertviz requires, on purpose.
    install = module("pip", "install", "--disable-pip-version-check", "--no-compile")
    if execute([*install, "--no-deps", "--require-hashes", "-r", lock(requirements)]):
        return PIP_FAILED
    if execute([*install, "--no-warn-conflicts", torch()]):
        return PIP_FAILED
    # pip would compile all files, one after the other. What is left out here is compiled when it is first imported.
    execute(module("compileall", "-qq", "-j", "0", "-x", RARELY_IMPORTED, ".venv"))
    for name in {RUN, requirements}:
        stamp(name).write_text(digest(name), encoding="utf-8")
    return ""


def torch() -> str:
    """The pinned torch, as pip takes it."""
    lines = (ROOT / RUN).read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith("torch=="))


def lock(requirements: str) -> str:
    """The name of the lock file of a requirements file, with versions and hashes of all packages."""
    return requirements.replace(".txt", ".lock")


def digest(requirements: str) -> str:
    """A hash of a requirements file, the run-time one, which every other includes, and their lock files."""
    names = sorted({RUN, lock(RUN), requirements, lock(requirements)})
    return hashlib.sha256(b"".join((ROOT / name).read_bytes() for name in names)).hexdigest()


def stamp(requirements: str) -> Path:
    """The file with the hash of the installed requirements."""
    return ROOT / ".venv" / f"{requirements}.sha256"


def tool(name: str) -> Path:
    """Path of a program in the environment."""
    return ROOT / ".venv" / (f"Scripts/{name}.exe" if os.name == "nt" else f"bin/{name}")


def module(*words: str) -> list[str]:
    """The command that runs a module with the environment's Python."""
    return [str(tool("python")), "-m", *words]


def execute(command: list[str]) -> int:
    """Run a command in the repository's folder. Returns its exit status."""
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def become(command: list[str]) -> int:
    """Replace this process by a command, so that signals reach it; on Windows, run it and wait."""
    if os.name == "posix":
        os.chdir(ROOT)
        os.execv(command[0], command)
    return execute(command)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
