"""Scores are those of plain transformers code, one token at a time; a tie counts one half."""

import math
from typing import TYPE_CHECKING, Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from cache.shipped.first_suites import MODELS, first_suites, pairs_checksum, stored_suites
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.inference.prediction_io import PredictionInput
from components.model.results import Conditions
from components.model.user_errors import UserError
from components.suites.model import scoring
from components.suites.model.pairs import MinimalPair, phenomena_of, shipped_pairs
from components.suites.model.readers import read_pairs
from components.suites.model.results import PairScore, SuiteScores, accuracy, worst
from components.suites.model.scoring import score_pairs
from tests.components.conftest import Opener
from tests.components.suites.model.test_readers import SUITES, scored_words, with_suites

if TYPE_CHECKING:
    from components.model.checkpoints.open_model import OpenModel
    from components.model.inference.engine import Engine

WHOLE = [
    ("The gardener watered the roses.", "The gardener arrested them."),
    ("Unbelievably, nobody laughed.", "Unbelievably, nobody laugheding."),
    ("They don't know.", "Know they don't."),
]
CONDITIONS = Conditions("m", "r", "cpu", "float32", "v")


def nothing(_done: int, _of: int) -> None:
    """Ignore progress."""


def pairs_of(texts: list[tuple[str, str]]) -> list[MinimalPair]:
    return [MinimalPair(good, bad, "x") for good, bad in texts]


def log_probability(opened: "OpenModel", ids: list[int], hidden: list[int], position: int, target: int) -> float:
    mask = opened.tokenizer.mask_id
    masked = [mask if place in hidden else token for place, token in enumerate(ids)]
    with torch.inference_mode():
        logits = opened.model(input_ids=torch.tensor([masked])).logits[0, position].double()
    return float(logits.log_softmax(dim=-1)[target])


def pseudo_log_likelihood(opened: "OpenModel", text: str, scored: str | None = None) -> float:
    """Of the whole text, or of a part of it that is scored."""
    encoded: Any = opened.tokenizer.backend.encode(text)
    start = 0 if scored is None else text.index(scored)
    end = len(text) if scored is None else start + len(scored)
    total = 0.0
    for place, (word, (first, last)) in enumerate(zip(encoded.word_ids, encoded.offsets, strict=True)):
        if word is not None and start <= first and last <= end:
            rest = [other for other in range(place, len(encoded.ids)) if encoded.word_ids[other] == word]
            total += log_probability(opened, encoded.ids, rest, place, encoded.ids[place])
    return total


def test_one_word_is_scored_by_one_pass(engine: "Engine") -> None:
    opened = engine.open_model(DEFAULT_MODEL)
    pairs = shipped_pairs()[::45]
    for score in score_pairs(opened, pairs, on_progress=nothing).scores:
        good, bad = (list(opened.tokenizer.tokens(text).ids) for text in (score.pair.good, score.pair.bad))
        if len(good) != len(bad):
            continue
        (place,) = (place for place, ids in enumerate(zip(good, bad, strict=True)) if ids[0] != ids[1])
        odds = [log_probability(opened, good, [place], place, ids[place]) for ids in (good, bad)]
        assert score.passes == 1
        assert score.log_odds == pytest.approx(odds[0] - odds[1], abs=1e-4)


def test_other_pairs_are_scored_by_every_token_with_the_rest_of_its_word_hidden(engine: "Engine") -> None:
    opened = engine.open_model(DEFAULT_MODEL)
    for score in score_pairs(opened, pairs_of(WHOLE), on_progress=nothing).scores:
        expected = pseudo_log_likelihood(opened, score.pair.good) - pseudo_log_likelihood(opened, score.pair.bad)
        assert score.passes > 2
        assert score.log_odds == pytest.approx(expected, abs=1e-4)


