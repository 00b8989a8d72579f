"""Two sentences compared: which words gain and lose most at their blank."""

import pandas as pd

from components.fill.model.results import SentencePair
from components.tables.numbers import fixed, nats_to_bits
from components.tables.phrases import quoted

MIN_MOVED = 5e-4  # of probability: smaller changes would read as zero


def sentence_finding(pair: SentencePair, table: pd.DataFrame) -> str:
    """The largest gain and the largest loss between two sentences, the larger of them first."""
    up, down = (table.iloc[int(row)] for row in (table["moved"].argmax(), table["moved"].argmin()))
    parts: list[tuple[float, str]] = []
    if up["moved"] > MIN_MOVED:
        parts.append(
            (up["moved"], f"{quoted(up['word'])} rises most: from {up['first_chance']} to {up['second_chance']}")
        )
    if down["moved"] < -MIN_MOVED:
        drop = f"{quoted(down['word'])} drops most: from {down['first_chance']} to {down['second_chance']}"
        parts.append((-down["moved"], drop))
    moved = ". ".join(text for _, text in sorted(parts, reverse=True)) or "No word changes noticeably"
    apart = fixed(nats_to_bits(pair.jsd), 2)
    return f"{moved}. The two distributions are {apart} bits apart (0 = identical, 1 = no overlap)."
