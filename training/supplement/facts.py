"""Writes sentences that state common knowledge, each fact in many wordings.

A small model cannot learn that Lisbon is the capital of Portugal from the one
or two mentions a modest corpus holds. Here every fact is a row of a table and
is written through many templates, in both directions, alone and inside longer
sentences, so that the model learns the fact and not a single phrase.
"""

import dataclasses
import random
from collections.abc import Iterator, Sequence

from training.supplement import tables

_LARGEST_SUM = 20
_LARGEST_ADDEND = 10


@dataclasses.dataclass(frozen=True)
class FactTopic:
    """One kind of fact: its table, its templates, and how often to say it."""

    table: str
    templates: tuple[str, ...]
    per_row: int


_TOPICS = (
    FactTopic("countries", ("language",), 16),
    FactTopic("countries", ("nation",), 10),
    FactTopic("countries", ("continent",), 10),
    FactTopic("countries", ("currency",), 5),
    FactTopic("landmarks", ("landmark",), 14),
    FactTopic("opposite_adjectives", ("opposite", "adjective"), 28),
    FactTopic("opposite_words", ("opposite",), 18),
    FactTopic("colours", ("colour",), 28),
    FactTopic("kinds", ("kind",), 16),
    FactTopic("animals", ("sound", "baby", "home", "food", "legs"), 30),
    FactTopic("seasons", ("season",), 24),
    FactTopic("jobs", ("job",), 18),
    FactTopic("tools", ("tool",), 14),
    FactTopic("materials", ("material",), 14),
    FactTopic("tastes", ("taste",), 20),
    FactTopic("works", ("work",), 16),
    FactTopic("people", ("person",), 14),
    FactTopic("family", ("family",), 24),
    FactTopic("counts", ("count",), 24),
    FactTopic("organs", ("sense",), 24),
    FactTopic("idioms", ("idiom",), 9),
    FactTopic("phrases", ("phrase",), 8),
    FactTopic("statements", ("statement",), 10),
)

_CAPITAL_TEMPLATES = ("capital", "capital_scene")
_CAPITALS_PER_COUNTRY = {"yes": 150, "no": 62}


def _sequence_rows() -> Iterator[tables.Row]:
    """Yields each item of an ordered series with its neighbours."""
    for series in tables.read_table("sequences"):
        items = series["items"].split()
        cyclic = series["cyclic"] == "yes"
        before = items[-1:] if cyclic else [""]
        after = items[:1] if cyclic else [""]
        padded = before + items + after
        for previous, item, following in zip(padded, items, padded[2:], strict=False):
            yield {
                "kind": series["kind"],
                "before": previous,
                "item": item,
                "after": following,
            }


def _sum_rows() -> Iterator[tables.Row]:
    """Yields small sums in words, read off the table of numbers."""
    series = tables.read_table("sequences")
    words = next(row["items"].split() for row in series if row["kind"] == "number")
    for first in range(1, _LARGEST_SUM):
        for second in range(1, min(_LARGEST_ADDEND, _LARGEST_SUM - first) + 1):
            yield {
                "a": words[first - 1],
                "b": words[second - 1],
                "total": words[first + second - 1],
            }


def _about(rng: random.Random, rows: Sequence[tables.Row], topics: Sequence[str], count: int) -> Iterator[str]:
    templates = [text for topic in topics for text in tables.read_templates(topic)]
    frames = tables.read_templates("frame") + tables.read_templates("fact_frame")
    return tables.expand(rng, rows, templates, frames, count)


def _capitals(rng: random.Random) -> Iterator[str]:
    """Yields the capitals, and those of the best known countries more often."""
    countries = tables.read_table("countries")
    for famous, count in _CAPITALS_PER_COUNTRY.items():
        rows = [row for row in countries if row["famous"] == famous]
        yield from _about(rng, rows, _CAPITAL_TEMPLATES, count)


def _opposites_turned_round(rng: random.Random) -> Iterator[str]:
    """Yields the pairs of opposites read from right to left."""
    for table, topics in (
        ("opposite_adjectives", ("opposite", "adjective")),
        ("opposite_words", ("opposite",)),
    ):
        rows = [{"a": row["b"], "b": row["a"]} for row in tables.read_table(table)]
        yield from _about(rng, rows, topics, 16)


def _all_facts(rng: random.Random) -> Iterator[str]:
    yield from _capitals(rng)
    yield from _opposites_turned_round(rng)
    for topic in _TOPICS:
        rows = tables.read_table(topic.table)
        yield from _about(rng, rows, topic.templates, topic.per_row)
    yield from _about(rng, list(_sequence_rows()), ("order", "member"), 28)
    yield from _about(rng, list(_sum_rows()), ("sum",), 5)


def sentences(rng: random.Random) -> Iterator[str]:
    """Yields every fact in every chosen wording; the caller leaves out the reserved ones."""
    yield from _all_facts(rng)
