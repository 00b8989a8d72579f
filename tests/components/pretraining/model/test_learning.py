"""Checkpoints, single steps and next words: what the room computes about training is what training does."""

import copy

import numpy as np
import pytest
import torch

import cache.pretraining
from cache.shipped.learning import checkpoint_ids, first_learning, milestones
from cache.shipped.objectives import mixture_losses
from components.model.blanks.blank_probes import similarity_sentences
from components.model.checkpoints.unlisted import EARLIER_STEPS
from components.model.inference.engine import Engine
from components.model.inference.prediction import predictions
from components.model.user_errors import NothingMasked, UserError
from components.pretraining.model import one_step
from components.pretraining.model.learning import previous_token_head
from components.pretraining.model.presets import (
    PRETRAINING_PRESETS,
    STEP_BLANK,
    STEP_OPENER,
    STEP_OTHER,
    STEP_WORD,
)
from components.pretraining.model.results import MaskingSample, SentenceTraining, TokenCorruption
from components.pretraining.tables.findings import learning_finding, milestones_finding, mixture_finding
from components.senses.model.measures import best_layer_chance_accuracy, measures_by_layer

FIRST = PRETRAINING_PRESETS[0].sentence


def blank_of(engine: Engine, sentence: str) -> int:
    return engine.read("pocket-bert", sentence)[1].typed_masks[0]


def test_every_checkpoint_predicts_as_in_other_rooms(engine: Engine) -> None:
    curve = cache.pretraining.learning_curve(FIRST, (), blank_of(engine, FIRST))
    assert [step.step for step in curve.steps] == [*EARLIER_STEPS, checkpoint_ids()["pocket-bert"][0]]
    for model_id, step in zip(checkpoint_ids(), curve.steps, strict=True):
        (custom,) = predictions(*engine.read(model_id, FIRST)).masks
        assert step.blank.candidates[0].text == custom.candidates[0].text
        assert step.blank.candidates[0].probability == pytest.approx(custom.candidates[0].probability, abs=1e-5)
    assert curve.answer.text == curve.steps[-1].blank.candidates[0].text == "bank"
    assert curve.steps[-1].rank == 1
    assert curve.steps[0].probability < 0.001


def test_the_stored_answer_is_what_the_checkpoints_say(engine: Engine) -> None:
    stored, live = first_learning.read(), cache.pretraining.learning_curve(FIRST, (), blank_of(engine, FIRST))
    assert stored.answer.text == live.answer.text
    assert [step.probability for step in stored.steps] == pytest.approx(
        [step.probability for step in live.steps], abs=1e-4
    )
    assert learning_finding(stored, 6, model="BERT") == learning_finding(live, 6, model="BERT")


def test_the_previous_token_head_appears_at_the_stated_checkpoint(engine: Engine) -> None:
    text = {milestone.step: milestone for milestone in milestones.read()}
    assert set(text) == {step for step, _ in checkpoint_ids().values()}
    for model_id, (step, _) in list(checkpoint_ids().items())[3:5]:
        weight, head = previous_token_head(engine.open_for_inspection(model_id), similarity_sentences())
        assert weight == pytest.approx(text[step].previous, abs=1e-3)
        assert head == text[step].head
    assert text[256].previous < 0.1 < 0.5 < text[1024].previous
    assert "Between 984k and 4.0M tokens" in milestones_finding(milestones.read())


def test_losses_fall_and_senses_part() -> None:
    losses = [milestone.loss for milestone in milestones.read()]
    assert losses == sorted(losses, reverse=True)
    assert milestones.read()[0].senses == pytest.approx(0.5, abs=0.1)  # chance
    assert milestones.read()[-1].senses > 0.9


HIDDEN = ((6, TokenCorruption.MASK),)  # "paris" in the opener


def trained(marks: tuple[int, ...], *, outcomes: tuple[tuple[int, TokenCorruption], ...] = HIDDEN) -> SentenceTraining:
    loss = cache.pretraining.chosen_masking_loss("pocket-bert", STEP_OPENER, outcomes)
    return cache.pretraining.train_on_sample(
        "pocket-bert", STEP_OPENER, loss.sample, STEP_OTHER, marks, lambda done, of: None
    )


