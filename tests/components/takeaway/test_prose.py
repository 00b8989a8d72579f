"""The app's words as plain text: nothing of Markdown or LaTeX is left, and no word is lost."""

import re
from pathlib import Path

import pytest

from components.takeaway.page.prose import plain_formula, plain_paragraphs

WORDS = sorted((Path(__file__).parents[3] / "pages").glob("*/words/*.md"))
_MARKS = re.compile(r"\\|\$|\*\*|\]\(|`|^#|^- |[_^]\{")


@pytest.mark.parametrize("file", WORDS, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_no_mark_is_left_in_any_rooms_words(file: Path) -> None:
    paragraphs = plain_paragraphs(file.read_text("utf-8"))
    assert paragraphs
    for paragraph in paragraphs:
        assert not _MARKS.search(paragraph), paragraph
        assert paragraph == " ".join(paragraph.split())


def test_paragraphs_items_and_rows_stand_apart() -> None:
    text = "## Title\n\nOne **bold**\nline, [a link](https://a.org/b).\n\n- first `code`\n- *second*"
    table = "| A | B |\n|---|---|\n| 1 | 2 |"
    expected = ("Title", "One bold line, a link.", "first code", "second", "A · B", "1 · 2")
    assert plain_paragraphs(text, "\n", table) == expected


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"q \cdot k / \sqrt{d}", "q · k / √d"),
        (r"\frac{a + b}{c}", "(a + b) / c"),
        (r"\tilde A_l = \tfrac12 (A_l + I)\, \tilde A_{l-1}", "A\u0303_l = ½ (A_l + I) A\u0303_(l-1)"),
        (r"\log_2 p_{\text{without it}}", "log₂ p_(without it)"),
    ],
)
def test_formulas_read_as_text(latex: str, text: str) -> None:
    assert plain_formula(latex) == text
