"""What a class sent in, as files: every cell is text, in a spreadsheet too."""

import csv
import io
import json
from dataclasses import replace

from components.classroom.entries import ClassEntry, EntryKind
from components.classroom.export import COLUMNS, entries_to_csv, entries_to_json

ENTRIES = (
    ClassEntry(1, 1, EntryKind.PAIR, "bank", 'He said "bank", and left.', "river", 0.0),
    ClassEntry(2, 2, EntryKind.PAIR, "bank", '=HYPERLINK("http://x","bank")', "@sum", 1.0, hidden=True),
    ClassEntry(
        3, 2, EntryKind.GUESS, "minilm () The [MASK].", "-1+1", "", 2.0, question="What is your guess? The [MASK]."
    ),
)


def test_csv_has_a_row_an_entry_and_no_formula() -> None:
    rows = list(csv.DictReader(io.StringIO(entries_to_csv(ENTRIES).decode("utf-8-sig"))))
    assert tuple(rows[0]) == COLUMNS
    assert rows[0]["text"] == 'He said "bank", and left.'
    assert rows[1]["text"] == '\'=HYPERLINK("http://x","bank")'
    assert rows[1]["label"] == "'@sum"
    assert rows[2]["text"] == "'-1+1"
    assert [row["at"] for row in rows][:2] == ["1970-01-01T00:00:00+00:00", "1970-01-01T00:00:01+00:00"]


def test_votes_are_numbered_within_their_round() -> None:
    votes = [replace(ENTRIES[0], vote=vote) for vote in range(1, 6)]
    rows = json.loads(entries_to_json(votes))
    assert [(row["round"], row["vote"]) for row in rows] == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]


def test_json_says_what_was_said() -> None:
    rows = json.loads(entries_to_json(ENTRIES))
    assert [row["text"] for row in rows] == [entry.text for entry in ENTRIES]
    assert rows[1]["hidden"] is True
    assert [row["about"] for row in rows] == ["bank", "bank", "What is your guess? The [MASK]."], "no key of the app's"
    assert all(tuple(row) == COLUMNS for row in rows)
    assert rows[2]["kind"] == "guess"
