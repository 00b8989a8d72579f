"""One cell of the grids, number by number: score, mask, softmax."""

import streamlit as st

from components.charts.files import ChartFigure
from components.masks.model.results import MaskCell
from components.masks.tables.cells import (
    addend_formula,
    cell_finding,
    cell_table,
    mask_formula,
    score_formula,
    weight_formula,
)
from components.tables.labels import token_label
from pages.parts.layout import note
from pages.parts.typeset import typeset


def show_cell(cell: MaskCell, titles: tuple[str, str]) -> list[ChartFigure]:
    """The formulas of one weight with its live numbers, without a mask and under one.

    Args:
        cell: The weight.
        titles: What the two are called.
    """
    one = cell.masked
    looks, seen = (
        f"“{token_label(one.tokens.items[at])}” (token {at + 1})" for at in (one.query_position, one.key_position)
    )
    st.markdown("#### One attention weight, step by step")
    st.caption(f"Layer {one.layer + 1}, head {one.head + 1}: query i is {looks}, key j is {seen}")
    note(cell_finding(cell))
    for column, title, part in zip(st.columns(2), titles, (cell.bidirectional, one), strict=True):
        with column:
            st.markdown(f"**{title}**")
            typeset(score_formula(part))
            typeset("m_{ij} = 0" if part is cell.bidirectional else mask_formula(cell.mask))
            if part is one:
                typeset(addend_formula(cell))
            typeset(weight_formula(part))
    return [ChartFigure("cell", None, cell_table(cell))]
