"""Text as it was typed, where Streamlit takes what it is given for Markdown.

A message may quote a visitor. Without this, their asterisks would be bold type, their dollars a formula, their address
a link, their brackets a colour, and a control of direction would turn round what comes after it.
"""

import re

_ACTIVE = re.compile(r"[\\`*_\[\]$~<>|#&:]")
_TURNS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
JOINER = "\u2060"  # a width of nothing, where no line breaks
# Icons and addresses are found when escapes are gone already: they are kept apart.
_FOUND_LATER = re.compile(r"(?<=:)(?=//|material/)|(?<=\bwww)(?=\.)|(?<=@)", re.IGNORECASE)


def escape_markdown(text: str) -> str:
    """``text`` on one line, so that Markdown gives it back as it is, without what turns its direction."""
    apart = _FOUND_LATER.sub(JOINER, _TURNS.sub("", " ".join(text.split())))
    return _ACTIVE.sub(r"\\\g<0>", apart)
