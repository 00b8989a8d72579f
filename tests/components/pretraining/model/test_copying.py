"""What models trained with other shares of [MASK] make of a blank and of words that they can see."""

import pytest
import torch

import cache.pretraining
from components.model.checkpoints.unlisted import MIXTURES, mixture_model_id
from components.model.inference.engine import Engine
from components.model.inference.prediction import predictions
from components.pretraining.model.presets import PRETRAINING_PRESETS
from components.pretraining.tables.detection import copy_table
from training.masking_ratios import SHARES as TRAINED

FIRST = PRETRAINING_PRESETS[0].sentence


def test_the_models_are_those_that_were_trained() -> None:
    assert tuple(TRAINED) == MIXTURES


def test_each_model_predicts_as_in_a_plain_pass(engine: Engine) -> None:
    _, tokens = engine.read("pocket-bert", FIRST)
    (blank,) = tokens.typed_masks
    for copy_accuracy in cache.pretraining.copy_accuracies(FIRST, (), blank):
        opened = engine.open_model(mixture_model_id(copy_accuracy.mixture))
        (custom,) = predictions(opened, tokens).masks
        assert copy_accuracy.blank.candidates[0].text == custom.candidates[0].text
        with torch.no_grad():
            probabilities = opened.model(input_ids=torch.tensor([tokens.ids])).logits[0].log_softmax(dim=-1)
        visible = list(tokens.maskable)
        wanted = torch.tensor(tokens.ids)[visible]
        assert copy_accuracy.loss == pytest.approx(-probabilities[visible, wanted].mean().item(), abs=1e-4)
        assert copy_accuracy.correct_count == int((probabilities[visible].argmax(dim=-1) == wanted).sum())
        assert copy_accuracy.visible_count == len(visible)


@pytest.mark.usefixtures("engine")
def test_a_model_trained_to_copy_copies_and_one_that_was_not_does_not() -> None:
    actual = {copy_accuracy.mixture: copy_accuracy for copy_accuracy in cache.pretraining.copy_accuracies(FIRST, (), 7)}
    assert actual["0/0/100"].correct_count == actual["0/0/100"].visible_count
    assert actual["0/0/100"].loss < 0.1 < actual["100/0/0"].loss
    assert actual["100/0/0"].loss > actual["80/10/10"].loss
    assert copy_table(list(actual.values()))["shares"].tolist() == list(MIXTURES)
