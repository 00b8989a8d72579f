"""Escape text for Streamlit's Markdown.

A message may quote a visitor. Unescaped, asterisks would be bold type, dollars a formula, an address a link, brackets a
colour, and a direction control would reverse the text after it.
"""

import re

_ACTIVE = re.compile(r"[\\`*_\[\]$~<>|#&:]")
_TURNS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
JOINER = "\u2060"  # word joiner: no width, no line break
# Streamlit looks for icons and addresses after it has removed escapes: a joiner breaks them up.
_FOUND_LATER = re.compile(r"(?<=:)(?=//|material/)|(?<=\bwww)(?=\.)|(?<=@)", re.IGNORECASE)


def escape_markdown(text: str) -> str:
    """``text`` on one line, escaped so that Markdown shows it literally, without direction controls."""
    apart = _FOUND_LATER.sub(JOINER, _TURNS.sub("", " ".join(text.split())))
    return _ACTIVE.sub(r"\\\g<0>", apart)
