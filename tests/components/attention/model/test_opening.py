"""What a sentence of the attention room opens with."""

from typing import TYPE_CHECKING

import numpy as np
import pytest

import cache.shared.traces
from components.attention.model.opening import NEIGHBOURS, opening_head, strongest_head
from components.model.checkpoints.catalogue import DEFAULT_MODEL

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

SENTENCE = "She walked to the bank of the river."


def test_it_opens_with_the_head_in_which_the_word_looks_most_at_the_other(engine: "Engine") -> None:
    sentence_trace = cache.shared.traces.trace(DEFAULT_MODEL, SENTENCE)
    texts = [token.text for token in sentence_trace.tokens.items]
    layer, head, query = opening_head(sentence_trace, ("Bank", "RIVER"))
    assert query == texts.index("bank")
    looks = sentence_trace.attention[:, :, query, texts.index("river")]
    assert looks[layer, head] == np.max(looks)


@pytest.mark.parametrize("looks", [None, ("bank", "ship"), ("ship", "bank")])
def test_it_opens_with_the_first_head_where_there_is_no_such_word(
    engine: "Engine", looks: tuple[str, str] | None
) -> None:
    assert opening_head(cache.shared.traces.trace(DEFAULT_MODEL, SENTENCE), looks) == (0, 0, None)


def test_the_strongest_head_of_a_word_is_the_one_with_its_largest_weight_on_another_word(engine: "Engine") -> None:
    sentence_trace = cache.shared.traces.trace(DEFAULT_MODEL, "The bank by the river is a bank, he said.")
    items = sentence_trace.tokens.items
    query = [token.text for token in items].index("bank")
    strongest = strongest_head(sentence_trace, query)
    assert strongest is not None
    counted = [n for n, token in enumerate(items) if token.text in ("river", "is", "a", "he", "said")]
    weights = sentence_trace.attention[:, :, query][:, :, counted]
    assert weights[strongest].max() == weights.max()


def test_neighbours_count_where_there_are_no_other_words(engine: "Engine") -> None:
    sentence_trace = cache.shared.traces.trace(DEFAULT_MODEL, "The bank closed.")
    assert len(sentence_trace.tokens.items) <= 2 + 2 * NEIGHBOURS
    layer, head = strongest_head(sentence_trace, 2) or (-1, -1)
    assert sentence_trace.attention[layer, head, 2, [1, 3]].max() == sentence_trace.attention[:, :, 2, [1, 3]].max()


@pytest.mark.parametrize("sentence", ["bank", "Bank bank.", "bank ... !"])
def test_a_word_alone_has_no_strongest_head(engine: "Engine", sentence: str) -> None:
    assert strongest_head(cache.shared.traces.trace(DEFAULT_MODEL, sentence), 1) is None
