"""How much each part of a model pushes one word against another at a blank.

The log-odds of two words are a linear function of the last vector, but for the LayerNorms and the head's activation.
With each LayerNorm's mean taken out and its standard deviation held fixed, and each unit of the head's activation
multiplied by what it was multiplied by, the whole way from any part to the log-odds is linear: the parts sum to them
exactly. That is direct logit attribution (Elhage et al. 2021,
https://transformer-circuits.pub/2021/framework/index.html; with LayerNorms held fixed as in Kobayashi et al. 2021,
https://arxiv.org/abs/2109.07152). It follows the blank's own vector only: what a part does to other words, and later
parts to that, counts for the later parts.

Switching a part off measures all of its effect: its output is replaced by its mean over the positions of the sentence.
"""

from collections.abc import Callable

import torch

from components.inside.model.results import FEED_FORWARD, Contributions, PartContribution, TracedPass
from components.inside.model.steps import head_gates, run_floor, run_up
from components.inside.model.traced_pass import stream_tensor
from components.inside.model.weights import ModelWeights, NormWeights, model_weights, require_head
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.memory import reports_out_of_memory

_BATCH = 16


@reports_out_of_memory
@torch.inference_mode()
def contributions(opened: OpenModel, traced: TracedPass, blank: int, words: tuple[int, int]) -> Contributions:
    """The parts of the log-odds of two tokens at a position.

    Args:
        opened: A model with a vocabulary head.
        traced: The pass.
        blank: The position.
        words: Ids of two tokens.

    Raises:
        UserError: The model has no vocabulary head.
    """
    weights = model_weights(opened)
    direction, biases = _head_direction(opened, weights, traced, blank, words)
    parts: list[PartContribution] = []
    for number in range(len(weights.layers), 0, -1):
        layer = weights.layers[number - 1]
        given = stream_tensor(opened, traced, number - 1)[None]
        boxes = {key: box[0].double() for key, box in run_floor(weights, number, given).items()}
        if not weights.is_pre_norm:
            direction, bias = _through_norm(layer.feed_forward_norm, boxes["feed_forward_sum"][blank], direction)
            biases += bias
        bias = 0.0 if layer.down.bias is None else float(direction @ layer.down.bias.double())
        biases += bias
        parts.append(PartContribution(number - 1, FEED_FORWARD, float(direction @ boxes["down"][blank]) - bias))
        if not weights.is_pre_norm:
            assert layer.attention_norm is not None
            direction, bias = _through_norm(layer.attention_norm, boxes["attention_sum"][blank], direction)
            biases += bias
        if layer.output.bias is not None:
            biases += float(direction @ layer.output.bias.double())
        back = (direction @ layer.output.weight.double()).unflatten(0, (weights.num_heads, -1))  # (head, head_dim)
        of_heads = (back * boxes["mixed"][:, blank]).sum(dim=-1).tolist()
        parts += [PartContribution(number - 1, head, of_heads[head]) for head in range(weights.num_heads)]
    embeddings, bias = _embedding_parts(weights, traced, blank, direction)
    first, second = (opened.tokenizer.text(word) for word in words)
    logits = _logits(weights, stream_tensor(opened, traced, -1)[[blank]], words)
    return Contributions(
        words=(first, second),
        log_odds=float(logits[0]),
        parts=tuple(sorted(parts, key=lambda part: (part.layer, part.head == FEED_FORWARD, part.head))),
        embeddings=embeddings,
        biases=biases + bias,
        conditions=opened.conditions,
    )


@reports_out_of_memory
@torch.inference_mode()
def switched_off(
    opened: OpenModel,
    traced: TracedPass,
    blank: int,
    words: tuple[int, int],
    on_progress: Callable[[int, int], None] | None = None,
) -> tuple[PartContribution, ...]:
    """What each head and feed-forward layer is worth: the log-odds with it minus those without it, in nats.

    Args:
        opened: A model with a vocabulary head.
        traced: The pass.
        blank: The position.
        words: Ids of two tokens.
        on_progress: Called with the number of layers done and their total.

    Raises:
        UserError: The model has no vocabulary head.
    """
    weights = model_weights(opened)
    require_head(opened, weights)
    whole = float(_logits(weights, stream_tensor(opened, traced, -1)[[blank]], words)[0])
    effects: list[PartContribution] = []
    for layer in range(len(weights.layers)):
        heads = [*range(weights.num_heads), FEED_FORWARD]
        given = stream_tensor(opened, traced, layer)
        for start in range(0, len(heads), _BATCH):
            batch = heads[start : start + _BATCH]
            vectors = given.expand(len(batch), -1, -1)
            edits = {"mixed": _heads_off(batch), "down": _feed_forward_off(batch)}
            vectors = run_up(weights, layer + 1, run_floor(weights, layer + 1, vectors, edits)["layer_output"])
            left = _logits(weights, vectors[:, blank], words).tolist()
            effects += [
                PartContribution(layer, head, whole - without) for head, without in zip(batch, left, strict=True)
            ]
        if on_progress is not None:
            on_progress(layer + 1, len(weights.layers))
    return tuple(effects)


