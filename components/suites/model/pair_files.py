"""Files of minimal pairs, in the format of BLiMP's authors: JSON lines.

:func:`components.suites.model.readers.read_pairs` opens them again.
"""

import json
from collections.abc import Iterable

from components.suites.model.pairs import MinimalPair


def pair_lines(pairs: Iterable[MinimalPair]) -> bytes:
    """A JSON object per line, in UTF-8, with the keys that BLiMP's files have for a pair and its phenomenon."""
    rows = (
        {"sentence_good": pair.good, "sentence_bad": pair.bad, "linguistics_term": pair.phenomenon} for pair in pairs
    )
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode()
