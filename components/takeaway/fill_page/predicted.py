"""Predictions that were computed before as a page with bars, without a model."""

from collections.abc import Sequence
from pathlib import Path

from components.model.results import Predictions
from components.model.serialisation import to_plain
from components.takeaway.page import PageParts, headline_markup, html_page
from components.widgets.element_files import bundled_script

SHOWN_WORDS = 10  # of each blank
_HERE = Path(__file__).parent


def predicted_page(predictions: Predictions, *, headline: str, why: Sequence[str]) -> bytes:
    """The likeliest words at every blank.

    Args:
        predictions: What was predicted.
        headline: The sentence above the bars.
        why: The paragraphs of the drawer.
    """
    parts = PageParts(
        title="Masked words",
        markup=headline_markup(headline) + '<div id="blanks"></div>',
        style=(_HERE / "fill_page.css").read_text(encoding="utf-8"),
        script=bundled_script(_HERE / "predicted.js"),
        data={"predicted": [to_plain(mask.candidates[:SHOWN_WORDS]) for mask in predictions.masks]},
        why=why,
    )
    return html_page(parts)
