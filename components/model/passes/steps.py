"""A pass as a list of steps: which boxes there are on each floor, and from which boxes each is computed.

Floors are numbered from 0, the embeddings; floor *n* is layer *n*; the last floor is the vocabulary head. Every step is
one of a few operations, so that each of its numbers can be written as a sum of products
(:mod:`components.model.passes.numbers`). Formulas: Vaswani et al. 2017, https://arxiv.org/abs/1706.03762.
"""

from collections.abc import Callable, Mapping

import torch

from components.model.passes.operations import INPUT, OUTPUT, Operation, Step
from components.model.passes.weights import LayerWeights, ModelWeights, NormWeights, WeightMatrix


def floor_count(weights: ModelWeights) -> int:
    """The embeddings, the layers, and the vocabulary head if there is one."""
    return len(weights.layers) + (1 if weights.head is None else 2)


def floor_steps(weights: ModelWeights, floor: int) -> tuple[Step, ...]:
    """The steps of a floor, in order. The last one is its output; inputs named ``input`` come from the floor below."""
    if floor == 0:
        return _embedding_steps(weights)
    if floor <= len(weights.layers):
        return _layer_steps(weights.layers[floor - 1], is_pre_norm=weights.is_pre_norm)
    return _head_steps(weights)


def run_floor(weights: ModelWeights, floor: int, given: torch.Tensor) -> dict[str, torch.Tensor]:
    """Compute every box of a floor.

    Args:
        weights: The model.
        floor: Its number.
        given: What comes from below: ids (batch, token) on floor 0, else vectors (batch, token, width).

    Returns:
        The boxes by key, ``input`` first. *Shape:* (batch, token, width), or (batch, head, token, width)
    """
    boxes = {INPUT: given}
    for step in floor_steps(weights, floor):
        boxes[step.key] = _compute(weights, floor, step, boxes)
    return boxes


def matrix_of(weights: ModelWeights, floor: int, key: str) -> WeightMatrix:
    """The matrix by which a box of :attr:`Operation.MULTIPLY` is computed."""
    if key == "embedding_projection":
        matrix = weights.embedding_projection
    elif floor <= len(weights.layers):
        layer = weights.layers[floor - 1]
        matrices = {
            "query": layer.query,
            "key": layer.key,
            "value": layer.value,
            "attention_output": layer.output,
            "up": layer.up,
            "gate": layer.gate,
            "down": layer.down,
        }
        matrix = matrices[key]
    else:
        head = weights.head
        matrix = None if head is None else {"dense": head.dense, "logits": head.decoder}[key]
    assert matrix is not None
    return matrix


def norm_of(weights: ModelWeights, floor: int, key: str) -> NormWeights:
    """The weights of a box of :attr:`Operation.NORMALISE`."""
    if key == "embedding_norm":
        norm = weights.embedding_norm
    elif key == "final_norm":
        norm = weights.final_norm
    elif key == "head_norm":
        norm = None if weights.head is None else weights.head.norm
    else:
        layer = weights.layers[floor - 1]
        norm = layer.attention_norm if key == "attention_norm" else layer.feed_forward_norm
    assert norm is not None
    return norm


def visible(weights: ModelWeights, floor: int, count: int) -> torch.Tensor:
    """Which token sees which in a layer. *Shape:* (query, key), booleans."""
    distance = torch.arange(count)[:, None] - torch.arange(count)[None]
    allowed = distance >= 0 if weights.is_causal else torch.ones(count, count, dtype=torch.bool)
    window = weights.layers[floor - 1].window
    return allowed if window is None else allowed & (distance.abs() <= window)


def _embedding_steps(weights: ModelWeights) -> tuple[Step, ...]:
    steps = [Step(table.key, Operation.LOOKUP, ()) for table in weights.tables]
    if len(steps) > 1:
        steps.append(Step("embedding_sum", Operation.ADD, tuple(step.key for step in steps)))
    if weights.embedding_norm is not None:
        steps.append(Step("embedding_norm", Operation.NORMALISE, (steps[-1].key,)))
    if weights.embedding_projection is not None:
        steps.append(Step("embedding_projection", Operation.MULTIPLY, (steps[-1].key,)))
    return tuple(steps)


