"""Ambiguous words, and sentences written for this project in which the context shows which sense is meant.

Context Atlas (Reif et al., 2019, "Visualizing and Measuring the Geometry of BERT") showed that BERT's vectors of one
word separate by sense. Measuring that needs labelled sentences: each file of ``sense_presets/`` holds sentences with
one word, each labelled with the sense that a reader would take.

The senses of a word have equally many sentences, and neither the position nor the inflection of the word correlates
with its sense. So at layer 0, where a vector encodes only those two, senses should be separated no better than by
chance. Some sentences are meant to be hard: their cues are few, far away or only to the right, or other words suggest
another sense ("She walked along the river to the bank and paid the rent").
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).with_name("sense_presets")
CONCORDANCE = Path(__file__).with_name("concordance.tsv")
# Inflections that only one sense has ("lights", "rights", "barked") are left out: they would give it away.
_FORMS = (
    ("bank", "banks"),
    ("bat", "bats"),
    ("spring", "springs"),
    ("light",),
    ("right",),
    ("match", "matches"),
    ("charge", "charges", "charged"),
    ("cell", "cells"),
    ("plant", "plants"),
    ("bark", "barks"),
)
_HARD = {"": False, "yes": True}


@dataclass(frozen=True)
class SenseSentence:
    """A sentence, the sense of the word in it, and whether it is meant to be hard."""

    sentence: str
    sense: str
    hard: bool


@dataclass(frozen=True)
class SensePreset:
    """A word, its inflections to look for (the word itself first), and its sentences, sense by sense."""

    word: str
    forms: tuple[str, ...]
    sentences: tuple[SenseSentence, ...]

    @property
    def senses(self) -> tuple[str, ...]:
        """The labels, each once, in the order of the sentences."""
        return tuple(dict.fromkeys(sentence.sense for sentence in self.sentences))

    @property
    def name(self) -> str:
        """Its name in lists of examples."""
        return self.word

    @property
    def notice(self) -> str:
        """What to notice in it; empty, because the room has one text for all words."""
        return ""


@dataclass(frozen=True)
class OpeningSentence:
    """A sentence that the river offers, and what to call it.

    Attributes:
        name: The word that makes the difference.
        sentence: The sentence.
        sense: The sense that most readers take.
        fools: Whether the default model does not read it so.
    """

    name: str
    sentence: str
    sense: str
    fools: bool = False


# Of twenty pairs of sentences that differ in one word, the first two lie furthest on both sides (decision 10 in
# docs/decisions). The others are weak on purpose: the page offers them to fool the model with.
OPENING_SENTENCES = (
    OpeningSentence("mud", "The bank was covered with mud.", "river"),
    OpeningSentence("cash", "The bank was covered with cash.", "money"),
    OpeningSentence("frogs", "The bank was full of frogs.", "river", fools=True),
    OpeningSentence("boats", "We met at the bank and counted the boats.", "river", fools=True),
)


@cache
def sense_presets(folder: Path = FOLDER) -> tuple[SensePreset, ...]:
    """The ten preset words, read from ``folder``; "bank" is the first.

    Raises:
        ValueError: A line is not a sentence, a sense and "yes" or nothing, separated by tabs.
    """
    return tuple(SensePreset(forms[0], forms, _sentences(folder / f"{forms[0]}.tsv")) for forms in _FORMS)


def concordance() -> tuple[SensePreset, ...]:
    """Further words with five sentences per sense: enough to look at, too few to rank models by.

    Raises:
        ValueError: A line is not comma-separated forms, a sense and a sentence, separated by tabs.
    """
    words: dict[tuple[str, ...], list[SenseSentence]] = {}
    for line in CONCORDANCE.read_text(encoding="utf-8").splitlines():
        forms, sense, sentence = line.split("\t")
        words.setdefault(tuple(forms.split(",")), []).append(SenseSentence(sentence, sense, hard=False))
    return tuple(SensePreset(forms[0], forms, tuple(sentences)) for forms, sentences in words.items())


def _sentences(file: Path) -> tuple[SenseSentence, ...]:
    _header, *lines = file.read_text(encoding="utf-8").splitlines()
    return tuple(_sentence(line, file.name) for line in lines)


def _sentence(line: str, source: str) -> SenseSentence:
    try:
        sentence, sense, hard = line.split("\t")
        return SenseSentence(sentence, sense, _HARD[hard])
    except (KeyError, ValueError) as error:
        raise ValueError(f"{source} has a line {line!r}: expected sentence, sense, and yes or nothing") from error
