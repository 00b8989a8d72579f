"""What is read off weights: the head that looks furthest ahead."""

from dataclasses import replace

import numpy as np

from components.masks.model.weights import lookahead_head
from components.model.checkpoints.open_model import Purpose
from components.model.inference.forward import trace
from tests.components.conftest import Opener
from tests.components.masks.model.test_comparison import SENTENCE


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
