"""Split a finding into its headline and further sentences."""

import re
from collections.abc import Iterator

_SENTENCE_ENDS = re.compile(r"(?<=[.!?]) +")


def split_headline(text: str) -> tuple[str, str]:
    """The first sentence of a finding, and the rest. Quoted sentences are not split."""
    start, end = next(_breaks(text), (len(text), len(text)))
    return text[:start], text[end:]


def _breaks(text: str) -> Iterator[tuple[int, int]]:
    """Where the spaces between two sentences begin and end; not between sentences in one pair of quotation marks."""
    counted, depth = 0, 0
    for spaces in _SENTENCE_ENDS.finditer(text):
        depth += text.count("“", counted, spaces.start()) - text.count("”", counted, spaces.start())
        counted = spaces.start()
        if depth == 0:
            yield spaces.span()
