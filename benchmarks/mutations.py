"""``python -m benchmarks.mutations [--quick] [WORD...]``: break functions, one at a time, and see which test notices.

``mutations.tsv`` has the changes: what each breaks, the file, the text and what is put in its place, and the quick
tests that ought to notice. They are made in a copy of the tree, never in the tree itself. With ``--quick`` all quick
tests run until one of them fails; with words, only the changes that have one of them in their line are made.
"""

import csv
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from launch import QUICK, QUICK_MARKS

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_suffix(".tsv")
_LARGE = 200_000  # bytes: such a file is weights or a table, which no change is in
_PYTEST = ("-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-m", QUICK_MARKS)
_FAILED_TEST = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$|^not ok \d+ - (.+)", re.MULTILINE)


@dataclass(frozen=True)
class Mutation:
    """A change that breaks a function.

    Attributes:
        change: What is wrong then, in a few words.
        file: The path from the root.
        old: A part of one line, which occurs once in the file.
        new: What is put in its place.
        tests: Files or folders of tests that ought to notice: of pytest or, if they end in ``.js``, of Node.js.
    """

    change: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def mutated(self, text: str) -> str:
        """The text of the file with the change.

        Raises:
            ValueError: What is to be replaced does not occur once: the code has moved.
        """
        if (count := text.count(self.old)) != 1:
            raise ValueError(f"{self.file}: {self.old!r} occurs {count} times, not once. Update {LIST.name}.")
        return text.replace(self.old, self.new)


@dataclass(frozen=True)
class Notice:
    """The first test that failed, None if none did, and how long that took in seconds."""

    test: str | None
    seconds: float


def read_mutations() -> list[Mutation]:
    """The changes of the list."""
    with LIST.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
    return [Mutation(change, path, old, new, tuple(tests.split())) for change, path, old, new, tests in rows]


@contextmanager
def copied_tree() -> Iterator[Path]:
    """A copy of the tree for as long as the context lasts; large files are links to those of the tree."""
    listed = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    with tempfile.TemporaryDirectory(prefix="riverbank-mutations-") as folder:
        for name in filter(None, names):
            source, target = ROOT / name, Path(folder, name)
            if source.is_file():
                target.parent.mkdir(parents=True, exist_ok=True)
                if source.stat().st_size > _LARGE:
                    target.symlink_to(source)
                else:
                    shutil.copyfile(source, target)
        yield Path(folder)


def first_failure(tree: Path, tests: Sequence[str], options: Sequence[str] = ()) -> Notice:
    """Run tests until one fails.

    Args:
        tree: The copy to run them in.
        tests: Their paths, of pytest or of Node.js.
        options: Further options of pytest.

    Raises:
        RuntimeError: No test ran, or they could not be read.
    """
    start = time.perf_counter()
    scripts = [test for test in tests if test.endswith(".js")]
    others = [test for test in tests if not test.endswith(".js")]
    commands = [["node", "--test", "--test-reporter=tap", *scripts]] if scripts else []
    if others or options:
        commands.append([sys.executable, *_PYTEST, *others, *options])
    failed = None
    for command in commands:
        done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False, env=os.environ)
        if done.returncode > 1:
            raise RuntimeError(f"{tests} could not run:\n{done.stdout}{done.stderr}")
        if done.returncode:
            names = _FAILED_TEST.search(done.stdout)
            failed = next(filter(None, names.groups())) if names else done.stdout.strip()[-200:]
            break
    return Notice(failed, time.perf_counter() - start)


@contextmanager
def mutated_file(tree: Path, mutation: Mutation) -> Iterator[None]:
    """The change in the copy, for as long as the context lasts."""
    path = tree / mutation.file
    text = path.read_text(encoding="utf-8")
    try:
        _write(path, mutation.mutated(text))
        yield
    finally:
        _write(path, text)


def _write(path: Path, text: str) -> None:
    """Write a file and forget its compiled form, which is known by the second and the size of its source alone."""
    path.write_text(text, encoding="utf-8")
    if path.suffix == ".py":
        Path(importlib.util.cache_from_source(path)).unlink(missing_ok=True)


def main(arguments: list[str]) -> int:
    """Print a table of all changes, or of those that are named. Returns 1 if nothing notices one of them."""
    is_quick, words = "--quick" in arguments, [word for word in arguments if word != "--quick"]
    mutations = [each for each in read_mutations() if not words or any(word in str(each) for word in words)]
    options = QUICK if is_quick else ()
    unnoticed = 0
    with copied_tree() as tree:
        tests = () if is_quick else tuple(sorted({test for each in mutations for test in each.tests}))
        before = first_failure(tree, tests, options)
        if before.test is not None:
            print(f"{before.test} fails without any change.", file=sys.stderr)
            return 1
        print("| Change | In | Noticed by | Seconds |\n|---|---|---|---|", flush=True)
        for each in mutations:
            with mutated_file(tree, each):
                notice = first_failure(tree, () if is_quick else each.tests, options)
            unnoticed += notice.test is None
            noticed_by = notice.test or "nothing"
            print(f"| {each.change} | `{each.file}` | {noticed_by} | {notice.seconds:.0f} |", flush=True)
    print(f"\n{len(mutations) - unnoticed} of {len(mutations)} noticed.")
    return int(unnoticed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
