"""An activation function is named after what it computes."""

import pytest
import torch
import torch.nn.functional as F
from transformers.activations import ACT2FN

from components.model.passes.traced_pass import activation_name, trace_pass
from tests.components.conftest import Opener

CPU = torch.device("cpu")


@pytest.mark.parametrize(
    ("configured", "name"),
    [
        ("gelu", "gelu"),
        ("gelu_python", "gelu"),
        ("gelu_new", "gelu_new"),
        ("gelu_fast", "gelu_new"),
        ("gelu_pytorch_tanh", "gelu_new"),
        ("relu", "relu"),
        ("silu", "silu"),
        ("swish", "silu"),
        ("quick_gelu", "QuickGELU"),
        ("gelu_10", "ClippedGELU"),
        ("relu6", "ReLU6"),
        ("relu2", "ReLUSquared"),
        ("leaky_relu", "LeakyReLU"),
        ("tanh", "Tanh"),
        ("prelu", "PReLU"),
    ],
)
def test_names_follow_what_is_computed(configured: str, name: str) -> None:
    assert activation_name(ACT2FN[configured], CPU) == name


def test_a_plain_function_has_a_name() -> None:
    assert activation_name(F.gelu, CPU) == "gelu"


@pytest.mark.parametrize(
    ("family", "expected"),
    [
        ("bert", ("gelu", "gelu")),
        ("distilbert", ("gelu", "gelu")),
        ("roberta", ("gelu", "gelu")),
        ("albert", ("gelu_new", "gelu_new")),
        ("electra", ("gelu", "gelu")),
        ("modernbert", ("gelu", "gelu")),
        ("gpt2", ("gelu_new", None)),
    ],
)
def test_the_facts_name_the_functions_of_the_layers_and_of_the_head(
    opened: Opener, family: str, expected: tuple[str, str | None]
) -> None:
    model = opened(family)
    facts = trace_pass(model, model.tokenizer.tokens("she sat on the bank")).facts
    assert (facts.activation, facts.head_activation) == expected
