"""Example sentences: where a head attends as one of the scored patterns describes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.attention.model.head_measures import Flags, pattern_keys, relation_keys, word_indices
from components.attention.model.head_probes import Probe
from components.attention.model.results import HeadPattern
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.forward import trace
from components.model.results import Floats, Tokens

READ_LIMIT = 100  # sentences of the probe set that are read at most, so that a visitor does not wait for long


@dataclass(frozen=True)
class HeadExample:
    """A sentence in which a head follows a pattern.

    Attributes:
        sentence: The sentence.
        query: The position of the token.
        key: The position of the token that it attends to most, as the pattern describes.
    """

    sentence: str
    query: int
    key: int


def find_example(
    opened: OpenModel, probes: Sequence[Probe], pattern: HeadPattern, layer: int, head: int
) -> HeadExample | None:
    """The first sentence in which a token gives most of its attention in one head to a token that ``pattern`` wants.

    Special tokens count: scores for grammar leave them out, but a visitor sees them.

    Args:
        opened: A model opened to look inside.
        probes: The sentences. Those that cannot show the pattern are skipped, and :data:`READ_LIMIT` others are read.
        pattern: Any pattern except :attr:`HeadPattern.BROAD`.
        layer: From 0.
        head: From 0.

    Returns:
        None if there is no such sentence.

    Raises:
        TooLong: A sentence does not fit the model.
    """
    causal, read = opened.record.role is Role.CAUSAL, 0
    for probe in probes:
        tokens = opened.tokenizer.tokens(probe.sentence)
        keys = wanted_keys(tokens, probe, pattern, causal=causal)
        if not keys.any():
            continue
        if read == READ_LIMIT:
            break
        read += 1
        if (pair := shown_pair(trace(opened, tokens).attention[layer, head], keys)) is not None:
            return HeadExample(probe.sentence, *pair)
    return None


def shown_pair(attention: Floats, keys: Flags) -> tuple[int, int] | None:
    """The first query that attends most to one of its wanted keys, and that key; None without one.

    Args:
        attention: *Shape:* (query, key).
        keys: Which keys are wanted, as :func:`wanted_keys` returns them.
    """
    most_attended = attention.argmax(axis=-1)
    shown = np.flatnonzero(keys[np.arange(len(keys)), most_attended])
    return (int(shown[0]), int(most_attended[shown[0]])) if len(shown) else None


def wanted_keys(tokens: Tokens, probe: Probe, pattern: HeadPattern, *, causal: bool) -> Flags:
    """The keys that a pattern wants for every query. *Shape:* (query, key)."""
    words = word_indices(tokens, probe)
    if pattern.syntax:
        return relation_keys(words, probe, pattern, causal=causal)
    return pattern_keys(words, probe, causal=causal)[pattern]
