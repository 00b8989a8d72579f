"""Formulas, typeset."""

import streamlit as st


def typeset(latex: str) -> None:
    """A formula on a line of its own.

    KaTeX lets what ends in an index or an array reach two pixels out of its box, which makes it a box that scrolls and
    that no keyboard reaches. A thin space after the formula keeps everything inside.
    """
    st.latex(rf"{latex}\,")
