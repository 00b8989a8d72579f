"""Heads whose attention is known get the scores and the name they must, and others get none."""

import math

import numpy as np
import pytest

from components.attention.model.head_measures import pattern_sums, word_attention, word_indices
from components.attention.model.head_probes import Probe, Relation, head_probes, split_words
from components.attention.model.head_scores import BLOCK, halves, head_scores
from components.attention.model.results import DIRECTIONS, HeadPattern, head_labels
from components.model.checkpoints.open_model import Purpose
from components.model.results import Floats, Tokens
from components.model.user_errors import TooLong
from tests.components.attention.model.synthetic_heads import BY, at_offset, even, scores_of, tokens_of
from tests.components.conftest import Opener
from tests.components.small_models import FAMILIES

EVERY = head_probes()
PROBES = EVERY[::3]  # a third: enough pairs for every relation
SHORT = [probe for probe in EVERY if len(probe.sentence) <= 45][:20]
SHARES = [pattern for pattern in HeadPattern if not pattern.syntax and pattern is not HeadPattern.BROAD]


def test_a_head_that_looks_at_the_previous_token_is_named_so_with_score_one() -> None:
    scores = scores_of(at_offset(-1), PROBES)
    ((label,),) = head_labels(scores)
    assert label is not None
    assert (label.pattern, label.score, label.also) == (HeadPattern.PREVIOUS, 1.0, ())
    assert 0.05 < label.baseline < 0.1


@pytest.mark.parametrize(
    ("offset", "pattern"), [(1, HeadPattern.NEXT), (0, HeadPattern.ITSELF), (-1000, HeadPattern.ITSELF)]
)
def test_heads_that_look_at_one_place_are_named_for_it(offset: int, pattern: HeadPattern) -> None:
    ((label,),) = head_labels(scores_of(at_offset(offset), PROBES))
    assert label is not None
    assert (label.pattern, label.score) == (pattern, 1.0)


@pytest.mark.parametrize(("causal", "marks"), [(False, True), (True, False)])
def test_even_attention_scores_its_baselines_and_is_only_broad(causal: bool, marks: bool) -> None:
    def attention(tokens: Tokens, _: Probe) -> Floats:
        if not causal:
            return even(len(tokens))
        visible = np.tri(len(tokens), dtype=np.float32)
        return (visible / visible.sum(axis=1, keepdims=True))[None, None]

    scores = scores_of(attention, PROBES, causal=causal, marks=marks)
    for pattern in SHARES:
        if (scored := scores.of(pattern)) is not None:
            assert scored.score[0, 0] == pytest.approx(scored.baseline, abs=1e-6)
            assert scored.error[0, 0] == pytest.approx(0, abs=1e-6)
    broad = scores.of(HeadPattern.BROAD)
    assert broad is not None
    assert broad.score[0, 0] == pytest.approx(1, abs=1e-6)
    assert scores.bits[0, 0] == pytest.approx(scores.uniform_bits, abs=1e-5)
    ((label,),) = head_labels(scores)
    assert label is not None
    assert (label.pattern, label.also) == (HeadPattern.BROAD, ())


@pytest.mark.parametrize("offset", [-3, -2, -1, 1, 2, 3])
def test_a_head_that_follows_an_offset_gets_no_name_from_grammar(offset: int) -> None:
    scores = scores_of(at_offset(offset), PROBES, pieces=False)
    for pattern in DIRECTIONS:
        scored = scores.of(pattern)
        assert scored is not None
        if scored.offset == offset:
            assert scored.score[0, 0] == pytest.approx(scored.baseline)
        else:
            assert scored.score[0, 0] <= scored.baseline
    ((label,),) = head_labels(scores)
    assert label is None or not (label.pattern.syntax or any(pattern.syntax for pattern in label.also))


