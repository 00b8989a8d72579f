"""One cell under two masks: every number on the way from a dot product to a weight, as a table and typeset.

Typeset strings are LaTeX and hold numbers and symbols alone, never a word of a visitor's. Positions in them count from
1, as people count: i is the token that looks, j the one looked at. A model adds the lowest number of its precision
rather than minus infinity; the weight is 0 all the same.
"""

import pandas as pd

from components.masks.model.results import MaskCell
from components.masks.model.weights import softmax_terms
from components.masks.tables.findings import mask_name
from components.model.inference.attention_mask import (
    AttentionMask,
    Bidirectional,
    Causal,
    CustomMask,
    Padding,
    Prefix,
    SlidingWindow,
)
from components.model.inference.results import WeightAnatomy

_SEEN, _HIDDEN = "0", r"-\infty"


def cell_table(cell: MaskCell) -> pd.DataFrame:
    """The steps of one weight, one a row.

    Columns: ``row`` from 1; ``step``, what it is called; ``bidirectional``, ``masked``, its number without the mask and
    under it; ``bidirectional_figure``, ``masked_figure``, as people read them. What the mask adds to a hidden key is
    minus infinity. Numerator and denominator are of the softmax, see :class:`components.masks.model.results.SoftmaxTerms`.
    """
    steps = ["dot product", "scaled score", "mask", "score and mask", "numerator", "denominator", "weight"]
    without, masked = _steps(cell.bidirectional), _steps(cell.masked)
    return pd.DataFrame(
        {
            "row": range(1, len(steps) + 1),
            "step": steps,
            "bidirectional": without,
            "masked": masked,
            "bidirectional_figure": [_plain(value) for value in without],
            "masked_figure": [_plain(value) for value in masked],
        }
    )


def cell_finding(cell: MaskCell) -> str:
    """What becomes of one weight: hidden, or how much larger or smaller, and why."""
    without, masked = cell.bidirectional, cell.masked
    if not masked.attention_mask[masked.key_position]:
        return f"The weight is {without.weight:.4f} without the mask and exactly 0 under it: the key is hidden."
    hidden = int((~masked.attention_mask).sum())
    if hidden == 0:
        return (
            f"This row is not masked. The weight is {without.weight:.4f} without the mask and {masked.weight:.4f} with."
        )
    keys = "1 key" if hidden == 1 else f"{hidden:,} keys"
    return (
        f"The weight is {without.weight:.4f} without the mask and {masked.weight:.4f} under it: "
        f"{keys} of this row are left out of the denominator, and the remaining weights sum to 1 again."
    )


def mask_formula(mask: AttentionMask) -> str:
    r"""What a mask adds to the score of query i and key j, typeset; sizes are those of ``mask``."""
    if isinstance(mask, Bidirectional):
        return "m_{ij} = 0"
    return rf"m_{{ij}} = \begin{{cases}} 0 & {_condition(mask)} \\ -\infty & \text{{otherwise}} \end{{cases}}"


def addend_formula(cell: MaskCell) -> str:
    """What the mask adds at this cell and why, typeset with its numbers."""
    query, key = cell.masked.query_position + 1, cell.masked.key_position + 1
    seen = bool(cell.masked.attention_mask[cell.masked.key_position])
    said = f"m_{{{query},{key}}} = {_SEEN if seen else _HIDDEN}"
    reason = _reason(cell.mask, query, key)
    return rf"{said} \quad \text{{since}} \quad {reason}" if reason else said


def score_formula(found: WeightAnatomy) -> str:
    r"""The scaled dot product of one cell, typeset with its numbers."""
    width = len(found.query)
    dot = _number(found.dot_product)
    if found.has_default_scale:
        scaled, numbers = r"\frac{q_i \cdot k_j}{\sqrt{d}}", rf"\frac{{{dot}}}{{\sqrt{{{width}}}}}"
    else:
        scaled, numbers = r"c \; q_i \cdot k_j", rf"{_number(found.scale)} \cdot {_factor(found.dot_product)}"
    return rf"s_{{ij}} = {scaled} = {numbers} = {_number(found.score)}"


