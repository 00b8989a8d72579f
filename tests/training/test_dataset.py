"""Examples are what their labels say."""

import numpy as np
import pytest

from tests.training.small_text import encoded, numbered, tokenizer
from training.dataset import (
    IS_NEXT,
    NO_LABEL,
    NOT_NEXT,
    SINGLE_LENGTHS,
    Batch,
    EncodedText,
    PairSampler,
    SingleSampler,
    concatenate_batches,
    encode_documents,
)

PAD, CLS, SEP = 0, 2, 3


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def same(a: Batch, b: Batch) -> bool:
    return all(np.array_equal(getattr(a, name), getattr(b, name)) for name in Batch.__dataclass_fields__)


def halves(ids: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    (first, second) = np.flatnonzero(ids == SEP)
    return ids[1:first], ids[first + 1 : second]


def test_encoding_keeps_documents_apart_and_finds_where_sentences_begin() -> None:
    first = ["the king sees a dog. the queen likes bread!", "my sister hears."]
    text = encode_documents([first, ["a bird finds the sea"]], tokenizer())
    pieces = [tokenizer().convert_ids_to_tokens(part.tolist()) for part in np.split(text.ids, text.bounds[1:-1])]
    assert pieces[0][:6] == ["the", "king", "sees", "a", "dog", "."]
    assert pieces[1] == ["a", "bird", "finds", "the", "sea"]
    assert text.bounds.tolist() == [0, 15, 20]
    assert text.starts.tolist() == [0, 6, 11, 15]


def test_a_document_without_pieces_shifts_no_other() -> None:
    text = encode_documents([["the king"], [""], ["bread ."]], tokenizer())
    assert text.bounds.tolist() == [0, 2, 2, 4]
    assert text.starts.tolist() == [0, 2]


@pytest.mark.parametrize("length", [64, 128])
def test_pairs_fill_their_length_with_two_segments(length: int) -> None:
    batch = PairSampler(encoded(), cls=CLS, sep=SEP).batch(rng(), rows=40, length=length)
    assert batch.ids.shape == batch.segments.shape == batch.attention_mask.shape == (40, length)
    assert batch.attention_mask.all()
    assert (batch.ids != PAD).all()
    assert (batch.ids[:, 0] == CLS).all()
    assert (batch.ids[:, -1] == SEP).all()
    assert ((batch.ids == SEP).sum(axis=1) == 2).all()
    assert ((batch.ids == CLS).sum(axis=1) == 1).all()
    for ids, segments in zip(batch.ids, batch.segments, strict=True):
        middle = np.flatnonzero(ids == SEP)[0]
        assert not segments[: middle + 1].any(), "the first [SEP] belongs to the first segment"
        assert segments[middle + 1 :].all()


def test_next_text_follows_and_other_text_is_of_another_document() -> None:
    text = numbered(200, 300, 250, 220)
    batch = PairSampler(text, cls=CLS, sep=SEP).batch(rng(), rows=400, length=64)
    assert 0.4 < (batch.next_sentence == IS_NEXT).mean() < 0.6
    assert set(batch.next_sentence) == {IS_NEXT, NOT_NEXT}
    for ids, label in zip(batch.ids, batch.next_sentence, strict=True):
        a, b = halves(ids)
        assert len(a) >= 15
        assert len(b) >= 15
        for half in (a, b):  # pieces count up: each half is one unbroken stretch of one document
            assert np.array_equal(half, np.arange(half[0], half[0] + len(half)))
        documents = [np.unique(np.searchsorted(text.bounds, half - 10, side="right")) for half in (a, b)]
        assert all(len(document) == 1 for document in documents)
        if label == IS_NEXT:
            assert b[0] == a[-1] + 1
        assert (documents[0] == documents[1]).item() == (label == IS_NEXT)


def test_segments_begin_with_sentences_where_there_are_some() -> None:
    text = numbered(400, 400, every=7)
    begins = set(text.starts + 10)
    batch = PairSampler(text, cls=CLS, sep=SEP).batch(rng(), rows=100, length=64)
    assert all(half[0] in begins for ids in batch.ids for half in halves(ids))


def test_a_sentence_without_end_is_cut_anyway() -> None:
    batch = PairSampler(numbered(200, 200, every=1000), cls=CLS, sep=SEP).batch(rng(), rows=50, length=64)
    assert len({len(halves(ids)[0]) for ids in batch.ids}) > 5


@pytest.mark.parametrize("text", [numbered(500), numbered(500, 20), numbered(20, 20)], ids=["one", "one roomy", "none"])
def test_text_that_can_make_no_pairs_is_refused_and_not_searched_forever(text: EncodedText) -> None:
    with pytest.raises(ValueError, match="two documents"):
        PairSampler(text, cls=CLS, sep=SEP).batch(rng(), rows=4, length=64)


def test_singles_are_whole_sentences_with_padding_that_is_not_attended() -> None:
    text = numbered(300, every=9)
    singles = SingleSampler(text, cls=CLS, sep=SEP, pad=PAD, whole_documents=False)
    batch = singles.batch(rng(), rows=50, bucket=0)
    assert batch.ids.shape == (50, SINGLE_LENGTHS[0])
    assert (batch.next_sentence == NO_LABEL).all()
    assert not batch.segments.any()
    for ids, attended in zip(batch.ids, batch.attention_mask, strict=True):
        end = np.flatnonzero(ids == SEP).item()
        assert ids[0] == CLS
        assert (ids[end + 1 :] == PAD).all()
        assert attended.tolist() == [1] * (end + 1) + [0] * (len(ids) - end - 1)
        assert ids[1] - 10 in text.starts
        assert end - 1 in (9, 300 % 9)


def test_singles_are_whole_documents_where_documents_are_short() -> None:
    text = numbered(5, 12, 20, 28, 40, 1, every=3)
    singles = SingleSampler(text, cls=CLS, sep=SEP, pad=PAD, whole_documents=True)
    sizes = [{int(a.sum()) - 2 for a in singles.batch(rng(), rows=9, bucket=b).attention_mask} for b in range(4)]
    assert sizes == [{5}, {12}, {20}, {28}], "each in the shortest length that holds it; 40 and 1 in none"
    assert singles.weights.tolist() == [5, 12, 20, 28]


def test_every_length_of_single_has_exactly_one_bucket() -> None:
    text = numbered(*range(1, 40), every=100)
    singles = SingleSampler(text, cls=CLS, sep=SEP, pad=PAD, whole_documents=True)
    assert singles.weights.sum() == sum(range(2, SINGLE_LENGTHS[-1] - 1))


def test_the_same_seed_draws_the_same_and_another_seed_another() -> None:
    text = encoded()
    pairs = PairSampler(text, cls=CLS, sep=SEP)
    singles = SingleSampler(text, cls=CLS, sep=SEP, pad=PAD, whole_documents=False)
    for draw in (lambda s: pairs.batch(rng(s), rows=6, length=64), lambda s: singles.batch(rng(s), rows=6, bucket=0)):
        assert same(draw(1), draw(1))
        assert not same(draw(1), draw(2))


def test_joined_batches_keep_their_rows() -> None:
    text = encoded()
    singles = SingleSampler(text, cls=CLS, sep=SEP, pad=PAD, whole_documents=False)
    a, b = (singles.batch(rng(seed), rows=3, bucket=0) for seed in (1, 2))
    both = concatenate_batches(a, b)
    for name in Batch.__dataclass_fields__:
        assert np.array_equal(getattr(both, name)[:3], getattr(a, name))
        assert np.array_equal(getattr(both, name)[3:], getattr(b, name))
