"""One cell under two masks: every number from the dot product to the weight, as a table and as LaTeX.

LaTeX strings hold numbers and symbols only, never a visitor's text. Their positions count from 1: i is the query, j the
key. Models add the lowest number of their precision instead of minus infinity; the weight is 0 all the same.
"""

import pandas as pd

from components.masks.model.results import MaskCell
from components.masks.model.weights import softmax_terms
from components.model.inference.attention_mask import AttentionMask
from components.model.inference.results import WeightAnatomy
from components.tables.numbers import bracket_negative, different_texts, fixed, latex_number
from components.tables.phrases import by_count, count_phrase

_VISIBLE, _HIDDEN = "0", r"-\infty"


def cell_table(cell: MaskCell) -> pd.DataFrame:
    """The steps of one weight, one row for each.

    Columns: ``row`` from 1; ``step``, its name; ``bidirectional``, ``masked``, its value without the mask and under it;
    ``bidirectional_figure``, ``masked_figure``, the values as text. The mask adds minus infinity to a hidden key.
    Numerator and denominator are those of :class:`components.masks.model.results.SoftmaxTerms`.
    """
    steps = ["dot product", "scaled score", "mask", "score and mask", "numerator", "denominator", "weight"]
    without, masked = _step_values(cell.bidirectional), _step_values(cell.masked)
    return pd.DataFrame(
        {
            "row": range(1, len(steps) + 1),
            "step": steps,
            "bidirectional": without,
            "masked": masked,
            "bidirectional_figure": [_table_text(value) for value in without],
            "masked_figure": [_table_text(value) for value in masked],
        }
    )


def cell_finding(cell: MaskCell) -> str:
    """How the mask changes one weight, and why."""
    without, masked = cell.bidirectional, cell.masked
    if not masked.attention_mask[masked.key_position]:
        return f"The mask changes the weight from {fixed(without.weight, 4)} to exactly 0: the key is hidden."
    hidden = int((~masked.attention_mask).sum())
    if hidden == 0:
        return (
            f"The mask hides no key of this row. The weight is {fixed(without.weight, 4)} without it and "
            f"{fixed(masked.weight, 4)} with it."
        )
    before, after = different_texts(without.weight, masked.weight, decimals=4)
    change = f"changes the weight from {before} to {after}" if before != after else f"leaves the weight at {after}"
    return (
        f"The mask {change}: {count_phrase(hidden, 'key')} of this row {by_count(hidden, 'is', 'are')} hidden, and the "
        "weights of the others sum to 1 again."
    )


def mask_formula(mask: AttentionMask) -> str:
    r"""What a mask adds to the score of query i and key j, as LaTeX."""
    if not mask.condition:
        return "m_{ij} = 0"
    return rf"m_{{ij}} = \begin{{cases}} 0 & {mask.condition} \\ -\infty & \text{{otherwise}} \end{{cases}}"


def addend_formula(cell: MaskCell) -> str:
    """What the mask adds to the score of this cell and why, as LaTeX with its numbers."""
    query, key = cell.masked.query_position + 1, cell.masked.key_position + 1
    is_visible = bool(cell.masked.attention_mask[cell.masked.key_position])
    equation = f"m_{{{query},{key}}} = {_VISIBLE if is_visible else _HIDDEN}"
    reason = cell.mask.condition_at(query, key)
    return rf"{equation} \quad \text{{since}} \quad {reason}" if reason else equation


def score_formula(anatomy: WeightAnatomy) -> str:
    r"""The scaled dot product of one cell, as LaTeX with its numbers."""
    width = len(anatomy.query)
    dot = latex_number(anatomy.dot_product)
    if anatomy.has_default_scale:
        scaled, numbers = r"\frac{q_i \cdot k_j}{\sqrt{d}}", rf"\frac{{{dot}}}{{\sqrt{{{width}}}}}"
    else:
        scaled, numbers = (
            r"c \; q_i \cdot k_j",
            rf"{latex_number(anatomy.scale)} \cdot {bracket_negative(latex_number(anatomy.dot_product))}",
        )
    return rf"s_{{ij}} = {scaled} = {numbers} = {latex_number(anatomy.score)}"


def weight_formula(anatomy: WeightAnatomy) -> str:
    r"""The softmax of one cell, as LaTeX with its numbers; a hidden key gives e to minus infinity, which is 0."""
    softmax = softmax_terms(anatomy)
    shift = f" - {bracket_negative(latex_number(softmax.shift))}" if softmax.shift else ""
    is_visible = bool(anatomy.attention_mask[anatomy.key_position])
    power = f"{latex_number(anatomy.score)}{shift}" if is_visible else r"-\infty"
    symbols = r"\frac{e^{s_{ij} + m_{ij}}}{\sum_{n} e^{s_{in} + m_{in}}}"
    numbers = rf"\frac{{e^{{{power}}}}}{{{latex_number(softmax.denominator)}}}"
    divided = rf"\frac{{{latex_number(softmax.numerator)}}}{{{latex_number(softmax.denominator)}}}"
    lines = rf"\alpha_{{ij}} &= {symbols} = {numbers} \\[1ex] &= {divided} = {latex_number(anatomy.weight)}"
    # Two lines, since one would be wider than a phone; the final space makes up for KaTeX's slightly too narrow box.
    return rf"\begin{{aligned}} {lines} \end{{aligned}} \;"


def _step_values(anatomy: WeightAnatomy) -> list[float]:
    softmax, added = softmax_terms(anatomy), float(anatomy.additive_mask[anatomy.key_position])
    ends = [softmax.numerator, softmax.denominator, anatomy.weight]
    return [anatomy.dot_product, anatomy.score, added, anatomy.score + added, *ends]


def _table_text(value: float) -> str:
    """A number with four significant digits, as tables show it."""
    if value in (0.0, float("-inf")):
        return "0" if value == 0 else "−∞"
    return f"{value:.4g}".replace("-", "−")
