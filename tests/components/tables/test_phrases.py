"""Counts with their nouns, and tokens in the order of the model's input, also where they are written from the right."""

import pytest

from components.tables.phrases import all_phrase, isolate_direction, join_tokens, part_phrase

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
