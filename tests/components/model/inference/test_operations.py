"""Operations are those of the closed formula, attention among them, whatever attention the model computes with."""

from collections.abc import Callable

import pytest
import torch
from transformers import BertConfig, BertModel

from components.model.checkpoints.records import ModelRecord
from components.model.inference.operations import count_operations, mean_operations, meta_copy
from components.speed.model.full_size_models import meta_model
from tests.components.small_models import FAMILIES

LAYERS, WIDTH, INNER = 3, 32, 64


@pytest.fixture
def build() -> Callable[[str], BertModel]:
    def built(attention: str) -> BertModel:
        config = BertConfig(
            vocab_size=50,
            hidden_size=WIDTH,
            num_hidden_layers=LAYERS,
            num_attention_heads=4,
            intermediate_size=INNER,
        )
        return BertModel._from_config(config, attn_implementation=attention).eval()

    return built


def on_paper(length: int) -> int:
    matrices = length * (4 * WIDTH * WIDTH + 2 * WIDTH * INNER)
    attention = 2 * length * length * WIDTH
    return 2 * (LAYERS * (matrices + attention) + WIDTH * WIDTH)  # the last is the pooler's, which reads [CLS] alone


@pytest.mark.parametrize("attention", ["eager", "sdpa"])
@pytest.mark.parametrize("length", [1, 10, 100])
def test_they_are_what_a_pencil_counts(build: Callable[[str], BertModel], attention: str, length: int) -> None:
    assert count_operations(meta_copy(build(attention)), length) == on_paper(length)


def test_the_mean_is_that_of_the_sentences_and_not_of_their_mean_length(build: Callable[[str], BertModel]) -> None:
    lengths = [3, 10, 11, 200]
    operations = mean_operations(meta_copy(build("sdpa")), lengths)
    assert operations == sum(map(on_paper, lengths)) / len(lengths) > on_paper(sum(lengths) // len(lengths))


@pytest.mark.parametrize("family", FAMILIES)
def test_three_counts_give_all_in_every_architecture(originals: dict[str, ModelRecord], family: str) -> None:
    model = meta_model(originals[family])
    assert mean_operations(model, [20]) == count_operations(model, 20)


def test_fused_attention_is_refused_and_the_model_stays_as_it_is(build: Callable[[str], BertModel]) -> None:
    model = build("sdpa")
    with pytest.raises(ValueError, match="fused"):
        count_operations(model, 10)
    before = [weight.clone() for weight in model.parameters()]
    plain = meta_copy(model)
    assert {weight.device.type for weight in plain.parameters()} == {"meta"}
    assert model.config._attn_implementation == "sdpa"
    for weight, earlier in zip(model.parameters(), before, strict=True):
        assert weight.device.type == "cpu"
        torch.testing.assert_close(weight, earlier, rtol=0, atol=0)
