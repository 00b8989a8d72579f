"""One pass from text to answer, computed box by box from a model's weight matrices.

The whole pass keeps the vectors between floors only: they are what every box of a floor is computed from, at a layer's
share of the cost. 512 tokens of BERT-base take 20 MB that way, in place of 700.
"""

from collections.abc import Collection
from functools import partial

import numpy as np
import torch
import torch.nn.functional as F

from components.model.arrays import make_read_only
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import TRACE_TOKEN_LIMIT
from components.model.inference.memory import reports_out_of_memory
from components.model.inference.prediction import masked_ids
from components.model.inference.threads import set_thread_count
from components.model.passes.results import ArchitectureFacts, Box, FloorBoxes, TracedPass
from components.model.passes.steps import floor_count, floor_steps, run_floor
from components.model.passes.weights import Function, ModelWeights, model_weights
from components.model.results import Floats, Tokens
from components.model.user_errors import UserError, too_many_tokens

KEPT_CANDIDATES = 12
_ONE_BY_ONE = ("logits", "probabilities")  # of 30,522 tokens each
# By the names of transformers. GELU: Hendrycks and Gimpel 2016, https://arxiv.org/abs/1606.08415.
_ACTIVATIONS: dict[str, Function] = {
    "gelu": F.gelu,
    "gelu_new": partial(F.gelu, approximate="tanh"),
    "relu": F.relu,
    "silu": F.silu,
}
_ACTIVATION_TOLERANCE = 1e-5  # GELU and its approximation differ by up to 5e-4


@reports_out_of_memory
@torch.inference_mode()
def trace_pass(opened: OpenModel, tokens: Tokens, masked: Collection[int] = ()) -> TracedPass:
    """One pass over a sentence.

    Args:
        opened: A model of any supported architecture.
        tokens: The sentence.
        masked: Positions to mask, beside typed masks.

    Raises:
        TooLong: There are more than :data:`TRACE_TOKEN_LIMIT` tokens.
        UserError: The architecture is not supported, or a position cannot be masked.
    """
    if len(tokens) > TRACE_TOKEN_LIMIT:
        raise too_many_tokens(len(tokens), TRACE_TOKEN_LIMIT, "here")
    weights = model_weights(opened)
    ids = input_ids(opened, tokens, masked)
    set_thread_count(opened.parameters * len(ids))
    vectors = _last(run_floor(weights, 0, torch.tensor([ids], device=opened.device.torch_device)))
    stream = [vectors]
    for floor in range(1, len(weights.layers) + 1):
        vectors = _last(run_floor(weights, floor, vectors))
        stream.append(vectors)
    return TracedPass(
        tokens,
        ids,
        _to_array(torch.cat(stream)),
        tuple(tuple(step.key for step in floor_steps(weights, floor)) for floor in range(floor_count(weights))),
        architecture_facts(weights),
        opened.conditions,
    )


@reports_out_of_memory
@torch.inference_mode()
def floor_boxes(opened: OpenModel, traced: TracedPass, floor: int, position: int = 0) -> FloorBoxes:
    """Every box of one floor of a pass.

    Args:
        opened: The model that computed the pass.
        traced: The pass.
        floor: The floor.
        position: At the vocabulary head, the token to compute: for 512 of them, logits would take a second and 60 MB.

    Raises:
        UserError: There is no such floor or token.
    """
    weights = model_weights(opened)
    if not 0 <= floor < traced.floors:
        raise UserError(f"{opened.record.name} has {len(weights.layers)} layers. Choose one of them.")
    if not 0 <= position < len(traced.ids):
        raise UserError(f"This sentence has {len(traced.ids)} tokens. Choose one of them.")
    is_head = floor > len(weights.layers)
    if floor == 0:
        given = torch.tensor([traced.ids], device=opened.device.torch_device)
    else:
        vectors = stream_tensor(opened, traced, floor - 1)
        given = vectors[None, [position]] if is_head else vectors[None]
    set_thread_count(opened.parameters * len(traced.ids) // traced.floors)
    boxes = run_floor(weights, floor, given)
    kept_ids: tuple[int, ...] = ()
    if is_head:
        top = boxes["logits"][0, 0].topk(min(KEPT_CANDIDATES, boxes["logits"].shape[-1])).indices
        for key in _ONE_BY_ONE:
            boxes[key] = boxes[key][..., top]
        kept_ids = tuple(top.tolist())
    return FloorBoxes(
        floor,
        tuple(Box(s.key, s.operation, s.inputs, _to_array(boxes[s.key][0])) for s in floor_steps(weights, floor)),
        position if is_head else None,
        kept_ids,
    )


def stream_tensor(opened: OpenModel, traced: TracedPass, floor: int) -> torch.Tensor:
    """The vectors that leave a floor of a pass, on the model's device. *Shape:* (token, width)."""
    return torch.from_numpy(traced.stream[floor].copy()).to(opened.device.torch_device)


def input_ids(opened: OpenModel, tokens: Tokens, masked: Collection[int] = ()) -> tuple[int, ...]:
    """The ids that the model reads, with masks at ``masked``.

    Raises:
        UserError: Positions are to be masked and the model has no mask token, or one cannot be masked.
    """
    if not masked:
        return tokens.ids
    if not set(masked) <= set(tokens.maskable) | set(tokens.typed_masks):
        raise UserError("A masked position is not in this sentence. Click a word of the sentence.")
    return masked_ids(opened, tokens, masked)


def architecture_facts(weights: ModelWeights) -> ArchitectureFacts:
    """What a model has and lacks."""
    keys = {table.key for table in weights.tables}
    local = tuple(number for number, layer in enumerate(weights.layers, 1) if layer.window is not None)
    first, head = weights.layers[0], weights.head
    rotates, device = first.rotate is not None, weights.tables[0].table.device
    return ArchitectureFacts(
        norms="pre" if weights.is_pre_norm else "post",
        positions="table" if "position" in keys else "rotary" if rotates else "none",
        has_segments="segment" in keys,
        shares_layers=weights.shares_layers,
        is_gated=first.gate is not None,
        activation=activation_name(first.activation, device),
        head_activation=None if head is None or head.activation is None else activation_name(head.activation, device),
        is_causal=weights.is_causal,
        local_layers=local,
        window=weights.layers[local[0] - 1].window if local else None,
        skips_first_norm=first.attention_norm is None,
        has_transform=head is not None and head.dense is not None,
        has_head=head is not None,
        layers=len(weights.layers),
        num_heads=weights.num_heads,
        width=len(first.down.weight),
        embedding_width=weights.tables[0].table.shape[1],
        vocabulary=0 if head is None else len(head.decoder.weight),
    )


def _last(boxes: dict[str, torch.Tensor]) -> torch.Tensor:
    return next(reversed(boxes.values()))


def _to_array(values: torch.Tensor) -> Floats:
    array: Floats = values.float().cpu().numpy().astype(np.float32, copy=True)
    return make_read_only(array)


def activation_name(function: Function, device: torch.device) -> str:
    """The name of an activation function: "gelu", "gelu_new", "relu" or "silu", else that of its class.

    ``device`` is the model's: a function may have weights.
    """
    inputs = torch.linspace(-12, 12, 193, device=device)
    with torch.inference_mode():
        outputs = function(inputs)
        for name, known in _ACTIVATIONS.items():
            if torch.allclose(outputs, known(inputs), rtol=0, atol=_ACTIVATION_TOLERANCE):
                return name
    return type(function).__name__.removesuffix("Activation")
