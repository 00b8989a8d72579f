"""A mask drawn by hand goes into a link and comes back, and nothing else becomes a mask."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.masks.model.link_text import decode_mask, encode_mask
from components.model.inference.attention_mask import Causal
from tests.examples import scaled


@given(length=st.integers(1, 128), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=scaled(40))
def test_what_was_drawn_comes_back(length: int, seed: int) -> None:
    allowed = np.random.default_rng(seed).random((length, length)) < 0.3
    allowed[np.arange(length), 0] = True
    text = encode_mask(allowed)
    assert text == "".join(letter for letter in text if letter.isalnum() or letter in "-_")
    mask = decode_mask(text, length)
    assert mask is not None
    np.testing.assert_array_equal(mask.allowed(length), allowed)


def test_a_short_sentence_makes_a_short_text() -> None:
    assert len(encode_mask(Causal().allowed(12))) == 24


@given(text=st.text(max_size=40), length=st.integers(0, 20))
@settings(max_examples=scaled(200))
def test_any_text_is_a_mask_of_that_size_or_none(text: str, length: int) -> None:
    mask = decode_mask(text, length)
    assert mask is None or mask.allowed(length).any(axis=1).all()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A" * 24,
        encode_mask(Causal().allowed(11)),
        encode_mask(Causal().allowed(12))[:-1] + "=",
        "é" * 24,
        "+/" * 12,
    ],
    ids=["nothing", "every row empty", "another sentence", "padding", "no letters of a link", "other letters"],
)
def test_what_is_no_mask_is_left_out(text: str) -> None:
    assert decode_mask(text, 12) is None
