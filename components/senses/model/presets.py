"""Words of several meanings, and sentences written for this project in which the context tells which one is meant.

Context Atlas (Reif et al., 2019, "Visualizing and Measuring the Geometry of BERT") showed that the vectors a network
makes of one word lie apart by what the word means. To ask that of a model, somebody has to have said what it means: so
each file of ``sense_presets/`` holds sentences with one word, each labelled with the sense a reader would take.

So that a model is asked for the meaning and nothing else, the senses of a word have equally many sentences, and neither
the place of the word nor its inflection goes with the sense: at layer 0, where a vector knows only those two, senses
should be told apart by luck alone. Some sentences are meant to be hard. Their telling words are few, far away or only
to the right, or other words point to another sense ("She walked along the river to the bank and paid the rent").
"""

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("sense_presets")
CONCORDANCE = Path(__file__).with_name("concordance.tsv")
# Inflections that only one sense has ("lights", "rights", "barked") are not asked for: they would give it away.
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
    """A sentence, the sense its word has there, and whether it is meant to be hard."""

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
        """What it is called."""
        return self.word

    @property
    def notice(self) -> str:
        """What to notice in it: the room says that of all words alike."""
        return ""

    @property
    def hint(self) -> str:
        """What there is of it."""
        return f"{len(self.sentences)} sentences: {', '.join(self.senses)}"


def sense_presets(folder: Path = FOLDER) -> tuple[SensePreset, ...]:
    """The ten words, read from ``folder``; "bank" is the first.

    Raises:
        ValueError: A line is not a sentence, a sense and "yes" or nothing, parted by tabs.
    """
    return tuple(SensePreset(forms[0], forms, _sentences(folder / f"{forms[0]}.tsv")) for forms in _FORMS)


def concordance(file: Path = CONCORDANCE) -> tuple[SensePreset, ...]:
    """More words, five sentences a sense, for those that a visitor names: enough to look at, too few to rank models by.

    Raises:
        ValueError: A line is not forms with commas between them, a sense and a sentence, parted by tabs.
    """
    words: dict[tuple[str, ...], list[SenseSentence]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        forms, sense, sentence = line.split("\t")
        words.setdefault(tuple(forms.split(",")), []).append(SenseSentence(sentence, sense, hard=False))
    return tuple(SensePreset(forms[0], forms, tuple(found)) for forms, found in words.items())


def _sentences(file: Path) -> tuple[SenseSentence, ...]:
    _header, *lines = file.read_text(encoding="utf-8").splitlines()
    return tuple(_sentence(line, file.name) for line in lines)


def _sentence(line: str, source: str) -> SenseSentence:
    try:
        sentence, sense, hard = line.split("\t")
        return SenseSentence(sentence, sense, _HARD[hard])
    except (KeyError, ValueError) as error:
        raise ValueError(f"{source} has a line {line!r}: expected sentence, sense, and yes or nothing") from error
