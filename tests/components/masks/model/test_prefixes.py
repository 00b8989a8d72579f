"""What a model makes of every beginning of a sentence: laws, and parity with passes of their own."""

from dataclasses import replace

import numpy as np
import pytest

from components.masks.model.prefixes import MAX_PREFIX_TOKENS, prefix_attention
from components.model.checkpoints.open_model import Purpose
from components.model.inference.attention_mask import Bidirectional, Causal, Prefix, SlidingWindow, custom_mask
from components.model.inference.forward import trace
from components.model.results import Tokens
from tests.components.conftest import Opener
from tests.components.small_models import FAMILIES

SENTENCE = "she sat on the bank of the river"


def beginning(tokens: Tokens, count: int) -> Tokens:
    return replace(tokens, items=tokens.items[:count])


@pytest.mark.parametrize("family", FAMILIES)
def test_each_beginning_is_what_a_pass_of_it_alone_gives(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    attention = prefix_attention(model, tokens, Bidirectional())
    assert attention is not None
    for read in range(1, len(tokens) + 1):
        alone = trace(model, beginning(tokens, read), Bidirectional())
        visible = attention[read - 1, :, :, :read, :read]
        np.testing.assert_allclose(visible, alone.attention, atol=1e-5)
        np.testing.assert_allclose(visible.sum(axis=-1), 1, atol=1e-5)
        assert not attention[read - 1, :, :, read:].any()
        assert not attention[read - 1, ..., read:].any()


@pytest.mark.parametrize("family", FAMILIES)
def test_what_was_read_changes_from_both_sides_and_never_under_a_causal_mask(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    attention = prefix_attention(model, tokens, Bidirectional())
    assert attention is not None
    for read in range(2, len(tokens)):
        later, before = (attention[index, :, :, : read - 1, :read] for index in (read, read - 1))
        assert np.abs(later - before).max() > 1e-4
    # None: the rows of the whole are the rows of every beginning, and a grid shows the very same numbers.
    for mask in (Causal(), SlidingWindow(0)):
        assert prefix_attention(model, tokens, mask) is None
        whole = trace(model, tokens, mask).attention
        for read in range(1, len(tokens)):
            alone = trace(model, beginning(tokens, read), mask).attention
            np.testing.assert_allclose(whole[:, :, :read, :read], alone, atol=1e-5)


def test_a_mask_that_looks_ahead_for_a_while_is_read_too(opened: Opener) -> None:
    model = opened("bert", Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    attention = prefix_attention(model, tokens, Prefix(3))
    assert attention is not None
    alone = trace(model, beginning(tokens, 5), Prefix(3))
    np.testing.assert_allclose(attention[4, :, :, :5, :5], alone.attention, atol=1e-5)


def test_there_are_none_where_a_token_would_see_nothing_or_the_text_is_long(opened: Opener) -> None:
    model = opened("bert", Purpose.INSPECT)
    tokens = model.tokenizer.tokens(SENTENCE)
    backwards = custom_mask(~np.tri(len(tokens), k=-1, dtype=bool))  # the first token sees all, the last only itself
    ahead = np.roll(np.eye(len(tokens), dtype=bool), 1, axis=1)  # each sees the next one alone
    assert prefix_attention(model, tokens, backwards) is not None
    assert prefix_attention(model, tokens, custom_mask(ahead)) is None
    long = model.tokenizer.tokens("river " * MAX_PREFIX_TOKENS)
    assert len(long) > MAX_PREFIX_TOKENS
    assert prefix_attention(model, long, Bidirectional()) is None