def _heads_off(batch: list[int]) -> Callable[[torch.Tensor], torch.Tensor]:
    """Replace one head's output in each row of a batch by its mean over positions."""

    def edit(mixed: torch.Tensor) -> torch.Tensor:  # (row, head, token, head_dim)
        edited = mixed.clone()
        for row, head in enumerate(batch):
            if head != FEED_FORWARD:
                edited[row, head] = mixed[row, head].mean(dim=0)
        return edited

    return edit


def _feed_forward_off(batch: list[int]) -> Callable[[torch.Tensor], torch.Tensor]:
    def edit(down: torch.Tensor) -> torch.Tensor:  # (row, token, width)
        edited = down.clone()
        for row, head in enumerate(batch):
            if head == FEED_FORWARD:
                edited[row] = down[row].mean(dim=0)
        return edited

    return edit


def _logits(weights: ModelWeights, vectors: torch.Tensor, words: tuple[int, int]) -> torch.Tensor:
    """The log-odds of two tokens from last vectors. *Shape:* ``vectors`` (row, width) -> (row,)."""
    logits = run_floor(weights, len(weights.layers) + 1, vectors[None])["logits"][0].double()
    return logits[:, words[0]] - logits[:, words[1]]


def _head_direction(
    opened: OpenModel, weights: ModelWeights, traced: TracedPass, blank: int, words: tuple[int, int]
) -> tuple[torch.Tensor, float]:
    """The direction of the log-odds among last vectors, and what the head's biases add. *Shape:* (width,)."""
    head = require_head(opened, weights)
    vector = stream_tensor(opened, traced, -1)[blank]
    boxes = {
        key: box[0, 0].double() for key, box in run_floor(weights, len(weights.layers) + 1, vector[None, None]).items()
    }
    first, second = words
    direction = head.decoder.weight[first].double() - head.decoder.weight[second].double()
    bias = head.decoder.bias
    biases = 0.0 if bias is None else float(bias[first].double() - bias[second].double())
    if head.dense is not None:
        assert head.norm is not None
        direction, added = _through_norm(head.norm, boxes["head_activated"], direction)
        biases += added
        direction = direction * head_gates(boxes)
        if head.dense.bias is not None:
            biases += float(direction @ head.dense.bias.double())
        direction = direction @ head.dense.weight.double()
    if weights.final_norm is not None:
        direction, added = _through_norm(weights.final_norm, vector.double(), direction)
        biases += added
    return direction, biases


def _through_norm(norm: NormWeights, vector: torch.Tensor, direction: torch.Tensor) -> tuple[torch.Tensor, float]:
    """A direction after a LayerNorm as a direction before it, its scale held fixed; and what its bias adds.

    *Shape:* ``vector``, which is normalised, and ``direction`` (width,)
    """
    scaled = norm.weight.double() * direction / norm.deviation(vector)
    bias = 0.0 if norm.bias is None else float(norm.bias.double() @ direction)
    return scaled - scaled.mean(), bias  # taking the mean out of the vector is taking it out of the direction


def _embedding_parts(
    weights: ModelWeights, traced: TracedPass, blank: int, direction: torch.Tensor
) -> tuple[tuple[tuple[str, float], ...], float]:
    """What each table of embeddings adds, and the biases on the way from them."""
    ids = torch.tensor([traced.ids], device=direction.device)
    boxes = {key: box[0].double() for key, box in run_floor(weights, 0, ids).items()}
    biases = 0.0
    if weights.embedding_projection is not None:
        if weights.embedding_projection.bias is not None:
            biases += float(direction @ weights.embedding_projection.bias.double())
        direction = direction @ weights.embedding_projection.weight.double()
    if weights.embedding_norm is not None:
        before = boxes.get("embedding_sum", boxes["word"])
        direction, added = _through_norm(weights.embedding_norm, before[blank], direction)
        biases += added
    return tuple((table.key, float(direction @ boxes[table.key][blank])) for table in weights.tables), biases
