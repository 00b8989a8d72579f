"""Weights on the way: which are kept, and that they are the model's."""

import dataclasses
import json
from pathlib import Path

import pytest
import torch
from transformers import BertForPreTraining

from training.architectures import without_fused_attention
from training.recipe import Architecture
from training.saved_steps import TOKENS, is_saved_step, save_step

SIZE = Architecture(layers=1, width=32, heads=4, positions=32, vocabulary=100)


def test_steps_are_even_on_a_logarithmic_scale_after_the_random_ones() -> None:
    assert [step for step in range(200) if is_saved_step(step)] == [0, 16, 32, 64, 128]


def test_what_is_kept_is_the_model_rounded_and_the_model_stays_as_it_was(tmp_path: Path) -> None:
    model = without_fused_attention(BertForPreTraining, SIZE.config())
    before = {name: values.clone() for name, values in model.state_dict().items()}
    save_step(model, tmp_path / "step-000016", tokens=65_000)
    saved = BertForPreTraining.from_pretrained(tmp_path / "step-000016", dtype=torch.float32)
    for name, values in saved.state_dict().items():
        torch.testing.assert_close(values, before[name], rtol=1e-3, atol=1e-4)
        torch.testing.assert_close(model.state_dict()[name], before[name], rtol=0, atol=0)
    assert json.loads((tmp_path / "step-000016" / TOKENS).read_text(encoding="utf-8")) == 65_000
    assert [each.name for each in tmp_path.iterdir()] == ["step-000016"]


def test_a_run_that_goes_on_keeps_what_it_has(tmp_path: Path) -> None:
    folder = tmp_path / "step-000000"
    save_step(without_fused_attention(BertForPreTraining, SIZE.config()), folder, tokens=0)
    first = (folder / "model.safetensors").read_bytes()
    save_step(
        without_fused_attention(BertForPreTraining, dataclasses.replace(SIZE, width=64).config()), folder, tokens=1
    )
    assert (folder / "model.safetensors").read_bytes() == first


@pytest.mark.parametrize("step", [1, 15, 17, 48])
def test_steps_between_are_not_kept(step: int) -> None:
    assert not is_saved_step(step)
