"""Predictions equal what plain transformers code gives, whether this process computes them or a pool of models."""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import torch
from transformers import pipeline

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import model_record
from components.model.inference.forward import MAX_CANDIDATES
from components.model.inference.pool import PoolClient
from components.model.inference.prediction import predictions, token_scores
from components.model.inference.prediction_io import PredictionInput
from components.model.user_errors import NothingMasked, UserError
from components.server.pool import PoolModels
from components.server.workers import free_ports
from tests.components.conftest import Opener, folder_of
from tests.components.plain_pool import plain_server
from tests.components.small_models import FAMILIES, small


@pytest.fixture(scope="module")
def pool() -> Iterator[tuple[PoolClient, dict[str, ModelRecord]]]:
    """A pool, and the models that it knows, to be filled."""
    known: dict[str, ModelRecord] = {}
    (port,) = free_ports(1)
    with plain_server(port, models=PoolModels(folder_of, known.__getitem__)) as address:
        client = PoolClient(address)
        yield client, known
        client.close()


@pytest.fixture(params=["here", "pool"])
def opened(request: pytest.FixtureRequest, opened: Opener, pool: tuple[PoolClient, dict[str, ModelRecord]]) -> Opener:
    """Opens a small model whose questions are answered here, or by a pool."""
    if request.param == "here":
        return opened

    def asking(*what: Any, **how: Any) -> OpenModel:
        actual = opened(*what, **how)
        pool[1][actual.record.id] = actual.record
        return replace(actual, predictor=pool[0])

    return asking


MASKED_FAMILIES = [family for family in FAMILIES if family != "gpt2"]


def plain_probabilities(opened: OpenModel, ids: tuple[int, ...]) -> torch.Tensor:
    with torch.no_grad():
        return opened.model(input_ids=torch.tensor([ids])).logits[0].softmax(dim=-1)


@pytest.mark.parametrize("family", MASKED_FAMILIES)
def test_predictions_equal_the_whole_model_run_plainly(opened: Opener, family: str) -> None:
    bert = opened(family)
    tokens = bert.tokenizer.tokens("the capital of france is [MASK] .")
    actual = predictions(bert, tokens, [tokens.maskable[1]])
    ids = list(tokens.ids)
    ids[tokens.maskable[1]] = bert.tokenizer.mask_id
    expected = plain_probabilities(bert, tuple(ids))
    for mask in actual.masks:
        top = expected[mask.position].topk(5)
        assert [c.probability for c in mask.candidates[:5]] == pytest.approx(top.values.tolist(), abs=1e-6)
        row = expected[mask.position]
        assert mask.entropy == pytest.approx(-(row * row.log()).sum().item(), abs=1e-4)


@pytest.mark.parametrize("temperature", [0.5, 2.0])
def test_a_temperature_divides_the_logits(opened: Opener, temperature: float) -> None:
    bert = opened("bert")
    tokens = bert.tokenizer.tokens("the capital of france is [MASK] .")
    (plain,), (scaled,) = (predictions(bert, tokens, temperature=t).masks for t in (1.0, temperature))
    position = tokens.typed_masks[0]
    with torch.no_grad():
        logits = bert.model(input_ids=torch.tensor([tokens.ids])).logits[0, position]
    top = (logits / temperature).softmax(dim=-1).topk(5)
    assert [c.probability for c in scaled.candidates[:5]] == pytest.approx(top.values.tolist(), abs=1e-6)
    assert (scaled.entropy > plain.entropy) is (temperature > 1)


def test_the_same_first_choices_as_the_fill_mask_pipeline(opened: Opener) -> None:
    bert = opened("bert")
    model, tokenizer = small("bert")
    theirs = pipeline("fill-mask", model=model, tokenizer=tokenizer, top_k=5)("the capital of france is [MASK] .")
    ours = predictions(bert, bert.tokenizer.tokens("The capital of France is [MASK].")).masks[0]
    assert [c.text for c in ours.candidates[:5]] == [row["token_str"].removeprefix("##") for row in theirs]