def test_where_words_are_named_only_their_tokens_count(engine: "Engine") -> None:
    opened = engine.open_model(DEFAULT_MODEL)
    good, bad = "The gardener watered the roses.", "The gardener arrestedly bit the old roses."
    scored = ("watered", "arrestedly bit")
    spans = [(text.index(part), text.index(part) + len(part)) for text, part in zip((good, bad), scored, strict=True)]
    pair = MinimalPair(good, bad, "x", words=(spans[0], spans[1]))
    (score,) = score_pairs(opened, [pair], on_progress=nothing).scores
    expected = pseudo_log_likelihood(opened, good, scored[0]) - pseudo_log_likelihood(opened, bad, scored[1])
    assert score.log_odds == pytest.approx(expected, abs=1e-4)


def test_a_causal_model_adds_up_what_each_token_is_worth_after_those_before_it(engine: "Engine") -> None:
    opened = engine.open_model("pocket-gpt")

    def log_likelihood(text: str) -> float:
        tokens = opened.tokenizer.tokens(text)
        with torch.inference_mode():
            logs = opened.model(input_ids=torch.tensor([tokens.ids])).logits[0].double().log_softmax(dim=-1)
        places = [place for place, token in enumerate(tokens.items) if not token.special and place]
        return math.fsum(float(logs[place - 1, tokens.ids[place]]) for place in places)

    for score in score_pairs(opened, pairs_of(WHOLE), on_progress=nothing).scores:
        expected = log_likelihood(score.pair.good) - log_likelihood(score.pair.bad)
        assert score.log_odds == pytest.approx(expected, abs=1e-4)


def test_sentences_that_a_model_reads_alike_are_a_tie_and_unreadable_ones_are_left_out(engine: "Engine") -> None:
    opened = engine.open_model(DEFAULT_MODEL)
    texts = [
        ("The dog barked.", "the Dog barked."),
        ("A [MASK] barked.", "A dog barked."),
        ("dog " * 600, "cat " * 600),
    ]
    tie, *unread = score_pairs(opened, pairs_of(texts), on_progress=nothing).scores
    assert (tie.log_odds, tie.credit, tie.passes) == (0.0, 0.5, 0)
    assert all(score.log_odds is None and score.problem for score in unread)
    assert len(SuiteScores((tie, *unread), CONDITIONS).of("x")) == 1


def test_a_causal_model_without_a_token_at_the_beginning_cannot_score_a_single_word(opened: Opener) -> None:
    scores = score_pairs(opened("gpt2"), pairs_of([("a", "b"), ("a b", "a c")]), on_progress=nothing).scores
    assert [score.log_odds is None for score in scores] == [True, False]


