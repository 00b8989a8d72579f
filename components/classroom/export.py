"""What a class sent in, as files to keep: CSV for a spreadsheet, JSON for a program."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from components.classroom.entries import Entry
from components.tables.cells import cell

COLUMNS = ("number", "student", "at", "kind", "about", "text", "label", "hidden")


def as_csv(entries: Sequence[Entry]) -> bytes:
    """A row an entry. A cell that a spreadsheet would take for a formula has an apostrophe before it."""
    out = io.StringIO()
    written = csv.writer(out)
    written.writerow(COLUMNS)
    for row in map(_row, entries):
        written.writerow([cell(row[name]) for name in COLUMNS])
    return out.getvalue().encode("utf-8-sig")  # the mark tells spreadsheets that it is UTF-8


def as_json(entries: Sequence[Entry]) -> bytes:
    """A list of objects with the same names."""
    return json.dumps([_row(entry) for entry in entries], ensure_ascii=False, indent=1).encode("utf-8")


def _row(entry: Entry) -> dict[str, object]:
    at = datetime.fromtimestamp(entry.at, UTC).isoformat(timespec="seconds")
    return asdict(entry) | {"kind": entry.kind.value, "at": at}
