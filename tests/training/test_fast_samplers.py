"""Batches are drawn for all rows together, and are to the bit those that were drawn row by row."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.training.small_text import numbered
from training.dataset import IS_NEXT, NO_LABEL, SINGLE_LENGTHS, Batch, EncodedText, Ids, PairSampler, SingleSampler

PAD, CLS, SEP = 0, 2, 3
texts = st.builds(
    lambda sizes, every: numbered(*sizes, every=every),
    st.lists(st.integers(70, 160), min_size=2, max_size=5),
    st.integers(2, 90),
)


def pairs_by_row(text: EncodedText, rng: np.random.Generator, rows: int, length: int) -> Batch:
    """As the bundled models were trained: one row after another."""
    document = np.searchsorted(text.bounds, text.starts, side="right") - 1
    ids, segments = np.empty((rows, length), dtype=np.int64), np.zeros((rows, length), dtype=np.int64)
    labels = rng.integers(0, 2, rows)
    roomy = np.flatnonzero(text.bounds[document + 1] - text.starts >= length)
    firsts, others = rng.choice(roomy, rows), rng.choice(roomy, rows)
    for row in range(rows):
        first, other = int(firsts[row]), int(others[row])
        while document[other] == document[first]:
            other = int(rng.choice(roomy))
        begin, room = int(text.starts[first]), length - 3
        low, high = room // 4, 3 * room // 4
        cuts = text.starts[slice(*np.searchsorted(text.starts, (begin + low, begin + high)))] - begin
        cut = int(rng.choice(cuts)) if len(cuts) else int(rng.integers(low, high))
        follow = begin + cut if labels[row] == IS_NEXT else int(text.starts[other])
        a, b = text.ids[begin : begin + cut], text.ids[follow : follow + room - cut]
        ids[row] = np.concatenate(([CLS], a, [SEP], b, [SEP]))
        segments[row, cut + 2 :] = 1
    return Batch(ids, segments, np.ones_like(ids), labels)


def singles_by_row(edges: Ids, text: EncodedText, rng: np.random.Generator, rows: int, bucket: int) -> Batch:
    begins, sizes = edges[:-1], np.diff(edges)
    shortest = (2, *(length - 1 for length in SINGLE_LENGTHS))[bucket]
    fits = (sizes >= shortest) & (sizes <= SINGLE_LENGTHS[bucket] - 2)
    begins, sizes = begins[fits], sizes[fits]
    ids = np.full((rows, SINGLE_LENGTHS[bucket]), PAD, dtype=np.int64)
    for row, pick in enumerate(rng.integers(0, len(begins), rows)):
        begin, size = begins[pick], sizes[pick]
        ids[row, : size + 2] = np.concatenate(([CLS], text.ids[begin : begin + size], [SEP]))
    return Batch(ids, np.zeros_like(ids), (ids != PAD).astype(np.int64), np.full(rows, NO_LABEL))


def assert_same(a: Batch, b: Batch) -> None:
    for name in Batch.__dataclass_fields__:
        left, right = getattr(a, name), getattr(b, name)
        assert left.dtype == right.dtype
        np.testing.assert_array_equal(left, right, err_msg=name)


@given(text=texts, seed=st.integers(0, 2**32), rows=st.integers(1, 70), length=st.sampled_from([16, 33, 64]))
def test_pairs_are_those_drawn_row_by_row(text: EncodedText, seed: int, rows: int, length: int) -> None:
    together, by_row = np.random.default_rng(seed), np.random.default_rng(seed)
    sampler = PairSampler(text, cls=CLS, sep=SEP)
    for _ in range(2):  # the second batch needs the same state of the generator after the first
        assert_same(
            sampler.batch(together, rows=rows, length=length), pairs_by_row(text, by_row, rows=rows, length=length)
        )
    assert together.bit_generator.state == by_row.bit_generator.state


@given(sizes=st.lists(st.integers(2, 30), min_size=1, max_size=9), seed=st.integers(0, 2**32), rows=st.integers(0, 40))
def test_singles_are_those_drawn_row_by_row(sizes: list[int], seed: int, rows: int) -> None:
    text = numbered(*sizes)
    singles = SingleSampler(text, cls=CLS, sep=SEP, pad=PAD, whole_documents=True)
    for bucket in np.flatnonzero(singles.weights):
        together, by_row = np.random.default_rng(seed), np.random.default_rng(seed)
        expected = singles_by_row(text.bounds, text, by_row, rows, int(bucket))
        assert_same(singles.batch(together, rows=rows, bucket=int(bucket)), expected)
        assert together.bit_generator.state == by_row.bit_generator.state


def test_a_length_that_was_drawn_before_refuses_as_at_first() -> None:
    sampler = PairSampler(numbered(500, 20), cls=CLS, sep=SEP)
    for _ in range(2):
        with pytest.raises(ValueError, match="two documents"):
            sampler.batch(np.random.default_rng(0), rows=4, length=64)
