"""The entries of a class as files: CSV for spreadsheets, JSON for programs."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime

import pandas as pd

from components.classroom.entries import ClassEntry, first_vote, round_of_vote
from components.tables.files import csv_bytes

COLUMNS = ("number", "student", "at", "kind", "about", "round", "vote", "text", "label", "hidden", "waiting")


def entries_to_csv(entries: Sequence[ClassEntry]) -> bytes:
    """CSV with one row per entry."""
    return csv_bytes(pd.DataFrame(map(_row, entries), columns=list(COLUMNS)))


def entries_to_json(entries: Sequence[ClassEntry]) -> bytes:
    """A JSON list with one object per entry, with the same names as the CSV columns."""
    return json.dumps([_row(entry) for entry in entries], ensure_ascii=False, indent=1).encode("utf-8")


def _row(entry: ClassEntry) -> dict[str, object]:
    sent_at = datetime.fromtimestamp(entry.sent_at, UTC).isoformat(timespec="seconds")
    round_number = round_of_vote(entry.vote)
    values = asdict(entry) | {
        "kind": entry.kind.value,
        "at": sent_at,
        "about": entry.question or entry.about,
        "round": round_number,
        "vote": entry.vote - first_vote(round_number) + 1,
        "waiting": entry.awaits_approval,
    }
    return {name: values[name] for name in COLUMNS}
