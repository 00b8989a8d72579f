"""The first and the second example of every view, as a table: ``python -m tests.opener_table``.

It computes what :mod:`tests.openers` and :mod:`tests.breaking_examples` measure, and prints it as Markdown.
"""

import sys

from cache.engine import warmup
from pages.parts.rooms import Room
from tests.breaking_examples import BREAKS, UNBROKEN
from tests.openers import MEASURES, WITHOUT_ANSWERS
from tests.openings import second_example
from tests.rooms import EVERY_VIEW

COLUMNS = ("Room", "View", "Opener", "Answer", "Lead", "Holds")


def opener_rows() -> list[tuple[str, ...]]:
    """A row for each view: room, view, what the model is given, its answer, the lead, and whether it holds.

    Views without answers say what they show instead.
    """
    rows: list[tuple[str, ...]] = []
    for room, view in EVERY_VIEW:
        if (room.key, view) in WITHOUT_ANSWERS:
            rows.append((room.title, view, "", f"no answer: {WITHOUT_ANSWERS[room.key, view]}", "", ""))
            continue
        opening = MEASURES[room.key, view]()
        holds = "yes" if opening.holds else "NO"
        rows.append((room.title, view, opening.example, opening.answer, opening.lead, holds))
    return rows


def second_rows() -> list[tuple[str, ...]]:
    """A row for each room: its second example, and whether it breaks the first, or why none does."""
    rooms: dict[str, Room] = {room.key: room for room, _ in EVERY_VIEW}
    return [
        (
            room.title,
            second_example(key).name,
            UNBROKEN.get(key) or ("it breaks" if BREAKS[key]() else "IT DOES NOT BREAK"),
        )
        for key, room in rooms.items()
    ]


def markdown_table(columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """Rows as a table in Markdown."""
    lines = (columns, ("---",) * len(columns), *rows)
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


if __name__ == "__main__":
    warmup().engine()
    tables = (COLUMNS, opener_rows()), (("Room", "Second example", "What it does"), second_rows())
    sys.stdout.write("\n\n".join(markdown_table(*table) for table in tables) + "\n")
