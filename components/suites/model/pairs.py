"""Minimal pairs: two sentences that differ in one thing, of which a model should prefer the first."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("pairs.tsv")
SHIPPED = "Riverbank’s pairs"
Span = tuple[int, int]  # characters of a text: the first, and the one after the last


@dataclass(frozen=True)
class MinimalPair:
    """A good and a bad sentence.

    Attributes:
        good: The sentence that people prefer.
        bad: The other one.
        phenomenon: What the difference is about.
        source: The list that it is from.
        words: The spans of the words that are scored, in the good and in the bad sentence; None where their difference
            says what is scored.
    """

    good: str
    bad: str
    phenomenon: str
    source: str = ""
    words: tuple[Span, Span] | None = None


@cache
def shipped_pairs() -> tuple[MinimalPair, ...]:
    """The pairs that ship with the app, by phenomenon."""
    with FILE.open(encoding="utf-8") as file:
        return tuple(
            MinimalPair(row["good"], row["bad"], row["phenomenon"], SHIPPED)
            for row in csv.DictReader(file, delimiter="\t")
        )


def phenomena_of(pairs: Sequence[MinimalPair]) -> tuple[str, ...]:
    """What the pairs are about, each once, in their order."""
    return tuple(dict.fromkeys(pair.phenomenon for pair in pairs))