def test_candidates_are_ordered_and_at_most_fifty(opened: Opener) -> None:
    bert = opened("roberta")
    mask = predictions(bert, bert.tokenizer.tokens("the [MASK] of france")).masks[0]
    probabilities = [candidate.probability for candidate in mask.candidates]
    assert len(probabilities) == MAX_CANDIDATES
    assert probabilities == sorted(probabilities, reverse=True)
    assert 0 < sum(probabilities) <= 1 + 1e-6


def test_a_piece_looked_up_in_the_whole_distribution_is_the_one_asked_for(opened: Opener) -> None:
    bert = opened()
    tokens = bert.tokenizer.tokens("the [MASK] of france")
    place, pieces = tokens.typed_masks[0], (5, 20, 37)
    (whole,) = bert.predict([PredictionInput(tokens.ids, (place,), full_distribution=True)])
    for piece in pieces:
        (predictions,) = bert.predict([PredictionInput(tokens.ids, (place,), (piece,))])
        assert predictions.log_probability is not None
        assert predictions.rank is not None
        probability, rank = whole.probability_and_rank(piece)
        assert (probability, rank) == (
            pytest.approx(float(predictions.log_probability[0].exp()), abs=1e-7),
            predictions.rank[0],
        )
        with pytest.raises(ValueError, match="distribution"):
            predictions.probability_and_rank(piece)


def test_a_masked_word_is_named_and_a_typed_mask_is_not(opened: Opener) -> None:
    bert = opened()
    tokens = bert.tokenizer.tokens("the [MASK] of france")
    first, second = predictions(bert, tokens, [4]).masks
    assert (first.hidden, second.hidden) == (None, "france")


def test_without_a_mask_the_visitor_is_told_what_to_do(opened: Opener) -> None:
    bert = opened()
    with pytest.raises(NothingMasked, match="click a word"):
        predictions(bert, bert.tokenizer.tokens("the capital"))


@pytest.mark.parametrize("position", [-1, 0, 3, 99])
def test_positions_that_cannot_be_masked_are_refused(opened: Opener, position: int) -> None:
    bert = opened()
    with pytest.raises(UserError, match="is not in this sentence"):
        predictions(bert, bert.tokenizer.tokens("the capital"), [position])


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_every_position_equals_masking_them_one_by_one(opened: Opener, family: str) -> None:
    bert = opened(family)
    tokens = bert.tokenizer.tokens("She sat on the bank of the river and he went to the bank.")
    scores = token_scores(bert, tokens)
    assert [score.position for score in scores] == list(tokens.maskable)
    for score in scores:
        ids = list(tokens.ids)
        ids[score.position] = bert.tokenizer.mask_id
        row = plain_probabilities(bert, tuple(ids))[score.position]
        custom = row[tokens.ids[score.position]]
        assert score.probability == pytest.approx(custom.item(), abs=1e-6)
        assert score.surprisal == pytest.approx(-math.log(custom.item()), abs=1e-4)
        assert score.rank == int((row > custom).sum()) + 1


def test_a_model_of_the_next_word_is_refused_kindly(opened: Opener) -> None:
    gpt = opened("gpt2")
    with pytest.raises(UserError, match="next word"):
        gpt.tokenizer.tokens("the [MASK]")
    with pytest.raises(UserError, match="next word"):
        token_scores(gpt, gpt.tokenizer.tokens("the capital"))


def test_a_causal_model_fills_no_blank_though_its_vocabulary_has_a_piece_for_them() -> None:
    gpt = Loader(weights_folder).open(model_record("pocket-gpt"))
    assert gpt.tokenizer.mask_id is not None
    for ask in (predictions, token_scores):
        with pytest.raises(UserError, match=r"has no \[MASK\]"):
            ask(gpt, gpt.tokenizer.tokens("the capital of [MASK] ."))