@pytest.mark.parametrize("outcomes", [HIDDEN, ((2, TokenCorruption.KEPT), *HIDDEN)])
def test_a_step_is_the_one_that_torch_takes(engine: Engine, outcomes: tuple[tuple[int, TokenCorruption], ...]) -> None:
    training = trained((0, 1, 3), outcomes=outcomes)
    loss = cache.pretraining.chosen_masking_loss("pocket-bert", STEP_OPENER, outcomes)
    opened, tokens = engine.read("pocket-bert", STEP_OPENER)
    model = copy.deepcopy(opened.model).requires_grad_(True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    ids = torch.tensor([loss.sample.input_ids(tokens.ids)])
    labels = torch.tensor([loss.sample.labels(len(tokens))])
    losses = []
    for _ in range(4):
        out = model(input_ids=ids, labels=labels)
        losses.append(out.loss.item())
        optimizer.zero_grad()
        out.loss.backward()
        optimizer.step()
    assert [prediction.loss for prediction in training.predictions] == pytest.approx(
        [losses[0], losses[1], losses[3]], abs=1e-3
    )
    assert training.predictions[0].probabilities == pytest.approx(
        [cost.probability for cost in loss.token_losses], abs=1e-4
    )
    assert [prediction.steps for prediction in training.predictions] == [0, 1, 3]
    assert training.first_step == pytest.approx(training.learning_rate, rel=0.01)


def test_a_typed_blank_and_a_hidden_word_are_the_same_input() -> None:
    loss = cache.pretraining.chosen_masking_loss("pocket-bert", STEP_BLANK, (), word=STEP_WORD)
    hidden = cache.pretraining.chosen_masking_loss("pocket-bert", STEP_OPENER, HIDDEN)
    assert loss.sample == hidden.sample
    assert [cost.text for cost in loss.token_losses] == [STEP_WORD]


def test_the_model_itself_is_left_as_it_was(engine: Engine) -> None:
    opened = engine.open_model("pocket-bert")
    before = {name: weights.clone() for name, weights in opened.model.state_dict().items()}
    trained((0, 2))
    assert all(torch.equal(weights, before[name]) for name, weights in opened.model.state_dict().items())
    assert not any(weights.requires_grad for weights in opened.model.parameters())


def test_invalid_training_requests_raise_errors(engine: Engine) -> None:
    opened, tokens = engine.read("pocket-bert", STEP_OPENER)
    sample = cache.pretraining.chosen_masking_loss("pocket-bert", STEP_OPENER, HIDDEN).sample
    settings = {"evaluation_steps": (0, 1), "on_progress": lambda done, of: None}
    with pytest.raises(UserError, match="exactly one blank"):
        one_step.train_on_sample(opened, tokens, sample, tokens, **settings)
    with pytest.raises(NothingMasked):
        one_step.train_on_sample(opened, tokens, MaskingSample(()), **settings)
    with pytest.raises(UserError, match=r"no \[MASK\]"):
        one_step.train_on_sample(engine.open_model("pocket-gpt"), tokens, sample, **settings)
    with pytest.raises(UserError, match="is not a single token"):
        cache.pretraining.chosen_masking_loss("pocket-bert", STEP_BLANK, (), word="unbelievably")


def test_a_large_model_is_not_trained_here(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    assert engine
    monkeypatch.setattr(one_step, "PARAMETER_LIMIT", 1_000_000)
    with pytest.raises(UserError, match="smaller model"):
        trained((0, 7))


def test_the_losses_of_mixtures_show_why_some_tokens_stay() -> None:
    by_name = {mixture_loss.name: mixture_loss for mixture_loss in mixture_losses()}
    assert by_name["80/10/10"].unmasked < 1 < 4 < by_name["100/0/0"].unmasked
    assert all(nats in mixture_finding(mixture_losses()) for nats in ("4.85", "0.63"))


def test_chance_of_the_best_layer_is_above_that_of_one() -> None:
    rng = np.random.default_rng(0)
    vectors, labels = rng.normal(size=(40, 5, 8)), ["a", "b"] * 20
    measured = measures_by_layer(vectors, labels, shuffles=200)
    best = best_layer_chance_accuracy(vectors, labels, shuffles=200)
    assert float(measured.accuracy.shuffled.max()) < best < 0.8
    accuracy = best_layer_chance_accuracy(vectors[:, :1], labels, shuffles=200)
    assert accuracy == pytest.approx(float(measured.accuracy.shuffled[0]))
