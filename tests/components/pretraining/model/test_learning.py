"""Checkpoints, single steps and next words: what the room computes about training is what training does."""

import copy

import numpy as np
import pytest
import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

import cache.pretraining
from cache.shipped.family import mixture_losses
from cache.shipped.learning import checkpoint_ids, first_learning, milestones
from components.model.blanks.blank_probes import similarity_sentences
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.registry import model_record
from components.model.checkpoints.unlisted import EARLIER_STEPS
from components.model.inference.engine import Engine
from components.model.inference.prediction import predictions
from components.model.user_errors import UserError
from components.pretraining.model import one_step
from components.pretraining.model.learning import previous_token_head
from components.pretraining.model.presets import PRETRAINING_PRESETS, STEP_OPENER, STEP_OTHER, STEP_WORDS
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
    stored, live = first_learning(), cache.pretraining.learning_curve(FIRST, (), blank_of(engine, FIRST))
    assert stored.answer.text == live.answer.text
    assert [step.probability for step in stored.steps] == pytest.approx(
        [step.probability for step in live.steps], abs=1e-4
    )
    assert learning_finding(stored, 6, model="BERT") == learning_finding(live, 6, model="BERT")


def test_the_previous_token_head_appears_at_the_stated_checkpoint(engine: Engine) -> None:
    text = {milestone.step: milestone for milestone in milestones()}
    assert set(text) == {step for step, _ in checkpoint_ids().values()}
    for model_id, (step, _) in list(checkpoint_ids().items())[3:5]:
        weight, head = previous_token_head(engine.open_for_inspection(model_id), similarity_sentences())
        assert weight == pytest.approx(text[step].previous, abs=1e-3)
        assert head == text[step].head
    assert text[256].previous < 0.1 < 0.5 < text[1024].previous
    assert "Between 984k and 4.0M tokens" in milestones_finding(milestones())


def test_losses_fall_and_senses_part() -> None:
    losses = [milestone.loss for milestone in milestones()]
    assert losses == sorted(losses, reverse=True)
    assert milestones()[0].senses == pytest.approx(0.5, abs=0.1)  # chance
    assert milestones()[-1].senses > 0.9


