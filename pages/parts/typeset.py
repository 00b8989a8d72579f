"""Typeset formulas."""

import streamlit as st


def typeset(latex: str) -> None:
    """Write a formula on a line of its own.

    KaTeX lets a formula that ends in an index or an array overflow its box by two pixels, which makes the box scroll
    without being reachable by keyboard. A thin space at the end keeps the formula inside.
    """
    st.latex(rf"{latex}\,")
