"""Writes sentences about transformers, the subject that Riverbank teaches.

Learners like to ask the model about itself, but a general corpus hardly speaks
of attention heads or masked words. Hand-written statements give the facts, and
tables of subjects, verbs and objects that can be freely combined give the
field's words in enough settings for the model to generalise.
"""

import itertools
import random
from collections.abc import Iterator

from training.supplement import tables

_WORDINGS_PER_STATEMENT = 16
_WORDINGS_PER_CLAUSE = 4


def _clause_rows() -> Iterator[tables.Row]:
    """Yields every subject, verb and object that a line of the table allows."""
    for group in tables.read_table("talk_clauses"):
        parts = (group[key].split(";") for key in ("subjects", "verbs", "objects"))
        for words in itertools.product(*parts):
            yield {"fact": " ".join(words)}


def sentences(rng: random.Random) -> Iterator[str]:
    """Yields the statements and clauses, plain and inside longer sentences."""
    templates = tables.read_templates("statement")
    frames = tables.read_templates("frame") + tables.read_templates("talk_frame")
    for rows, count in (
        (tables.read_table("talk_statements"), _WORDINGS_PER_STATEMENT),
        (tuple(_clause_rows()), _WORDINGS_PER_CLAUSE),
    ):
        yield from tables.expand(rng, rows, templates, frames, count)
