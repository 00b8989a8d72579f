"""Paragraphs of OpenStax textbooks with the subject of the book.

The file contains the books one after another; the line ranges keep away from the boundaries between books.
"""

from collections.abc import Iterator
from pathlib import Path

FILE = "textbooks-openstax-2025.txt"
SUBJECTS = {
    "politics": ((50, 1600), (25400, 27200)),
    "the living body": ((2300, 5600), (30800, 34800)),
    "physics and space": ((6600, 9700), (14200, 16200), (46300, 49100)),
    "chemistry": ((11300, 13500),),
    "mathematics": ((17700, 18700), (29830, 30430)),
    "business": ((19500, 23400), (35300, 36900), (37100, 39700)),
    "mind and society": ((27500, 28860), (42500, 45900)),
    "history": ((49300, 52200), (52400, 57000)),
    "philosophy": ((23700, 25100),),
}
BLOCK = 100  # lines that are held out together: about one section
HELD_OUT_EVERY = 10
SHORTEST, LONGEST = 60, 320  # characters


def subject_lines(corpus: Path) -> Iterator[tuple[str, str, bool]]:
    """Every paragraph of suitable length, its subject, and whether it is held out."""
    lines = (corpus / FILE).read_text(encoding="utf-8").splitlines()
    for subject, ranges in SUBJECTS.items():
        for begin, end in ranges:
            for number in range(begin, end):
                line = lines[number].strip()
                if SHORTEST <= len(line) <= LONGEST and line.endswith("."):
                    yield subject, line, number // BLOCK % HELD_OUT_EVERY == 0
