"""What a model sees of the words around a blank: the words in a line, and a curve from each that it sees."""

from collections.abc import Sequence

import pandas as pd

from components.masks.tables.halves import curve

GAP = 2  # letters between two words
JOINS, FOOT = 0.3, 0.15  # heights: where the curves join the line below the blank, and where that ends


def sight_words(tokens: Sequence[str], blank: int, *, both_sides: bool) -> pd.DataFrame:
    """The words, each as wide as its letters.

    Args:
        tokens: The words, with the blank.
        blank: Its place.
        both_sides: Whether those on its right are seen, too.

    Returns:
        Columns: ``text``; ``x``, the middle, as a share of the width; ``blank``; ``unseen``.
    """
    letters = sight_letters(tokens)
    rows, before = [], 0
    for place, token in enumerate(tokens):
        wide = len(token) + GAP
        unseen = place > blank and not both_sides
        rows.append((token, (before + wide / 2) / letters, place == blank, unseen))
        before += wide
    return pd.DataFrame(rows, columns=["text", "x", "blank", "unseen"])


def sight_letters(tokens: Sequence[str]) -> int:
    """How many letters the words take in a line."""
    return sum(len(token) + GAP for token in tokens)


def sight_lines(words: pd.DataFrame) -> pd.DataFrame:
    """The curves from the words that are seen to the blank, and the line from it down, ``line`` -1.

    Columns: ``line``, the place of the word; ``order`` of the point; ``x``; ``y``, 1 at the words.
    """
    (middle,) = words.loc[words["blank"], "x"]
    visible = words.loc[~words["blank"] & ~words["unseen"], "x"]
    lines = {int(str(place)): curve((x, 1.0), (middle, JOINS)) for place, x in visible.items()}
    lines[-1] = [(middle, 1.0), (middle, FOOT)]
    rows = [(line, order, x, y) for line, points in lines.items() for order, (x, y) in enumerate(points)]
    return pd.DataFrame(rows, columns=["line", "order", "x", "y"])