def _layer_steps(layer: LayerWeights, *, is_pre_norm: bool) -> tuple[Step, ...]:
    steps = []
    source = INPUT
    if is_pre_norm and layer.attention_norm is not None:
        source = "attention_norm"
        steps.append(Step(source, Operation.NORMALISE, (INPUT,)))
    steps += [Step(name, Operation.MULTIPLY, (source,), heads=True) for name in ("query", "key", "value")]
    query, key, value = "query", "key", "value"
    if layer.rotate is not None:
        query, key = "rotated_query", "rotated_key"
        steps.append(Step(query, Operation.ROTATE, ("query",), heads=True))
        steps.append(Step(key, Operation.ROTATE, ("key",), heads=True))
        if layer.rotates_values:
            value = "rotated_value"
            steps.append(Step(value, Operation.ROTATE, ("value",), heads=True))
    steps += [
        Step("scores", Operation.SCORE, (query, key), heads=True),
        Step("weights", Operation.SOFTMAX, ("scores",), heads=True),
        Step("mixed", Operation.MIX, ("weights", value), heads=True),
        Step("concatenated", Operation.CONCATENATE, ("mixed",)),
        Step("attention_output", Operation.MULTIPLY, ("concatenated",)),
        Step("attention_sum", Operation.ADD, (INPUT, "attention_output")),
    ]
    if not is_pre_norm:
        steps.append(Step("attention_norm", Operation.NORMALISE, ("attention_sum",)))
        middle = source = "attention_norm"
    else:
        middle, source = "attention_sum", "feed_forward_norm"
        steps.append(Step(source, Operation.NORMALISE, (middle,)))
    steps += [Step("up", Operation.MULTIPLY, (source,)), Step("activated", Operation.ACTIVATE, ("up",))]
    units = "activated"
    if layer.gate is not None:
        units = "gated"
        steps.append(Step("gate", Operation.MULTIPLY, (source,)))
        steps.append(Step(units, Operation.GATE, ("activated", "gate")))
    steps.append(Step("down", Operation.MULTIPLY, (units,)))
    if is_pre_norm:
        steps.append(Step(OUTPUT, Operation.ADD, (middle, "down")))
    else:
        steps.append(Step("feed_forward_sum", Operation.ADD, (middle, "down")))
        steps.append(Step(OUTPUT, Operation.NORMALISE, ("feed_forward_sum",)))
    return tuple(steps)


def _head_steps(weights: ModelWeights) -> tuple[Step, ...]:
    steps: list[Step] = []
    last = INPUT
    if weights.final_norm is not None:
        steps.append(Step(last := "final_norm", Operation.NORMALISE, (INPUT,)))
    if weights.head is not None and weights.head.dense is not None:
        steps.append(Step("dense", Operation.MULTIPLY, (last,)))
        steps.append(Step("head_activated", Operation.ACTIVATE, ("dense",)))
        steps.append(Step(last := "head_norm", Operation.NORMALISE, ("head_activated",)))
    steps.append(Step("logits", Operation.MULTIPLY, (last,)))
    steps.append(Step("probabilities", Operation.SOFTMAX, ("logits",)))
    return tuple(steps)


def _compute(weights: ModelWeights, floor: int, step: Step, boxes: Mapping[str, torch.Tensor]) -> torch.Tensor:
    inputs = [boxes[key] for key in step.inputs]
    match step.operation:
        case Operation.LOOKUP:
            (table,) = (table for table in weights.tables if table.key == step.key)
            return table.table[table.rows(boxes[INPUT])].detach()
        case Operation.ADD:
            return torch.stack(inputs).sum(dim=0) if len(inputs) > 2 else inputs[0] + inputs[1]
        case Operation.NORMALISE:
            return norm_of(weights, floor, step.key)(inputs[0])
        case Operation.MULTIPLY:
            flat = matrix_of(weights, floor, step.key)(inputs[0])
            return flat.unflatten(-1, (weights.num_heads, -1)).transpose(-2, -3) if step.heads else flat
        case Operation.ROTATE:
            rotate = weights.layers[floor - 1].rotate
            assert rotate is not None
            return rotate(inputs[0])
        case Operation.SCORE:
            scores = inputs[0] @ inputs[1].transpose(-1, -2) * weights.layers[floor - 1].scale
            return scores.masked_fill(~visible(weights, floor, scores.shape[-1]).to(scores.device), -torch.inf)
        case Operation.SOFTMAX:
            return inputs[0].softmax(dim=-1)
        case Operation.MIX:
            return inputs[0] @ inputs[1]
        case Operation.CONCATENATE:
            return inputs[0].transpose(-2, -3).flatten(-2)
        case Operation.ACTIVATE:
            return activation_of(weights, floor)(inputs[0])
        case Operation.GATE:
            return inputs[0] * inputs[1]


def activation_of(weights: ModelWeights, floor: int) -> Callable[[torch.Tensor], torch.Tensor]:
    """The activation function of a floor's units, or of the vocabulary head."""
    if floor <= len(weights.layers):
        return weights.layers[floor - 1].activation
    assert weights.head is not None
    assert weights.head.activation is not None
    return weights.head.activation
