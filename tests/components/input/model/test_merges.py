"""Merges are those that made the vocabulary, and the next one is the best by its rule."""

import math
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

import pytest
from tokenizers import BertWordPieceTokenizer

import cache.input
from cache.shipped.word_counts import word_counts
from components.input.model.merges import (
    TokenPair,
    apply_merges,
    join_pair,
    letters,
    next_merges,
    recover_merges,
)
from components.model.inference.engine import Engine
from tests.components.small_models import TEXT

LOW = {"low": 5, "lower": 2, "newest": 6, "widest": 3}  # the example of Sennrich et al. 2016


@pytest.fixture(scope="module")
def pocket(engine: Engine) -> dict[tuple[str, str], int]:
    return cache.input.pocket_merges()


def by_counting(words: dict[str, int], count: int) -> list[tuple[str, str]]:
    """Merges as the paper makes them, anew from the whole text each time."""
    merges: dict[tuple[str, str], int] = {}
    for number in range(1, count + 1):
        pairs: Counter[tuple[str, str]] = Counter()
        for word, times in words.items():
            for pair in pairwise(apply_merges(letters(word), merges)[-1]):
                pairs[pair] += times
        merges[max(pairs, key=lambda pair: (pairs[pair], pair))] = number
    return list(merges)


def test_merges_are_read_off_the_order_of_the_pieces() -> None:
    trainer = BertWordPieceTokenizer()
    trainer.train_from_iterator(TEXT, vocab_size=70, min_frequency=1, special_tokens=["[UNK]"], show_progress=False)
    vocabulary = trainer.get_vocab()
    pieces = sorted(vocabulary, key=vocabulary.__getitem__)
    merges = recover_merges(pieces)
    made = [join_pair(*pair) for pair in merges]
    assert made == [piece for piece in pieces if piece in set(made)]  # in the order in which they came about
    longer = [piece for piece in pieces if len(piece.removeprefix("##")) > 1 and piece != "[UNK]"]
    assert made == longer


def test_the_papers_example() -> None:
    first = by_counting(LOW, 3)
    assert first[0] in {("##e", "##s"), ("##s", "##t")}
    merges = next_merges(LOW, {}, 0)
    assert merges.by_count[0].count == 9
    assert merges.by_count[0].pair in {("##e", "##s"), ("##s", "##t")}
    assert merges.done == 0


def log_likelihood(words: Mapping[str, int], merges: Mapping[TokenPair, int]) -> float:
    """Of a text, each of its pieces drawn by itself with the share that it has."""
    pieces: Counter[str] = Counter()
    for word, times in words.items():
        for piece in apply_merges(letters(word), merges)[-1]:
            pieces[piece] += times
    return sum(times * math.log(times / pieces.total()) for times in pieces.values())


@pytest.mark.parametrize(
    "words", [{"ab": 3, "ac": 1, "xy": 1}, LOW, {"baaaad": 2, "aab": 5, "aaaaa": 1, "cab": 4}, {"aa": 3}]
)
def test_likelihood_is_that_of_the_text_after_the_merge(words: dict[str, int]) -> None:
    merges = next_merges(words, {}, 0, count=100)
    for ranked in merges.by_gain:
        before, after = log_likelihood(words, {}), log_likelihood(words, {ranked.pair: 1})
        assert ranked.gain == pytest.approx(after - before, abs=1e-9)
    gains = [ranked.gain for ranked in merges.by_gain]
    assert gains == sorted(gains, reverse=True)


@pytest.mark.usefixtures("engine")
def test_in_the_familys_text_a_frequent_pair_is_likeliest_and_not_a_rare_one() -> None:
    first = cache.input.next_merges(100).by_gain[0]
    assert first.pair == ("fr", "##om")
    assert first.gain == pytest.approx(1_063_059, rel=1e-4)


def test_nearly_every_piece_of_the_pocket_vocabulary_is_a_merge(
    engine: Engine, pocket: dict[tuple[str, str], int]
) -> None:
    from components.input.model.cutting import read_vocabulary

    pieces = read_vocabulary(engine.open_model("pocket-bert").tokenizer.backend).pieces
    longer = {piece for piece in pieces if len(piece.removeprefix("##")) > 1 and not piece.startswith("[")}
    made = {join_pair(*pair) for pair in pocket}
    assert made <= longer
    assert len(longer - made) < 0.03 * len(longer)  # words that were put in by hand


def test_early_merges_of_the_vocabulary_are_frequent_in_the_familys_text(pocket: dict[tuple[str, str], int]) -> None:
    """The vocabulary is older than the text, so that they need not come first; there are a thousand pairs."""
    for done in range(0, 24, 4):
        merges = next_merges(word_counts(), pocket, done, count=40)
        assert merges.actual in [item.joined for item in merges.by_count]


def test_the_counts_are_of_words_in_falling_order() -> None:
    counts = list(word_counts().values())
    assert len(counts) == 5000
    assert counts == sorted(counts, reverse=True)
    assert "bank" in word_counts()
