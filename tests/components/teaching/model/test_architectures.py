"""Every architecture that fills blanks can be taught."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import BertConfig, BertForMaskedLM

from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import InFolder, ModelRecord, Role
from components.model.lists.datasets import shipped_dataset
from components.teaching.model.classifier import truncated_ids
from components.teaching.model.explanations import classify, explain
from components.teaching.model.plan import ClassifierPooling, Plan, Start
from components.teaching.model.run import fine_tune
from components.teaching.model.saving import load_head, save_weights
from tests.components.conftest import folder_of
from tests.components.small_models import FAMILIES, SIZES, word_piece

pytestmark = pytest.mark.thorough

OPINIONS = shipped_dataset("opinions")
LIST = replace(OPINIONS, test=OPINIONS.test[:4] + OPINIONS.test[-4:])
PLAN = Plan(train_size=8, epochs=1, batch_size=4, learning_rate=1e-3, pooling=ClassifierPooling.POOLER, frozen_layers=1)


@pytest.mark.parametrize("family", FAMILIES)
def test_it_is_taught_saved_and_used(family: str, originals: dict[str, ModelRecord], tmp_path: Path) -> None:
    known = originals[family]
    if known.role is not Role.MASKED:
        pytest.skip("fills no blanks")

    def opens(_: Start) -> tuple[OpenModel, Path]:
        return Loader(folder_of).open(known), folder_of(known)

    trained = fine_tune(PLAN, LIST, opens, None, lambda _: None)
    assert len(trained.result.histories) == 2
    assert trained.result.layer_changes[0].weight_change == 0, "what is frozen stays"
    assert trained.result.layer_changes[-1].weight_change > 0 or len(trained.result.layer_changes) == 2
    save_weights(trained, tmp_path / "1")
    assert (tmp_path / "1" / "model.safetensors").is_file()
    head = load_head(tmp_path / "1")
    again = classify(trained.opened, head, PLAN.pooling, [text for text, _ in trained.result.test])
    assert np.array([classification.probabilities for classification in again]) == pytest.approx(
        np.array(trained.result.history.probabilities), abs=1e-4
    )
    assert explain(trained.opened, head, PLAN.pooling, "the bank of the river").word_effects


def test_a_model_with_few_positions_is_taught_at_those(tmp_path: Path) -> None:
    folder = tmp_path / "short"
    pieces = word_piece()
    config = BertConfig(**SIZES, vocab_size=len(pieces), max_position_embeddings=12)
    torch.manual_seed(0)
    BertForMaskedLM(config).save_pretrained(folder)
    pieces.save_pretrained(folder)
    known = ModelRecord(
        id="local/short",
        name="short",
        family="BERT",
        role=Role.MASKED,
        home=InFolder(folder),
        parameters=None,
        licence="none",
        about="",
    )
    long = replace(LIST, train=tuple(replace(each, text=f"{each.text} " * 9) for each in LIST.train))

    def opens(_: Start) -> tuple[OpenModel, Path]:
        return Loader(folder_of).open(known), folder

    trained = fine_tune(replace(PLAN, frozen_layers=0), long, opens, None, lambda _: None)
    assert trained.result.truncated_count >= PLAN.train_size  # all that it learned from
    ids = truncated_ids(trained.opened, "bank " * 40)
    assert len(ids) == 12
    assert ids[-1] == trained.opened.tokenizer.tokens("bank").ids[-1]
    save_weights(trained, tmp_path / "1")
    (explanation,) = classify(trained.opened, load_head(tmp_path / "1"), PLAN.pooling, ["bank " * 40])
    assert sum(explanation.probabilities) == pytest.approx(1)
