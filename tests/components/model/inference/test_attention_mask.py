"""Masks as values: what each allows, which are the same, and what does not fit."""

import numpy as np
import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from components.model.inference.attention_mask import (
    AttentionMask,
    Bidirectional,
    Causal,
    CustomMask,
    Padding,
    Prefix,
    SlidingWindow,
    custom_mask,
)
from components.model.user_errors import UserError

LENGTHS = st.integers(1, 20)


@st.composite
def masks_that_fit(draw: st.DrawFn) -> tuple[AttentionMask, int]:
    length = draw(LENGTHS)
    mask: AttentionMask = draw(
        st.one_of(
            st.sampled_from([Bidirectional(), Causal()]),
            st.builds(Prefix, st.integers(0, length)),
            st.builds(SlidingWindow, st.integers(0, 2 * length)),
            st.builds(Padding, st.integers(1, length)),
        )
    )
    return mask, length


@examples(masks_that_fit())
def test_every_row_sees_something_and_drawing_a_mask_keeps_it(mask_and_length: tuple[AttentionMask, int]) -> None:
    mask, length = mask_and_length
    allowed = mask.allowed(length)
    assert allowed.shape == (length, length)
    assert allowed.dtype == np.bool_
    assert allowed.any(axis=1).all()
    assert isinstance(mask, Padding) or allowed.diagonal().all()
    drawn = custom_mask(allowed)
    np.testing.assert_array_equal(drawn.allowed(length), allowed)
    assert hash(drawn) == hash(custom_mask(allowed))


@examples(LENGTHS, st.integers(0, 30))
def test_masks_meet_where_they_should(length: int, more: int) -> None:
    full, causal = Bidirectional().allowed(length), Causal().allowed(length)
    np.testing.assert_array_equal(Prefix(0).allowed(length), causal)
    np.testing.assert_array_equal(Prefix(length).allowed(length), full)
    np.testing.assert_array_equal(SlidingWindow(length + more).allowed(length), full)
    np.testing.assert_array_equal(SlidingWindow(0).allowed(length), np.eye(length, dtype=bool))
    np.testing.assert_array_equal(Padding(length).allowed(length), full)


def test_each_mask_cell_by_cell() -> None:
    def written(mask: AttentionMask) -> list[str]:
        return ["".join("x" if cell else "." for cell in row) for row in mask.allowed(4)]

    assert written(Causal()) == ["x...", "xx..", "xxx.", "xxxx"]
    assert written(Prefix(3)) == ["xxx.", "xxx.", "xxx.", "xxxx"]
    assert written(SlidingWindow(1)) == ["xx..", "xxx.", ".xxx", "..xx"]
    assert written(Padding(2)) == ["xx..", "xx..", "xx..", "xx.."]


@pytest.mark.parametrize(
    "mask", [Prefix(-1), Prefix(5), SlidingWindow(-1), Padding(0), Padding(5), Padding(-3), CustomMask(((True,),))]
)
def test_numbers_out_of_range_are_refused(mask: AttentionMask) -> None:
    with pytest.raises(UserError):
        mask.allowed(4)


def test_masks_are_values() -> None:
    assert Prefix(3) == Prefix(3)
    assert len({Bidirectional(), Causal(), Prefix(3), SlidingWindow(3), Padding(3)}) == 5
