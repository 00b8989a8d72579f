"""For every architecture with a vocabulary head, ONNX Runtime gives the logits of plain transformers.

Small models with random weights: rows of one length and of several, alone and in batches, from 1 to 512 tokens.
"""

from typing import Any

import onnx
import pytest
import torch
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM, PreTrainedModel

from components.model.checkpoints.lm_heads import _HEADS, vocabulary_head
from components.model.checkpoints.loader import EAGER_ONLY
from components.model.compiled.encoder import CompiledEncoder
from components.model.compiled.graph import TYPES, EncoderGraph, export_graph, has_token_types

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.slow,  # an export takes about ten seconds
    pytest.mark.filterwarnings("ignore"),  # of torch's exporter about itself
]

SMALL: dict[str, Any] = {
    "vocab_size": 120,
    "hidden_size": 24,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 32,
    "max_position_embeddings": 520,
}
SETTINGS: dict[str, dict[str, Any]] = {
    "distilbert": {"dim": 24, "n_layers": 2, "n_heads": 2, "hidden_dim": 32},
    "albert": {"embedding_size": 8},
    "electra": {"embedding_size": 8},
    "roformer": {"embedding_size": 24},
    "modernbert": {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2, "cls_token_id": 1, "sep_token_id": 2},
    "gpt2": {"n_embd": 24, "n_layer": 2, "n_head": 2, "n_positions": 520, "bos_token_id": 1, "eos_token_id": 2},
}
LENGTHS = ((1,), (2,), (13,), (64,), (13, 7, 1), tuple(range(3, 11)), (512,), (512, 400, 1))
CLOSE = 1e-5
# Products of the last layer for requested positions only: queries, weights, contexts, attention output, and two of the
# feed-forward network. Rotary queries are computed for all positions, and GPT-2's products are of rows without batches.
SELECTED_PRODUCTS = 6
FEWER_PRODUCTS = {"roformer": 5, "modernbert": 5, "gpt2": 0}


@pytest.mark.parametrize("architecture", _HEADS)
def test_logits_and_ranks_are_those_of_transformers(architecture: str) -> None:
    model = small_model(architecture)
    graph = export_graph(model.base_model)
    assert selected_products(graph) == FEWER_PRODUCTS.get(architecture, SELECTED_PRODUCTS)
    encoder = CompiledEncoder(model.base_model, graph)
    head = vocabulary_head(model)
    for lengths in LENGTHS:
        ids, attended = batch(model, lengths)
        for token_types in (None, ids % 2) if has_token_types(model.base_model) else (None,):
            options = {} if token_types is None else {TYPES: token_types}
            with torch.inference_mode():
                logits = model(input_ids=ids, attention_mask=attended, **options).logits
            expected = logits[attended.bool()]
            actual = head(encoder(ids, attended, token_types)[attended.bool()])
            torch.testing.assert_close(actual, expected, atol=CLOSE, rtol=CLOSE)
            ends = torch.tensor([[length - 1, 0] for length in lengths])
            at_ends = head(encoder(ids, attended, token_types, ends))
            expected_at_ends = logits.take_along_dim(ends[:, :, None], dim=1)
            torch.testing.assert_close(at_ends, expected_at_ends, atol=CLOSE, rtol=CLOSE)
            in_order = actual.gather(-1, expected.argsort(dim=-1, descending=True, stable=True))
            assert (in_order.diff(dim=-1) <= 2 * CLOSE).all()  # but for ties, every token has the same rank


def selected_products(graph: EncoderGraph) -> int:
    """The number of products of matrices that are computed for requested positions only."""
    nodes = onnx.load_from_string(graph.onnx).graph.node
    return sum(node.op_type in ("MatMul", "Gemm") and "_at_positions" in node.input[0] for node in nodes)


def small_model(architecture: str) -> PreTrainedModel:
    torch.manual_seed(0)
    config = AutoConfig.for_model(architecture, **SMALL | SETTINGS.get(architecture, {}))
    auto: Any = AutoModelForCausalLM if architecture == "gpt2" else AutoModelForMaskedLM
    attention = "eager" if architecture in EAGER_ONLY else "sdpa"
    model: PreTrainedModel = auto.from_config(config, attn_implementation=attention).eval()
    for weights in model.parameters():  # larger than those that training starts with, so that logits differ
        if weights.dim() > 1:
            torch.nn.init.normal_(weights, std=0.15)
    return model


def batch(model: PreTrainedModel, lengths: tuple[int, ...]) -> tuple[torch.Tensor, torch.Tensor]:
    """Random ids, padded to one length, and their attention mask."""
    longest = max(lengths)
    attended = torch.tensor([[int(position < length) for position in range(longest)] for length in lengths])
    ids = torch.randint(5, int(model.config.vocab_size), attended.shape)
    return ids.where(attended.bool(), int(model.config.pad_token_id or 0)), attended
