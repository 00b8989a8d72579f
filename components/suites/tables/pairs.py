"""The worst pairs of a phenomenon, as a table with bars."""

import math
import re
from collections.abc import Sequence

import pandas as pd

from components.suites.model.pairs import MinimalPair
from components.suites.model.results import PairScore
from components.tables.numbers import ratio_text, signed_or_zero
from components.tables.phrases import count_phrase, quoted

SHOWN, LINKED = 3, 5  # pairs below each other; those that a link can name
CHOSEN_MARK = "▸ "
_WORDS = re.compile(r"[\w'’-]+|[^\w'’-]+")


def worst_table(scores: Sequence[PairScore], *, chosen: int = 0) -> pd.DataFrame:
    """Pairs with their log-odds, in the order given; the name of the one in row ``chosen`` is marked.

    Returns:
        The columns ``row`` (from 1), ``name`` (the sentence, with both words), ``good``, ``bad``, ``log_odds`` (nats),
        ``log_odds_text``, ``length`` (its amount), ``side`` ("good", "bad" or "tie": which is preferred), ``figure``.
    """
    rows: list[tuple[object, ...]] = []
    for row, score in enumerate(scores, 1):
        log_odds = score.log_odds or 0.0
        pair = score.pair
        rows.append(
            (
                row,
                f"{CHOSEN_MARK * (row == chosen)}{both_words(pair)}",
                pair.good,
                pair.bad,
                log_odds,
                signed_or_zero(log_odds, 2),
                abs(log_odds),
                score.side,
                _figure(pair, log_odds, score.side),
            )
        )
    return pd.DataFrame(
        rows, columns=["row", "name", "good", "bad", "log_odds", "log_odds_text", "length", "side", "figure"]
    )


def worst_finding(table: pd.DataFrame) -> str:
    """How many of the pairs of :func:`worst_table` fool the model, and the worst of them."""
    fooled = int((table["side"] == "bad").sum())
    if not fooled:
        return f"None of these pairs fools the model. The closest: {table['name'].iloc[0]}"
    return (
        f"{fooled} of {len(table)} pairs fool the model. The worst: {table['name'].iloc[0]} ({table['figure'].iloc[0]})"
    )


def code_remark(count: int, *, readable: int, limit: int) -> str:
    """What the code to copy leaves out of ``count`` pairs, and why; "" if it has all of them.

    Args:
        count: The pairs of the phenomenon.
        readable: Of these, those that the code can score: it scores whole sentences, not named words in them.
        limit: How many it takes at once.
    """
    if not count:
        return "No code: the model can read none of these pairs."
    if not readable:
        return "No code: it scores whole sentences, and these pairs name a word to score."
    left_out = count - readable
    parts = [
        f"The first {limit} of {count_phrase(readable, 'pair')}." if readable > limit else "",
        f"{count_phrase(left_out, 'pair is', 'pairs are')} left out: the code scores whole sentences, not named words."
        if left_out
        else "",
    ]
    return " ".join(filter(None, parts))


def both_words(pair: MinimalPair) -> str:
    """A sentence with both words in the place where they differ: "The key [is / are] here."."""
    start, good_end, bad_end = _difference(pair)
    good, bad = pair.good[start:good_end], pair.bad[start:bad_end]
    if not (good and bad) or " " in good.strip() or " " in bad.strip():
        return f"{pair.good} / {pair.bad}"
    return f"{pair.good[:start]}[{good} / {bad}]{pair.good[good_end:]}"


def masked_sentence(pair: MinimalPair) -> str:
    """The good sentence with [MASK] in the place of the word that differs; as it is if more than a word does."""
    start, end, bad_end = _difference(pair)
    words = pair.good[start:end], pair.bad[start:bad_end]
    if not all(words) or any(" " in word for word in words):
        return pair.good
    return f"{pair.good[:start]}[MASK]{pair.good[end:]}"


def _difference(pair: MinimalPair) -> tuple[int, int, int]:
    """Where the sentences differ, in whole words: the start, and the ends in the good and in the bad one."""
    good, bad = (_WORDS.findall(text) for text in (pair.good, pair.bad))
    before = _shared(good, bad)
    after = _shared(good[before:][::-1], bad[before:][::-1])
    start = len("".join(good[:before]))
    return (
        start,
        start + len("".join(good[before : len(good) - after])),
        start + len("".join(bad[before : len(bad) - after])),
    )


def _shared(first: Sequence[str], second: Sequence[str]) -> int:
    """How many items two lists begin with in common."""
    pairs = zip(first, second, strict=False)
    return next(
        (place for place, (one_word, other) in enumerate(pairs) if one_word != other), min(len(first), len(second))
    )


def _figure(pair: MinimalPair, log_odds: float, side: str) -> str:
    """Which sentence is preferred, and how many times as likely it is: "“are”, 12 times as likely"."""
    if side == "tie":
        return "a tie"
    start, good_end, bad_end = _difference(pair)
    word = pair.good[start:good_end] if side == "good" else pair.bad[start:bad_end]
    ratio = ratio_text(min(abs(log_odds), math.log(1e15)))
    which = quoted(word) if word and " " not in word else f"the {side} one"
    return f"{which}, {ratio} as likely"
