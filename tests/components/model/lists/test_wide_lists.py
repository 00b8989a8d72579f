"""Lists with more columns than anybody reads cost no more than a glance at them."""

import pytest

from components.model.lists.columns import LABEL_LIST
from components.model.lists.reader import ListChoices, listed_sentences, read_table
from components.model.lists.records import MAX_COLUMNS, Separator


@pytest.mark.parametrize("separator", [Separator.TAB, Separator.SEMICOLON, Separator.COMMA])
@pytest.mark.parametrize("end", ["", '"'])  # an open quote: lines are split, since no dialect fits
def test_columns_that_nobody_reads_are_not_kept(separator: Separator, end: str) -> None:
    lines = [f"The bank {number} closed.{separator}{'yn'[number % 2]}{separator * 60_000}{end}" for number in range(5)]
    table = read_table("\n".join(lines), LABEL_LIST, ListChoices(separator=separator if end else None))
    assert max(len(row.cells) for row in table.rows) == MAX_COLUMNS
    assert [item.value for item in listed_sentences(table)] == ["y", "n", "y", "n", "y"]
