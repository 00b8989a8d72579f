"""What is read off weights: the head that looks furthest ahead, and a cell of a padded sentence."""

from dataclasses import replace

import numpy as np
import pytest

from components.masks.model.comparison import padded_cell, padded_pair
from components.masks.model.weights import lookahead_head
from components.model.checkpoints.open_model import Purpose
from components.model.inference.forward import trace
from components.model.user_errors import UserError
from tests.components.conftest import Opener
from tests.components.masks.model.test_comparison import LONGER, SENTENCE


@pytest.mark.parametrize("family", ["bert", "distilbert", "roformer"])
def test_a_cell_of_a_padded_sentence_is_that_of_the_batch(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    pair = [model.tokenizer.tokens(sentence) for sentence in (LONGER, SENTENCE)]
    batch = padded_pair(model, *pair).padded.attention
    remaining = len(pair[1])
    for key in (2, remaining):
        cell = padded_cell(model, *pair, 1, 2, 3, key)
        assert cell.masked.weight == pytest.approx(float(batch[1, 2, 3, key]), abs=1e-5)
        assert cell.bidirectional.weight > 0  # padding in sight takes its share
    with pytest.raises(UserError, match="nothing is padded"):
        padded_cell(model, pair[0], pair[0], 0, 0, 0, 0)


def test_the_head_looking_ahead_is_the_one_made_to(opened: Opener) -> None:
    bert = opened("bert", Purpose.INSPECT)
    sentence_trace = trace(bert, bert.tokenizer.tokens(SENTENCE))
    layers, heads, count, _ = sentence_trace.attention.shape
    weights = np.zeros_like(sentence_trace.attention)
    weights[..., np.arange(count), np.minimum(np.arange(count) + 1, count - 1)] = 1  # the next word: not ahead
    weights[..., count - 1] = 1  # the mark at the end is no word
    weights[1, 2, 1:4, 6] = 0.5
    assert lookahead_head(replace(sentence_trace, attention=weights)) == (1, 2)
    short = trace(bert, bert.tokenizer.tokens("x"))
    layer, head = lookahead_head(short)
    assert 0 <= layer < layers
    assert 0 <= head < heads
