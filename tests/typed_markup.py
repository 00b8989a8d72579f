"""What somebody might type to have it taken for something else than text, and Markdown read as it is shown."""

import re

from pages.parts.markdown import JOINER

MARKUP = (
    "**b** $x$ :red[x] ![x](http://example.com/z.png) `c` <b>h</b> :material/info: www.example.com a@example.com ~~s~~"
)
TURNED = "\u202egnol\u202c \u2066x"


def as_shown(markdown: str) -> str:
    """What :func:`pages.parts.markdown.escape_markdown` was given, up to its spaces and turns."""
    return re.sub(r"\\(.)", r"\1", markdown).replace(JOINER, "")
