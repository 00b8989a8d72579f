"""A capital letter at the beginning of a text."""

import pytest

from components.tables.phrases import capitalised


@pytest.mark.parametrize(
    ("text", "result"), [("the BERT model", "The BERT model"), ("Bank", "Bank"), ("“bank”", "“bank”"), ("", "")]
)
def test_only_the_first_character_changes(text: str, result: str) -> None:
    assert capitalised(text) == result
