"""One cell of the grids, step by step: score, mask, softmax."""

import streamlit as st

from components.masks.model.results import MaskCell
from components.masks.tables.cells import addend_formula, cell_finding, mask_formula, score_formula, weight_formula
from components.tables.attention_weights import token_label
from pages.parts.markdown import typeset


def draw_cell(cell: MaskCell) -> None:
    """Draw the formulas of one weight with its numbers, without a mask and under one."""
    anatomy = cell.masked
    query, key = (
        f"“{token_label(anatomy.tokens.items[position])}” (token {position + 1})"
        for position in (anatomy.query_position, anatomy.key_position)
    )
    with st.container(key="one-weight"):
        st.text(f"Layer {anatomy.layer + 1}, head {anatomy.head + 1}: query i is {query}, key j is {key}")
        st.text(cell_finding(cell))
        titles = ("Without a mask", "Under the mask")
        for column, title, part in zip(st.columns(2), titles, (cell.bidirectional, anatomy), strict=True):
            with column:
                st.markdown(f"**{title}**")
                typeset(score_formula(part))
                typeset("m_{ij} = 0" if part is cell.bidirectional else mask_formula(cell.mask))
                if part is anatomy:
                    typeset(addend_formula(cell))
                typeset(weight_formula(part))
