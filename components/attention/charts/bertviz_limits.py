"""Limits of bertviz's pages: the longest sentence that a browser draws in time, and the height of a page.

bertviz creates one page element for every weight it shows, and writes every weight as a decimal number. Measured in
Chromium on two cores, a page at the limits below keeps the browser's main thread busy for 0.6 to 1.6 s. Beyond them it
soon takes tens of seconds, during which the tab is frozen (12 × 12 heads of 128 tokens: 2.4 million lines).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from components.attention.charts.bertviz_pages import BertVizView

NUMBER_LIMIT = 750_000  # in one page: about 5 MB
_MEGABYTES_PER_MILLION = 7  # of numbers: they are written with five to seven characters each
_LINES_PER_WEIGHT = 7  # of the neuron view, which joins text, query, key, product and weight


@dataclass(frozen=True)
class _Bound:
    line_limit: int
    subject: str  # what one line stands for


_BOUNDS = {
    BertVizView.HEAD: _Bound(50_000, "for every weight of a layer"),
    BertVizView.MODEL: _Bound(85_000, "for every weight of every head"),
    BertVizView.NEURON: _Bound(45_000, "or more for every weight of a head and every number of its queries and keys"),
}


def fits(view: BertVizView, shape: Sequence[int], *, head_width: int = 64, pair: bool = False) -> bool:
    """Whether a browser draws the page in about two seconds.

    Args:
        view: The page.
        shape: Of the attention. *Shape:* (layer, head, query, key)
        head_width: Size of a query vector; only the neuron view shows them.
        pair: Whether the page offers the directions between two sentences, which doubles its numbers.
    """
    return (
        _lines(view, shape, head_width) <= _BOUNDS[view].line_limit
        and _numbers(view, shape, head_width, pair) <= NUMBER_LIMIT
    )


def token_limit(view: BertVizView, shape: Sequence[int], *, head_width: int = 64, pair: bool = False) -> int:
    """The largest number of tokens that fits, for the layers and heads of ``shape``. Arguments as in :func:`fits`."""
    tokens = 1
    while fits(view, (*shape[:2], tokens + 1, tokens + 1), head_width=head_width, pair=pair):
        tokens += 1
    return tokens


def limit_message(view: BertVizView, shape: Sequence[int], *, head_width: int = 64, pair: bool = False) -> str:
    """The message shown instead of a page that does not fit. Arguments as in :func:`fits`."""
    layers, heads, tokens = shape[:3]
    lines, line_limit = _lines(view, shape, head_width), _BOUNDS[view].line_limit
    most_tokens = token_limit(view, shape, head_width=head_width, pair=pair)
    if lines > line_limit:
        of = {
            BertVizView.HEAD: f"{heads} heads",
            BertVizView.MODEL: f"{layers} × {heads} heads",
            BertVizView.NEURON: "one head",
        }[view]
        reason = (
            f"bertviz draws one line {_BOUNDS[view].subject}: {of} of {tokens} tokens are {lines:,} lines, and with "
            f"more than {line_limit:,} a browser takes longer than about two seconds to show the page."
        )
    else:
        numbers = _numbers(view, shape, head_width, pair)
        again = ", those of a pair more than once" if pair else ""
        reason = (
            f"bertviz's page carries every number of every layer{again}: here {numbers:,}, about "
            f"{numbers * _MEGABYTES_PER_MILLION / 1e6:.0f} MB, and more than {NUMBER_LIMIT:,} take too long to open."
        )
    return f"{reason} Up to {most_tokens} tokens fit here; this sentence has {tokens}."


def page_height(view: BertVizView, shape: Sequence[int]) -> int:
    """Height of the page in pixels, from bertviz's own measures. *Shape:* (layer, head, query, key)."""
    layers, heads, tokens = shape[:3]
    around = 84  # the choices above the picture, the page's margin, and a scroll bar below
    if view is BertVizView.HEAD:
        return around + 30 + ceil(22.5 * tokens)
    if view is BertVizView.NEURON:
        return around + 100 + 26 * tokens
    thumbnails = layers * (7 * 12 / heads * tokens + 10) + 38
    enlarged = 18 * tokens + 55
    return around + ceil(max(thumbnails, enlarged))


def _lines(view: BertVizView, shape: Sequence[int], head_width: int) -> int:
    layers, heads, tokens = shape[:3]
    if view is BertVizView.HEAD:
        return heads * tokens**2
    if view is BertVizView.MODEL:
        return layers * heads * tokens**2
    return _LINES_PER_WEIGHT * tokens**2 + 3 * tokens * head_width


def _numbers(view: BertVizView, shape: Sequence[int], head_width: int, pair: bool) -> int:
    layers, heads, tokens = shape[:3]
    vectors = 2 * tokens * head_width if view is BertVizView.NEURON else 0
    # All the tokens once, and the four directions: they hold every weight again, and every vector twice more.
    return layers * heads * (tokens**2 * (2 if pair else 1) + vectors * (3 if pair else 1))
