"""Replaced tokens: what the two models are asked is what transformers asks, and a right guess counts as original."""

import numpy as np
import pytest
import torch
from transformers import ElectraForMaskedLM, ElectraForPreTraining

import cache.pretraining
from cache.shipped.objectives import detection_metrics
from components.model.checkpoints.catalogue import POCKET_FOLDER
from components.model.checkpoints.unlisted import DISCRIMINATOR, GENERATOR
from components.model.inference.engine import Engine
from components.model.inference.forward import trace
from components.model.user_errors import UserError
from components.pretraining.model.detection import sample_hidden_positions, sample_token
from components.pretraining.model.replaced_results import DISCRIMINATOR_WEIGHT
from components.pretraining.tables.detection import (
    detection_loss_text,
    detection_metrics_text,
    replaced_finding,
    replaced_table,
)

BOATS = "We sat by the bank of the river and counted our boats."
THROWS = range(1, 13)


@pytest.mark.usefixtures("engine")
def test_losses_are_those_of_transformers() -> None:
    generator = ElectraForMaskedLM.from_pretrained(POCKET_FOLDER / "electra-generator", dtype=torch.float32)
    discriminator = ElectraForPreTraining.from_pretrained(POCKET_FOLDER / "electra", dtype=torch.float32)
    for number in THROWS:
        tokens = cache.pretraining.replaced_tokens(BOATS, (), number, "")
        hidden = [judgement.position for judgement in tokens.judgements if judgement.hidden]
        original, shown = torch.tensor([tokens.tokens.ids]), torch.tensor([tokens.input_ids])
        masked, request = original.clone(), torch.full_like(original, -100)
        masked[0, hidden], request[0, hidden] = 4, original[0, hidden]
        with torch.no_grad():
            filled = generator(input_ids=masked, labels=request).loss.item()
            judged = discriminator(input_ids=shown, labels=(shown != original).long())
        assert tokens.generator_loss == pytest.approx(filled, abs=1e-5)
        assert tokens.discriminator_loss == pytest.approx(judged.loss.item(), abs=1e-6)
        assert [judgement.probability for judgement in tokens.judgements] == pytest.approx(
            judged.logits[0].sigmoid().tolist(), abs=1e-5
        )


@pytest.mark.usefixtures("engine")
def test_a_right_guess_counts_as_original() -> None:
    place = 2
    tokens = cache.pretraining.replaced_tokens(BOATS, (place,), 1, "sat")
    (hidden,) = (judgement for judgement in tokens.judgements if judgement.hidden)
    assert (hidden.original, hidden.text, hidden.replaced) == ("sat", "sat", False)
    assert tokens.input_ids == tokens.tokens.ids
    assert replaced_finding(tokens).startswith("The generator guessed every hidden token right")
    assert replaced_table(tokens)["figure"].iloc[place - 1].endswith("guessed right")
    custom = replaced_finding(tokens, custom=True)  # the same word, put there by a visitor: nobody guessed
    assert "guess" not in custom
    assert "nothing was replaced" in custom
    assert "guess" not in replaced_table(tokens, custom=True)["figure"].iloc[place - 1]
    other = cache.pretraining.replaced_tokens(BOATS, (place,), 1, "bread")
    assert replaced_finding(other, custom=True) == replaced_finding(other)
    only = cache.pretraining.replaced_tokens("cats", (1,), 1, "cats")
    assert "average" not in replaced_finding(only, custom=True)


@pytest.mark.usefixtures("engine")
def test_the_visitors_word_replaces_the_first_hidden_token() -> None:
    tokens = cache.pretraining.replaced_tokens(BOATS, (2, 5), 1, "bread")
    first, second = (judgement for judgement in tokens.judgements if judgement.hidden)
    assert (first.text, first.replaced) == ("bread", True)
    assert second.position == 5
    with pytest.raises(UserError, match="is not a single token"):
        cache.pretraining.replaced_tokens(BOATS, (2,), 1, "unbelievably")


def test_hidden_places_are_a_share_of_words_and_never_marks(engine: Engine) -> None:
    _, tokens = engine.read(GENERATOR, BOATS)
    rng = np.random.default_rng(0)
    throws = [sample_hidden_positions(tokens, rng) for _ in range(3000)]
    assert all(throws)
    assert {place for throw in throws for place in throw} == set(tokens.maskable)
    count = len(tokens.maskable)
    none = 0.85**count  # throws in which one had to be chosen
    share = sum(map(len, throws)) / (3000 * count)
    assert share == pytest.approx(0.15 + none / count, abs=4 * np.sqrt(0.15 * 0.85 / (3000 * count)))


def test_guesses_are_drawn_as_often_as_they_are_likely() -> None:
    rng, chances = np.random.default_rng(1), np.array([0.5, 0.3, 0.2])
    actual = np.bincount([sample_token(chances, rng) for _ in range(5000)], minlength=3) / 5000
    assert actual == pytest.approx(chances, abs=0.03)


@pytest.mark.usefixtures("engine")
def test_a_draw_is_reproducible_and_the_next_differs() -> None:
    tokens = cache.pretraining.replaced_tokens(BOATS, (), 5, "")
    cache.pretraining.replaced_tokens.clear()
    assert cache.pretraining.replaced_tokens(BOATS, (), 5, "") == tokens
    assert len({cache.pretraining.replaced_tokens(BOATS, (), number, "").input_ids for number in THROWS}) > 6


@pytest.mark.usefixtures("engine")
def test_the_loss_is_written_as_a_sum() -> None:
    tokens = cache.pretraining.replaced_tokens(BOATS, (), 3, "")
    total = tokens.generator_loss + DISCRIMINATOR_WEIGHT * tokens.discriminator_loss
    assert f"= {total:.2f} nats" in detection_loss_text(tokens, DISCRIMINATOR_WEIGHT)
    table = replaced_table(tokens)
    assert len(table) == len(tokens.tokens.maskable)
    assert table["replaced"].sum() == sum(judgement.replaced for judgement in tokens.judgements)


def test_the_discriminator_is_better_than_chance() -> None:
    metrics = detection_metrics()
    assert metrics.accuracy > 1 - metrics.replaced  # better than to call everything original
    assert metrics.precision > 0.5
    assert "8.8%" in detection_metrics_text(metrics)


@pytest.mark.parametrize("model_id", [DISCRIMINATOR, GENERATOR])
def test_both_open_in_other_rooms(model_id: str, engine: Engine) -> None:
    opened = engine.open_for_inspection(model_id)
    assert trace(opened, opened.tokenizer.tokens(BOATS)).attention.sum(axis=-1) == pytest.approx(1, abs=1e-5)
