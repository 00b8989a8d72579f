"""Tokens in sentences: their order is that of the model's input, also where they are written from right to left."""

from components.tables.phrases import isolate_direction, join_tokens

FIRST, SECOND = "\N{ARABIC LETTER ALEF}", "##\N{ARABIC LETTER LAM}"


def test_tokens_written_from_right_to_left_are_isolated_and_no_others() -> None:
    assert join_tokens([FIRST, SECOND]) == f"\u2068{FIRST}\u2069 \u2068{SECOND}\u2069"
    assert join_tokens(["un", "##bel", FIRST]) == f"un ##bel \u2068{FIRST}\u2069"
    for text in ("##s", "é", "日", "\N{CYRILLIC SMALL LETTER A}", "", "1"):
        assert isolate_direction(text) == text
    assert isolate_direction("\N{HEBREW LETTER ALEF}") != "\N{HEBREW LETTER ALEF}"