def test_a_list_of_too_many_passes_is_an_error_before_anything_is_computed(
    engine: "Engine", monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = engine.open_model("pocket-bert")
    passes = [score.passes for score in score_pairs(opened, pairs_of(WHOLE), on_progress=nothing).scores]
    monkeypatch.setattr(scoring, "PASS_LIMIT", sum(passes) * 2)
    doubled = score_pairs(opened, pairs_of(WHOLE * 2), on_progress=nothing).scores
    assert [score.passes for score in doubled] == passes * 2
    reports: list[tuple[int, int]] = []
    inputs: list[PredictionInput] = []
    monkeypatch.setattr(scoring, "PredictionInput", lambda *values: inputs.append(PredictionInput(*values)))
    with pytest.raises(UserError, match=f"{sum(passes) * 3:,}"):
        score_pairs(opened, pairs_of(WHOLE * 3), on_progress=lambda done, of: reports.append((done, of)))
    assert not reports
    assert not inputs


def test_inputs_are_made_a_batch_at_a_time(engine: "Engine", monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    original = scoring._masked_input

    def make(*values: Any) -> PredictionInput:
        made.append(1)
        return original(*values)

    monkeypatch.setattr(scoring, "_masked_input", make)
    counts: list[tuple[int, int]] = []
    score_pairs(
        engine.open_model("pocket-bert"),
        pairs_of(WHOLE * 20),
        on_progress=lambda done, _of: counts.append((done, len(made))),
    )
    assert len(counts) > 2
    assert all(done == number for done, number in counts)


def test_exchanging_the_sentences_turns_the_sign(engine: "Engine") -> None:
    opened = engine.open_model("pocket-bert")
    texts = [*WHOLE, *((pair.good, pair.bad) for pair in shipped_pairs()[::70])]
    swapped = [(bad, good) for good, bad in texts]
    forward, back = (score_pairs(opened, pairs_of(each), on_progress=nothing).scores for each in (texts, swapped))
    for first, second in zip(forward, back, strict=True):
        assert first.log_odds is not None
        assert second.log_odds == pytest.approx(-first.log_odds, abs=1e-4)
        assert first.credit + second.credit == 1


@given(st.lists(st.sampled_from([-2.0, -0.5, 0.0, 0.3, 4.0]), min_size=1, max_size=60))
def test_the_accuracy_counts_ties_as_halves_and_lies_in_its_interval(odds: list[float]) -> None:
    pair = MinimalPair("a", "b", "x")
    scores = [PairScore(pair, each) for each in odds]
    share = accuracy(scores)
    right, ties = sum(each > 0 for each in odds), sum(each == 0 for each in odds)
    assert share.value == pytest.approx((right + ties / 2) / len(odds))
    assert 0 <= share.low <= share.value <= share.high <= 1
    mirrored = accuracy([PairScore(pair, -each) for each in odds])
    assert mirrored.value == pytest.approx(1 - share.value)
    assert mirrored.low == pytest.approx(1 - share.high)
    lowest = worst(scores, 3)
    assert [each.log_odds for each in lowest] == sorted(odds)[:3]


def test_no_pairs_have_no_accuracy() -> None:
    assert math.isnan(accuracy(()).value)


def test_stored_scores_are_of_the_pairs_that_ship_and_what_the_models_say(engine: "Engine") -> None:
    assert stored_suites.read().pairs == pairs_checksum()
    stored = first_suites()
    assert set(stored) == set(MODELS)
    assert all(len(result.of(name)) == 60 for result in stored.values() for name in phenomena_of(shipped_pairs()))
    for model_id in (DEFAULT_MODEL, "pocket-gpt"):
        places = range(0, len(shipped_pairs()), 24)
        pairs = [shipped_pairs()[place] for place in places]
        computed = score_pairs(engine.open_model(model_id), pairs, on_progress=nothing).scores
        for place, score in zip(places, computed, strict=True):
            assert score.log_odds == pytest.approx(stored[model_id].scores[place].log_odds, abs=1e-3)


@with_suites
@pytest.mark.parametrize(
    ("test", "files"),
    [
        ("negated", ("ettinger/NEG-136-SIMP.tsv", "ettinger/NEG-136-NAT.tsv")),
        pytest.param(
            "affirmative", ("ettinger/NEG-136-SIMP.tsv", "ettinger/NEG-136-NAT.tsv"), marks=pytest.mark.thorough
        ),
        pytest.param("common sense", ("ettinger/CPRAG-102.tsv",), marks=pytest.mark.thorough),
        pytest.param("roles", ("ettinger/ROLE-88.tsv",), marks=pytest.mark.thorough),
        pytest.param("agreement", ("goldberg/gulordava_results_base.txt",), marks=pytest.mark.thorough),
    ],
)
def test_the_judge_gets_the_same_items_right(engine: "Engine", test: str, files: tuple[str, ...]) -> None:
    """Items whose words are single tokens of the vocabulary, as the judge reads no others."""
    from training.judge import preferred
    from training.suites import SuiteReader

    assert SUITES is not None
    opened = engine.open_model(DEFAULT_MODEL)
    tokenizer: Any = opened.tokenizer._tokenizer
    choices = [each for each in SuiteReader(SUITES, tokenizer).choices() if each.test == test]
    right = preferred(opened.model, choices, pad=tokenizer.pad_token_id)[test]
    pairs = [pair for file in files for pair in read_pairs((SUITES / file).read_bytes())]
    vocabulary = tokenizer.get_vocab()
    read = [each for each in pairs if each.phenomenon.lower() == test and vocabulary.keys() >= {*scored_words(each)}]
    scores = score_pairs(opened, read, on_progress=nothing).scores
    assert [score.credit for score in scores] == right.astype(float).tolist()
