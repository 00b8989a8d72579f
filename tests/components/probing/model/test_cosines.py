"""Cosines of words: laws, hand-made vectors, and the same numbers from plain torch."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from cache.engine import warmup
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.user_errors import UserError
from components.probing.model.cosine_results import Correction, CorrectionKind, WordPlace
from components.probing.model.cosines import (
    cosine_profile,
    dimension_contributions,
    fit_correction,
    fit_layers,
    pair_cosines,
    principal_directions,
    random_pairs,
    repeated_words,
    self_similarities,
    sentence_similarities,
)
from components.probing.model.word_sample import read_words, sample_sentences
from tests.components.conftest import Opener
from tests.components.probing.cosine_examples import random_sample, word_sample

seeds = st.integers(0, 2**32 - 1)
CORRECTIONS = [
    Correction(),
    Correction(CorrectionKind.MEAN),
    Correction(CorrectionKind.DIRECTIONS, 2),
    Correction(CorrectionKind.STANDARDISED),
]
every_correction = pytest.mark.parametrize("correction", CORRECTIONS, ids=lambda each: each.kind.name)
SENTENCES = ("She sat on the bank of the river.", "The bank lent her money.", "Money is not all.")


def cosine(first: np.ndarray, second: np.ndarray) -> float:
    return float(torch.nn.functional.cosine_similarity(torch.from_numpy(first), torch.from_numpy(second), dim=-1))


@every_correction
@given(seed=seeds, factor=st.floats(1e-3, 1e3))
def test_scaling_all_vectors_changes_nothing(correction: Correction, seed: int, factor: float) -> None:
    sample = random_sample(seed, shift=2.0)
    longer = replace(sample, vectors=sample.vectors * np.float32(factor))
    first, second = (cosine_profile(each, fit_layers(each, correction)) for each in (sample, longer))
    for ours, theirs in zip(first.layers, second.layers, strict=True):
        for name in ("random_words", "same_word", "word_and_sentence"):
            assert getattr(ours, name).value == pytest.approx(getattr(theirs, name).value, abs=1e-5)


@given(seed=seeds, shift=st.floats(3, 30))
def test_without_the_mean_the_cosines_of_all_pairs_are_0_on_average(seed: int, shift: float) -> None:
    vectors = random_sample(seed, shift=shift, words=200).vectors[0]

    def mean_cosine(correction: Correction) -> float:
        corrected = fit_correction(vectors, correction).apply(vectors)
        unit = corrected / np.linalg.norm(corrected, axis=1, keepdims=True)
        return float((unit @ unit.T)[np.triu_indices(len(unit), 1)].mean())

    assert mean_cosine(Correction()) > 0.4
    for correction in CORRECTIONS[1:]:
        assert abs(mean_cosine(correction)) < 0.02


@given(seed=seeds)
def test_the_largest_directions_are_taken_away_and_only_they(seed: int) -> None:
    generator = np.random.default_rng(seed)
    turn, _ = np.linalg.qr(generator.standard_normal((6, 6)))
    vectors = (generator.standard_normal((300, 6)) * [50, 20, 1, 1, 1, 1]) @ turn + 7
    centred = vectors - vectors.mean(axis=0)
    directions = principal_directions(centred, 2)
    assert directions @ directions.T == pytest.approx(np.eye(2), abs=1e-9)
    assert abs(directions @ turn[:2].T) == pytest.approx(np.eye(2), abs=0.15)
    corrected = fit_correction(vectors, Correction(CorrectionKind.DIRECTIONS, 2)).apply(vectors)
    assert np.abs(corrected @ directions.T).max() < 1e-9
    others = np.linalg.svd(centred, full_matrices=False)[2][2:]
    assert corrected @ others.T == pytest.approx(centred @ others.T, abs=1e-9)


def test_no_direction_is_the_mean_alone_and_standardised_dimensions_have_one_scale() -> None:
    vectors = random_sample(1, shift=5.0).vectors[0] * np.array([100, 1, 1, 1, 1, 1, 1, 0])
    mean, none = (
        fit_correction(vectors, correction).apply(vectors)
        for correction in (Correction(CorrectionKind.MEAN), Correction(CorrectionKind.DIRECTIONS, 0))
    )
    assert (mean == none).all()
    standardised = fit_correction(vectors, Correction(CorrectionKind.STANDARDISED)).apply(vectors)
    assert standardised.std(axis=0) == pytest.approx([1, 1, 1, 1, 1, 1, 1, 0])  # a constant dimension stays 0


def test_pairs_are_of_different_words_and_sentences_and_all_of_few() -> None:
    sentences, forms = np.array([0, 0, 1, 1, 2]), np.array([0, 1, 0, 2, 3])
    wanted = {
        (first, second)
        for first, second in itertools.combinations(range(5), 2)
        if sentences[first] != sentences[second] and forms[first] != forms[second]
    }
    assert set(map(tuple, random_pairs(sentences, forms).T.tolist())) == wanted
    sample = random_sample(0, words=400)
    pairs = random_pairs(sample.sentence_indices, sample.form_indices, limit=50)
    assert pairs.shape == (2, 50)
    assert (pairs == random_pairs(sample.sentence_indices, sample.form_indices, limit=50)).all()
    assert (sample.sentence_indices[pairs[0]] != sample.sentence_indices[pairs[1]]).all()
    assert (sample.form_indices[pairs[0]] != sample.form_indices[pairs[1]]).all()


@given(seed=seeds)
def test_means_are_those_of_all_pairs_counted_by_hand(seed: int) -> None:
    sample = random_sample(seed, shift=1.0, words=30)
    vectors = sample.vectors[0].astype(np.float64)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    groups = repeated_words(sample)
    by_hand = [np.mean([cosine(vectors[a], vectors[b]) for a, b in itertools.combinations(g, 2)]) for g in groups]
    assert self_similarities(unit, groups) == pytest.approx(by_hand)
    sentences = [vectors[start : start + 5] for start in range(0, 30, 5)]
    with_mean = [np.mean([cosine(word, words.mean(axis=0)) for word in words]) for words in sentences]
    assert sentence_similarities(vectors, sample.sentence_indices) == pytest.approx(with_mean)
    pairs = random_pairs(sample.sentence_indices, sample.form_indices)
    contributions = dimension_contributions(unit, pairs)
    mean = np.mean([cosine(vectors[a], vectors[b]) for a, b in pairs.T])
    assert contributions.sum() == pytest.approx(mean)
    profile = cosine_profile(sample, fit_layers(sample, Correction()))
    assert profile.layers[0].random_words.value == pytest.approx(mean)
    assert profile.layers[0].same_word.value == pytest.approx(np.mean(by_hand))
    assert profile.layers[0].word_and_sentence.value == pytest.approx(np.mean(with_mean))
    assert profile.layers[0].dimensions[0].contribution == pytest.approx(contributions.max())


def test_a_word_that_is_repeated_in_one_sentence_counts_once_there() -> None:
    sample = word_sample(np.ones((1, 5, 2)), [0, 0, 1, 1, 1], [0, 0, 0, 1, 1])
    (group,) = repeated_words(sample)
    assert group.tolist() == [0, 2]


def test_orthogonal_words_of_a_sentence_have_the_similarity_of_chance() -> None:
    vectors = np.tile(np.eye(8), (2, 1))[None]
    sample = word_sample(vectors, [0] * 8 + [1] * 8, list(range(8)) * 2)
    profile = cosine_profile(sample, fit_layers(sample, Correction()))
    assert profile.layers[0].word_and_sentence.value == pytest.approx(profile.chance_similarity) == 8**-0.5
    assert profile.layers[0].same_word.value == pytest.approx(1)
    assert profile.layers[0].random_words.value == pytest.approx(0)


def test_one_shared_dimension_makes_every_cosine_high() -> None:
    sample = random_sample(3, shift=20.0)
    raw, corrected = (cosine_profile(sample, fit_layers(sample, each)) for each in CORRECTIONS[:2])
    for before, after in zip(raw.layers, corrected.layers, strict=True):
        assert before.random_words.value > 0.95
        assert before.dimensions[0].dimension == 0
        assert before.dimensions[0].contribution > 0.95
        assert abs(after.random_words.value) < 0.1
        assert before.random_words.low <= before.random_words.value <= before.random_words.high


def test_too_few_words_and_no_repeated_word_get_a_message() -> None:
    alone = word_sample(np.ones((1, 2, 3)), [0, 0], [0, 1])
    with pytest.raises(UserError, match="too few different words"):
        fit_layers(alone, Correction())
    different = word_sample(np.random.default_rng(0).random((1, 4, 3)), [0, 0, 1, 1], [0, 1, 2, 3])
    with pytest.raises(UserError, match="repeats a word"):
        cosine_profile(different, fit_layers(different, Correction()))


@every_correction
def test_a_word_has_cosine_1_with_itself_and_every_random_pair_less(correction: Correction) -> None:
    sample, place = random_sample(5, shift=1.0), WordPlace("one two", 1)
    of_pair = word_sample(sample.vectors[:, [0, 1, 0, 1]], [0, 0, 1, 1], [0, 1, 0, 1])
    of_pair = replace(of_pair, starts=np.array([0, 4, 0, 4]))
    pair = pair_cosines(fit_layers(sample, correction), of_pair, (place, place))
    assert pair.words == ("w1", "w1")
    assert pair.cosines == pytest.approx((1, 1))
    assert pair.shares_below == (1, 1)


@pytest.mark.parametrize("family", ["bert", "distilbert", "roberta", "albert", "gpt2", "modernbert"])
def test_vectors_and_cosines_are_those_of_plain_transformers(opened: Opener, family: str) -> None:
    model = opened(family)
    sample = read_words(model, SENTENCES)
    places = WordPlace(SENTENCES[0], 4), WordPlace(SENTENCES[1], 1)
    fitted = fit_layers(sample, Correction())
    pair = pair_cosines(fitted, read_words(model, [place.sentence for place in places]), places)
    vectors = []
    for sentence in SENTENCES[:2]:
        tokens, start = model.tokenizer.tokens(sentence), sentence.index("bank")
        rows = [
            position
            for position, token in enumerate(tokens.items)
            if not token.special and token.start < start + 4 and token.end > start
        ]
        with torch.no_grad():
            out = model.model.base_model(input_ids=torch.tensor([tokens.ids]), output_hidden_states=True)
        vectors.append(torch.stack([layer[0, rows].mean(dim=0) for layer in out.hidden_states]))
    cosines = torch.nn.functional.cosine_similarity(*vectors, dim=-1)
    assert pair.cosines == pytest.approx(cosines.tolist(), abs=1e-5)
    number = sample.texts.index("bank")
    assert sample.vectors[:, number] == pytest.approx(vectors[0].numpy(), abs=1e-5)
    below = (fitted.random_cosines < np.array(pair.cosines)[:, None] - 1e-9).mean(axis=1)
    assert pair.shares_below == pytest.approx(below.tolist())


def test_a_word_that_the_model_reads_nothing_of_gets_a_message() -> None:
    sample = random_sample(0)
    places = WordPlace("one two", 0), WordPlace("three four", 1)
    of_pair = replace(
        word_sample(np.ones((2, 3, 8)), [0, 0, 1], [0, 1, 2]), starts=np.array([0, 4, 0]), texts=("one", "two", "three")
    )
    with pytest.raises(UserError, match="“four” stands"):
        pair_cosines(fit_layers(sample, Correction()), of_pair, places)


def test_a_sentence_that_cannot_be_read_gets_a_message(opened: Opener) -> None:
    with pytest.raises(UserError, match="tokens"):
        read_words(opened("bert"), [*SENTENCES, "word " * 5000])


@given(text=st.text(max_size=40))
def test_any_text_is_read_or_gets_a_message(opened: Opener, text: str) -> None:
    model = opened("bert")
    try:
        sample = read_words(model, [SENTENCES[0], text])
    except UserError:
        return
    assert np.isfinite(sample.vectors).all()
    assert len(sample.texts) == len(sample.starts) == sample.vectors.shape[1]


@pytest.mark.slow
def test_the_bundled_sentences_repeat_words_and_few_dimensions_dominate_minilm() -> None:
    sample = read_words(warmup().engine().open_model(DEFAULT_MODEL), sample_sentences())
    profile = cosine_profile(sample, fit_layers(sample, Correction()))
    assert profile.sentence_count == 250
    assert profile.repeated_count > 300
    assert profile.pair_count == 2000
    for layer in profile.layers:
        assert layer.same_word.low > layer.word_and_sentence.high > layer.random_words.high
    total, largest = profile.layers[5].random_words.value, profile.layers[5].dimensions[0].contribution
    assert largest > 0.4 * total