@pytest.mark.parametrize("pattern", DIRECTIONS)
def test_a_head_that_knows_a_relation_is_named_for_it(pattern: HeadPattern) -> None:
    relation, turned = DIRECTIONS[pattern]

    def attention(tokens: Tokens, probe: Probe) -> Floats:
        words, weights = word_indices(tokens, probe), even(len(tokens)).copy()
        for pair in probe.pairs[relation]:
            looking, right = reversed(pair) if turned else pair
            goal = (words == right).astype(np.float32)
            weights[:, :, words == looking] = goal / goal.sum()
        return weights

    scores = scores_of(attention, PROBES)
    ((label,),) = head_labels(scores)
    assert label is not None
    assert (label.pattern, label.score) == (pattern, 1.0)
    scored = scores.of(pattern)
    assert scored is not None
    assert scored.count == sum(len(probe.pairs[relation]) for probe in PROBES)
    apart = [right - left for probe in PROBES for left, right in probe.pairs[relation]]
    assert scored.baseline == pytest.approx(max(apart.count(step) for step in apart) / len(apart))


def test_what_a_head_does_besides_is_kept() -> None:
    def attention(tokens: Tokens, probe: Probe) -> Floats:
        words, weights = word_indices(tokens, probe), np.zeros((1, 1, len(tokens), len(tokens)), np.float32)
        weights[..., -1] = 1
        for looking, right in probe.pairs[Relation.OBJECT]:
            weights[:, :, words == looking, -1] = 0.4
            weights[:, :, words == looking, np.flatnonzero(words == right)[0]] = 0.6
        return weights

    ((label,),) = head_labels(scores_of(attention, PROBES))
    assert label is not None
    assert (label.pattern, label.also) == (HeadPattern.END, (HeadPattern.VERB_OBJECT,))


def test_what_holds_in_one_half_of_the_sentences_earns_no_name() -> None:
    known = {probe.sentence for probe in halves(PROBES)[0]}

    def attention(tokens: Tokens, probe: Probe) -> Floats:
        offset = -1 if probe.sentence in known else -2
        place = np.arange(len(tokens))
        weights = np.zeros((1, 1, len(tokens), len(tokens)), np.float32)
        weights[..., place, np.maximum(place + offset, 0)] = 1
        return weights

    scores = scores_of(attention, PROBES)
    previous = scores.of(HeadPattern.PREVIOUS)
    assert previous is not None
    assert previous.score[0, 0] - previous.baseline > 0.3  # over all it would nearly do
    assert previous.weaker_half[0, 0] < 0.1
    assert head_labels(scores) == ((None,),)


def test_halves_share_no_sentence_and_keep_those_built_alike_together() -> None:
    first, second = halves(PROBES)
    assert len(first) + len(second) == len(PROBES)
    assert abs(len(first) - len(second)) <= BLOCK
    assert first[:BLOCK] == list(PROBES[:BLOCK])
    assert halves([1, 2]) == ([1], [2])


def test_random_heads_have_no_name() -> None:
    random = np.random.default_rng(0)

    def attention(tokens: Tokens, _: Probe) -> Floats:
        weights = np.exp(2 * random.standard_normal((12, 12, len(tokens), len(tokens))))
        return (weights / weights.sum(axis=-1, keepdims=True)).astype(np.float32)

    labels = head_labels(scores_of(attention, PROBES[:100]))
    assert [label for row in labels for label in row if label] == []


def test_the_error_is_that_of_drawing_sentences_again() -> None:
    random = np.random.default_rng(0)
    weights = {p.sentence: random.dirichlet(np.full(len(tokens_of(p)), 0.2), (1, 1, len(tokens_of(p)))) for p in PROBES}
    scored = scores_of(lambda tokens, _: weights[tokens.sentence], PROBES).of(HeadPattern.SAME_WORD)
    sums = [
        pattern_sums(weights[p.sentence], word_indices(tokens_of(p), p), p, causal=False).get(HeadPattern.SAME_WORD)
        for p in PROBES
    ]
    rows = np.array([(s.score[0, 0] - s.baseline, s.count) for s in sums if s])
    draws = rows[random.integers(len(rows), size=(4000, len(rows)))].sum(axis=1)
    assert scored is not None
    assert scored.error[0, 0] == pytest.approx((draws[:, 0] / draws[:, 1]).std(), rel=0.1)