def test_a_step_is_the_one_that_torch_takes(engine: Engine) -> None:
    sentence = cache.pretraining.train_on_sentence(
        "pocket-bert", STEP_OPENER, STEP_WORDS[0], STEP_OTHER, STEP_WORDS[1], (0, 1, 3), lambda done, of: None
    )
    opened, tokens = engine.read("pocket-bert", STEP_OPENER)
    (before,) = predictions(opened, tokens).masks
    assert sentence.predictions[0].first == before.candidates[0].text
    (wanted,) = opened.tokenizer.whole_words["paris"]
    model = copy.deepcopy(opened.model).requires_grad_(True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    ids = torch.tensor([tokens.ids])
    labels = torch.full_like(ids, -100)
    labels[0, tokens.typed_masks[0]] = wanted
    losses = []
    for _ in range(4):
        loss = model(input_ids=ids, labels=labels).loss
        losses.append(loss.item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert [prediction.loss for prediction in sentence.predictions] == pytest.approx(
        [losses[0], losses[1], losses[3]], abs=1e-3
    )
    assert [prediction.steps for prediction in sentence.predictions] == [0, 1, 3]


def test_the_model_itself_is_left_as_it_was(engine: Engine) -> None:
    opened = engine.open_model("pocket-bert")
    before = {name: weights.clone() for name, weights in opened.model.state_dict().items()}
    cache.pretraining.train_on_sentence(
        "pocket-bert", STEP_OPENER, "rome", STEP_OTHER, "berlin", (0, 2), lambda done, of: None
    )
    assert all(torch.equal(weights, before[name]) for name, weights in opened.model.state_dict().items())
    assert not any(weights.requires_grad for weights in opened.model.parameters())


def test_invalid_training_requests_raise_errors(engine: Engine) -> None:
    assert engine
    for sentence, word, message in (
        ("No blank here.", "paris", "exactly one blank"),
        (STEP_OPENER, "unbelievably", "is not a single token"),
    ):
        with pytest.raises(UserError, match=message):
            cache.pretraining.train_on_sentence(
                "pocket-bert", sentence, word, STEP_OTHER, "berlin", (0, 1), lambda done, of: None
            )
    with pytest.raises(UserError, match=r"no \[MASK\]"):
        cache.pretraining.train_on_sentence(
            "pocket-gpt", "A cat.", "a", STEP_OTHER, "berlin", (0, 1), lambda done, of: None
        )


def test_a_large_model_is_not_trained_here(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    assert engine
    monkeypatch.setattr(one_step, "PARAMETER_LIMIT", 1_000_000)
    with pytest.raises(UserError, match="smaller model"):
        cache.pretraining.train_on_sentence(
            "pocket-bert", STEP_OPENER, "vienna", STEP_OTHER, "berlin", (0, 1), lambda done, of: None
        )


def test_the_losses_of_mixtures_show_why_some_tokens_stay() -> None:
    by_name = {mixture_loss.name: mixture_loss for mixture_loss in mixture_losses()}
    assert by_name["80/10/10"].unmasked < 1 < 4 < by_name["100/0/0"].unmasked
    assert all(nats in mixture_finding(mixture_losses()) for nats in ("4.85", "0.63"))


@pytest.mark.parametrize("word", ["paris", "money"])
def test_the_gradients_are_those_of_the_sentence_and_the_first_step_is_the_rate(word: str) -> None:
    sentence = cache.pretraining.train_on_sentence(
        "pocket-bert", STEP_OPENER, word, STEP_OTHER, STEP_WORDS[1], (0, 1), lambda done, of: None
    )
    assert sentence.gradients
    folder = weights_folder(model_record("pocket-bert"))
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForMaskedLM.from_pretrained(folder, dtype=torch.float32).eval()
    ids = tokenizer(STEP_OPENER, return_tensors="pt")["input_ids"]
    blank = ids[0].tolist().index(tokenizer.mask_token_id)
    (-model(input_ids=ids).logits[0, blank].log_softmax(dim=-1)[tokenizer.convert_tokens_to_ids(word)]).backward()
    named = dict(model.named_parameters())
    matrices = {
        name: each
        for name, each in named.items()
        if each.ndim > 1 and each.grad is not None and "embedding" not in name
    }
    pulls = {name: float(each.grad.norm() / each.detach().norm()) for name, each in matrices.items()}
    for gradient, (name, share) in zip(
        sentence.gradients, sorted(pulls.items(), key=lambda item: -item[1]), strict=False
    ):
        assert gradient.name == name
        assert gradient.share == pytest.approx(share, rel=1e-3)
    assert sentence.first_step == pytest.approx(sentence.learning_rate, rel=0.01)


def test_another_word_pulls_elsewhere() -> None:
    paris, money = (
        cache.pretraining.train_on_sentence(
            "pocket-bert", STEP_OPENER, word, STEP_OTHER, STEP_WORDS[1], (0, 1), lambda done, of: None
        )
        for word in ("paris", "money")
    )
    shares = [[gradient.share for gradient in each.gradients] for each in (paris, money)]
    assert shares[0] != pytest.approx(shares[1], rel=0.05)


def test_chance_of_the_best_layer_is_above_that_of_one() -> None:
    rng = np.random.default_rng(0)
    vectors, labels = rng.normal(size=(40, 5, 8)), ["a", "b"] * 20
    measured = measures_by_layer(vectors, labels, shuffles=200)
    best = best_layer_chance_accuracy(vectors, labels, shuffles=200)
    assert float(measured.accuracy.shuffled.max()) < best < 0.8
    accuracy = best_layer_chance_accuracy(vectors[:, :1], labels, shuffles=200)
    assert accuracy == pytest.approx(float(measured.accuracy.shuffled[0]))
