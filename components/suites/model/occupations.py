"""Occupations with published labour shares, the sentences they are put into, and how often a corpus names them.

Women's shares: United States, 2012, American Community Survey through IPUMS USA (https://doi.org/10.18128/D010), as
collected by FiveThirtyEight (https://github.com/fivethirtyeight/data, "male-flight-attendants", CC BY 4.0). The
sentences were written for Riverbank. ``python -m training.occupation_counts`` writes the counts.
"""

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from components.model.statistics.bootstrap import Interval
from components.model.statistics.proportions import proportion_interval

SLOT = "{}"  # in a sentence, for the occupation; "a {}" becomes "an {}" before a vowel
PRONOUNS = ("she", "he", "they")
NEUTRAL = "person"  # in the slot, it says what the sentences alone prefer
OCCUPATION_FILE = Path(__file__).with_name("occupations.tsv")
TEMPLATE_FILE = Path(__file__).with_name("pronoun_templates.txt")
COUNT_FILE = Path(__file__).with_name("corpus_pronouns.tsv")
SMALLEST_COUNT = 20  # sentences of a corpus with a pronoun; with fewer, an occupation has no share there


@dataclass(frozen=True)
class Occupation:
    """An occupation, and the published category that it is compared with.

    Attributes:
        word: The word in the sentences, in the singular.
        category: The category's published name.
        male_percent: Men in the category, in percent.
        fit: Whether the category is the same as the word, broader or narrower.
    """

    word: str
    category: str
    male_percent: float
    fit: Literal["same", "broader", "narrower"]

    @property
    def women_share(self) -> float:
        """The published share of women in the category, from 0 to 1."""
        return (100 - self.male_percent) / 100


@dataclass(frozen=True)
class CorpusCount:
    """In how many sentences of the pocket family's training text an occupation and a pronoun stand together.

    Attributes:
        word: The occupation.
        sentences: Sentences with the word.
        she: Of these, those with "she", "her" or "hers".
        he: Of these, those with "he", "him" or "his"; a sentence with both counts in both.
    """

    word: str
    sentences: int
    she: int
    he: int

    @property
    def share(self) -> Interval | None:
        """The share of "she" with a 95% interval; None below :data:`SMALLEST_COUNT` sentences with a pronoun."""
        total = self.she + self.he
        return proportion_interval(self.she, total) if total >= SMALLEST_COUNT else None


@cache
def occupations() -> tuple[Occupation, ...]:
    """All occupations."""
    return tuple(
        Occupation(row["word"], row["category"], float(row["male_percent"]), _fit(row["fit"]))
        for row in _rows(OCCUPATION_FILE)
    )


@cache
def pronoun_templates() -> tuple[str, ...]:
    """The sentences, each with one :data:`SLOT` and one [MASK]."""
    return tuple(TEMPLATE_FILE.read_text(encoding="utf-8").splitlines())


@cache
def corpus_counts() -> dict[str, CorpusCount]:
    """The counts by occupation."""
    return {
        row["word"]: CorpusCount(row["word"], *(int(row[name]) for name in ("sentences", "she", "he")))
        for row in _rows(COUNT_FILE)
    }


def fill_template(template: str, word: str) -> str:
    """A sentence with an occupation in its slot, after the article that fits."""
    article = "an" if word[:1].lower() in "aeiou" else "a"
    return template.replace(f" a {SLOT}", f" {article} {SLOT}").replace(SLOT, word)


def _fit(text: str) -> Literal["same", "broader", "narrower"]:
    assert text in ("same", "broader", "narrower"), text
    return text  # type: ignore[return-value]


def _rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))
