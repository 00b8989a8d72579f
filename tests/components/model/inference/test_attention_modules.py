"""Where heads are: as many as a trace shows, and each output projection once a layer."""

from dataclasses import replace

import pytest
from transformers import AlbertConfig, AlbertForMaskedLM, BigBirdConfig, BigBirdForMaskedLM

from components.model.checkpoints.open_model import Purpose
from components.model.inference.attention_modules import attention_layers
from components.model.inference.forward import trace
from components.model.user_errors import UserError
from tests.components.conftest import Opener
from tests.components.small_models import FAMILIES, SIZES


@pytest.mark.parametrize("family", FAMILIES)
def test_layers_and_heads_are_those_of_a_trace(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    layers = attention_layers(model)
    attention = trace(model, model.tokenizer.tokens("she sat on the bank")).attention
    assert (len(layers), layers.num_heads) == attention.shape[:2]
    assert layers.head_indices == tuple((layer, head) for layer in range(2) for head in range(4))
    assert layers.head_dim == 8
    assert [layers.scale(layer) for layer in range(2)] == pytest.approx([8**-0.5] * 2)
    assert len(set(layers.projections)) == (1 if family == "albert" else 2)


def test_groups_of_albert_are_found_in_the_order_they_run(opened: Opener) -> None:
    size = {**SIZES, "num_hidden_layers": 6, "embedding_size": 16, "vocab_size": 20}
    model = AlbertForMaskedLM(AlbertConfig(**size, num_hidden_groups=2, inner_group_num=2))
    ran = []
    for group in model.albert.encoder.albert_layer_groups:
        for layer in group.albert_layers:
            layer.attention.register_forward_hook(lambda module, _args, _output: ran.append(module))
    model(input_ids=model.dummy_inputs["input_ids"])
    layers = attention_layers(replace(opened(), model=model))
    assert list(layers.attentions) == ran
    assert len(layers) == 12


def test_an_unknown_architecture_is_refused(opened: Opener) -> None:
    stranger = BigBirdForMaskedLM(BigBirdConfig(**SIZES, vocab_size=20, attention_type="original_full"))
    with pytest.raises(UserError, match="cannot find the attention heads of small bert"):
        attention_layers(replace(opened(), model=stranger))