def test_attention_to_pieces_is_summed_and_from_pieces_averaged() -> None:
    weights = np.array([[0.1, 0.2, 0.3, 0.4], [0.5, 0.3, 0.1, 0.1], [0.0, 0.0, 0.6, 0.4], [1.0, 0.0, 0.0, 0.0]])
    merged = word_attention(weights[None, None], np.array([-1, 0, 0, 1]), 2)
    np.testing.assert_allclose(merged[0, 0], [[(0.3 + 0.1 + 0.6) / 2, (0.1 + 0.4) / 2], [0, 0]])


def test_the_word_itself_and_the_marks_are_no_guesses() -> None:
    def attention(tokens: Tokens, probe: Probe) -> Floats:
        weights = np.zeros((1, 1, len(tokens), len(tokens)), np.float32)
        weights[..., 0] = 0.5
        weights += 0.3 * np.eye(len(tokens), dtype=np.float32)
        return weights + 0.2 * at_offset(1)(tokens, probe)

    scored = scores_of(attention, PROBES, pieces=False).of(HeadPattern.DETERMINER_NOUN)
    assert scored is not None
    assert scored.score[0, 0] == scored.baseline


def test_the_same_word_is_found_whatever_its_case_and_only_elsewhere() -> None:
    sentence = "The dog saw the other dog, dogs, and, a cat."
    probe = Probe(sentence, split_words(sentence), dict.fromkeys(Relation, ()))
    tokens = tokens_of(probe)
    sums = pattern_sums(even(len(tokens)), word_indices(tokens, probe), probe, causal=False)[HeadPattern.SAME_WORD]
    assert sums.count == 4  # The, dog, the, dog: commas are no words
    assert sums.baseline == pytest.approx(4 / len(tokens))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_architecture_is_scored(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    scores = head_scores(model, SHORT)
    assert (scores.shape, scores.sentences, scores.conditions) == ((2, 4), len(SHORT), model.conditions)
    looks_right = {HeadPattern.NEXT, HeadPattern.END, *(k for k, (r, turned) in DIRECTIONS.items() if not turned)}
    shown = {scored.pattern for scored in scores.patterns}
    assert shown >= {
        HeadPattern.PREVIOUS,
        HeadPattern.ITSELF,
        HeadPattern.START,
        HeadPattern.PUNCTUATION,
        HeadPattern.BROAD,
        HeadPattern.NOUN_DETERMINER,
    }
    assert (
        shown.isdisjoint(looks_right)
        if family == "gpt2"
        else shown >= {HeadPattern.NEXT, HeadPattern.END, HeadPattern.DETERMINER_NOUN}
    )
    for scored in scores.patterns:
        assert scored.score.shape == scored.error.shape == (2, 4)
        assert np.isfinite(scored.score).all()
        assert (scored.score >= 0).all()
        assert (scored.score <= 1 + 1e-5).all()
        assert 0 < scored.baseline <= 1
        assert not scored.score.flags.writeable


@pytest.mark.parametrize("family", FAMILIES)
def test_every_piece_belongs_to_the_word_it_is_written_in(opened: Opener, family: str) -> None:
    tokenizer = opened(family).tokenizer
    for probe in SHORT:
        tokens = tokenizer.tokens(probe.sentence)
        words = word_indices(tokens, probe)
        assert set(words) - {-1} == set(range(len(probe.words)))
        assert all((word == -1) == token.special for word, token in zip(words, tokens.items, strict=True))
        assert (np.diff(words[words >= 0]) >= 0).all()


def test_too_little_or_too_much_is_said(opened: Opener) -> None:
    model = opened("bert", Purpose.INSPECT)
    with pytest.raises(ValueError, match="two sentences"):
        head_scores(model, SHORT[:1])
    with pytest.raises(ValueError, match="INSPECT"):
        head_scores(opened("bert"), SHORT)
    long = "the bank " * 40
    with pytest.raises(TooLong):
        head_scores(model, [Probe(long, split_words(long.strip()), dict.fromkeys(Relation, ()))] * 2)


def test_two_sentences_have_no_grammar() -> None:
    scores = scores_of(at_offset(-1), PROBES[:2])
    assert not any(scored.pattern.syntax for scored in scores.patterns)
    assert all(math.isfinite(scored.error[0, 0]) for scored in scores.patterns)
    assert scores.conditions == BY
