"""Pairs of sentences that differ in a word or two, by what the difference is about.

Every pair was chosen because the bundled MiniLM's answers differ between its sentences; a test holds it to that.
"""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("pairs.tsv")


@dataclass(frozen=True)
class PairProbe:
    """Two sentences of equally many tokens, with the answer that fits each better.

    Attributes:
        phenomenon: What the difference is about.
        clean: The first sentence.
        corrupt: The second sentence.
        first: The answer that fits the first sentence better.
        second: The answer that fits the second one better.
    """

    phenomenon: str
    clean: str
    corrupt: str
    first: str
    second: str


@dataclass(frozen=True)
class PairPreset:
    """An example: a pair of sentences with its answers, named by what the difference is about."""

    name: str
    sentence: str
    other: str
    words: tuple[str, str]
    notice: str


_NOTICES = {
    "Number": "The verb agrees with the subject, which is some words away. Follow its column: in which layer does the "
    "blank take over?",
    "Gender": "A pronoun needs the gender of a noun. Compare with “Number”: does this answer move earlier or later?",
    "Negation": "“Any” follows a negation, “some” does not. Look for the layer in which the blank learns of “not”.",
    "Capital": "The answer is knowledge about the world. Does the country's own vector hold it until the end?",
    "Bank": "One word decides which bank it is. Look at the column of “bank”: does some of the answer pass through it?",
    "Tense": "The first words say when. Do several tokens carry the answer on the way?",
    "Opposite": "Does the model need the adjective's own vector to the end, or does “opposite” take part?",
}


@cache
def pair_probes() -> tuple[PairProbe, ...]:
    """All pairs, by phenomenon."""
    with FILE.open(encoding="utf-8") as file:
        return tuple(PairProbe(**row) for row in csv.DictReader(file, delimiter="\t"))


def phenomena() -> tuple[str, ...]:
    """What the pairs are about, in the order of a lecture."""
    return tuple(dict.fromkeys(probe.phenomenon for probe in pair_probes()))


def pairs_of(phenomenon: str) -> Sequence[PairProbe]:
    """The pairs of one phenomenon."""
    return [probe for probe in pair_probes() if probe.phenomenon == phenomenon]


def pair_presets() -> tuple[PairPreset, ...]:
    """One example of each phenomenon: its first pair."""
    return tuple(
        PairPreset(name, probe.clean, probe.corrupt, (probe.first, probe.second), _NOTICES[name])
        for name in phenomena()
        for probe in pairs_of(name)[:1]
    )
