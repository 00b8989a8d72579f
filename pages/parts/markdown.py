"""Escape text for Streamlit's Markdown, and typeset formulas.

A message may quote a visitor. Unescaped, asterisks would be bold type, dollars a formula, an address a link, brackets a
colour, and a direction control would reverse the text after it.
"""

import re

import streamlit as st

_ACTIVE = re.compile(r"[\\`*_\[\]$~<>|#&:]")
_TURNS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
JOINER = "\u2060"  # word joiner: no width, no line break
# Streamlit looks for icons and addresses after it has removed escapes: a joiner breaks them up.
_FOUND_LATER = re.compile(r"(?<=:)(?=//|material/)|(?<=\bwww)(?=\.)|(?<=@)", re.IGNORECASE)


def escape_markdown(text: str) -> str:
    """``text`` on one line, escaped so that Markdown shows it literally, without direction controls."""
    apart = _FOUND_LATER.sub(JOINER, _TURNS.sub("", " ".join(text.split())))
    return _ACTIVE.sub(r"\\\g<0>", apart)


def typeset(latex: str) -> None:
    """Write a formula on a line of its own.

    KaTeX lets a formula that ends in an index or an array overflow its box by two pixels, which makes the box scroll
    without being reachable by keyboard. A thin space at the end keeps the formula inside.
    """
    st.latex(rf"{latex}\,")
