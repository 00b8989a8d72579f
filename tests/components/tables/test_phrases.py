"""Counts with their nouns, and tokens in the order of the model's input, also where they are written from the right."""

import re
from pathlib import Path

import pytest

from components.tables.phrases import all_phrase, isolate_direction, join_tokens, part_phrase, possessive, quoted

FIRST, SECOND = "\N{ARABIC LETTER ALEF}", "##\N{ARABIC LETTER LAM}"


def test_tokens_written_from_right_to_left_are_isolated_and_no_others() -> None:
    assert join_tokens([FIRST, SECOND]) == f"\u2068{FIRST}\u2069 \u2068{SECOND}\u2069"
    assert join_tokens(["un", "##bel", FIRST]) == f"un ##bel \u2068{FIRST}\u2069"
    for text in ("##s", "é", "日", "\N{CYRILLIC SMALL LETTER A}", "", "1"):
        assert isolate_direction(text) == text
    assert isolate_direction("\N{HEBREW LETTER ALEF}") != "\N{HEBREW LETTER ALEF}"


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [(2, 7, "2 of 7 arcs"), (1, 1, "the only arc"), (0, 1, "no arc"), (0, 2, "0 of 2 arcs")],
)
def test_a_part_of_one_thing_is_no_fraction(part: int, whole: int, text: str) -> None:
    assert part_phrase(part, whole, "arc") == text


def test_all_of_two_are_both() -> None:
    assert [all_phrase(count, "token") for count in (1, 2, 1024)] == [
        "the only token",
        "both tokens",
        "all 1,024 tokens",
    ]


def test_a_name_that_ends_with_s_gets_no_other() -> None:
    assert [possessive(name) for name in ("MiniLM", "pocket no-positions")] == ["MiniLM’s", "pocket no-positions’"]


HAND_MADE = re.compile(r"“\{[^{}]+\}”")


def test_every_word_in_a_finding_is_quoted_by_one_function() -> None:
    """Of a quotation mark between others nothing is seen (“””), and a finding would end there."""
    assert [quoted(word) for word in ("cat", "”", '"')] == ["“cat”", "the mark ”", 'the mark "']
    for folder in ("components/*/tables", "components/tables"):
        for file in Path(__file__).parents[3].glob(f"{folder}/*.py"):
            if file.name != "phrases.py":
                assert HAND_MADE.findall(file.read_text(encoding="utf-8")) == [], file