def weight_formula(found: WeightAnatomy) -> str:
    r"""The softmax of one cell, typeset with its numbers; hidden keys are e to minus infinity, which is 0."""
    softmax = softmax_terms(found)
    shift = f" - {_factor(softmax.shift)}" if softmax.shift else ""
    seen = bool(found.attention_mask[found.key_position])
    power = f"{_number(found.score)}{shift}" if seen else r"-\infty"
    symbols = r"\frac{e^{s_{ij} + m_{ij}}}{\sum_{n} e^{s_{in} + m_{in}}}"
    numbers = rf"\frac{{e^{{{power}}}}}{{{_number(softmax.denominator)}}}"
    divided = rf"\frac{{{_number(softmax.numerator)}}}{{{_number(softmax.denominator)}}}"
    lines = rf"\alpha_{{ij}} &= {symbols} = {numbers} \\[1ex] &= {divided} = {_number(found.weight)}"
    # Two lines: one is wider than a phone. And a space, since KaTeX makes their box a little too narrow for them.
    return rf"\begin{{aligned}} {lines} \end{{aligned}} \;"


def _steps(found: WeightAnatomy) -> list[float]:
    softmax, added = softmax_terms(found), float(found.additive_mask[found.key_position])
    ends = [softmax.numerator, softmax.denominator, found.weight]
    return [found.dot_product, found.score, added, found.score + added, *ends]


def _condition(mask: AttentionMask) -> str:
    match mask:
        case Causal():
            return r"j \le i"
        case Prefix(length):
            return rf"j \le \max(i, {length})"
        case SlidingWindow(width, causal=True):
            return rf"0 \le i - j \le {width}"
        case SlidingWindow(width):
            return rf"|i - j| \le {width}"
        case Padding(kept):
            return rf"j \le {kept}"
        case CustomMask():
            return r"(i, j) \in \text{drawn cells}"
        case _:
            raise ValueError(f"expected a mask with a condition, got {mask_name(mask)}")


def _reason(mask: AttentionMask, query: int, key: int) -> str:
    """The condition with numbers, as it holds or fails; nothing where there is none."""
    match mask:
        case Causal():
            return rf"{key} {_order(key, query)} {query}"
        case Prefix(length):
            limit = max(query, length)
            return rf"{key} {_order(key, limit)} \max({query}, {length}) = {limit}"
        case SlidingWindow(causal=True) if key > query:
            return rf"{query} - {key} = {query - key} < 0"
        case SlidingWindow(width, causal=True):
            return rf"{query} - {key} = {query - key} {_order(query - key, width)} {width}"
        case SlidingWindow(width):
            distance = abs(query - key)
            return rf"|{query} - {key}| = {distance} {_order(distance, width)} {width}"
        case Padding(kept):
            return rf"{key} {_order(key, kept)} {kept}"
        case _:
            return ""


def _order(value: int, limit: int) -> str:
    return r"\le" if value <= limit else ">"


def _number(value: float) -> str:
    """A number for LaTeX with about four digits that count."""
    if value == 0:
        return "0"
    if 1e-3 <= abs(value) < 1e5:
        return f"{value:.4g}" if abs(value) < 1e4 else f"{value:.0f}"
    digits, power = f"{value:.3e}".split("e")
    return rf"{digits} \cdot 10^{{{int(power)}}}"


def _factor(value: float) -> str:
    """A number inside a product or after a minus sign: in brackets where it is below zero."""
    return f"({_number(value)})" if value < 0 else _number(value)


def _plain(value: float) -> str:
    """A number as people read it in a table."""
    if value in (0.0, float("-inf")):
        return "0" if value == 0 else "−∞"
    return f"{value:.4g}".replace("-", "−")
