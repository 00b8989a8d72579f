"""The units of a feed-forward layer: which ones are active at a token, and what they write.

A unit tests the vector for a pattern (a row of the first matrix) and, if it is active, adds its column of the second
one: key–value memories (Geva et al. 2021, https://arxiv.org/abs/2012.14913). What a column writes towards is read from
the logits that it raises by the direct way, with every LayerNorm's scale and the head's activation held fixed, as in
:mod:`components.inside.model.contributions` (Geva et al. 2022, https://arxiv.org/abs/2203.14680).
"""

from collections.abc import Callable, Sequence
from itertools import chain

import torch

from components.inside.model.results import TracedPass, UnitAblation, UnitActivity, UnitPeak
from components.inside.model.steps import head_gates, run_floor, run_up
from components.inside.model.traced_pass import stream_tensor
from components.inside.model.weights import ModelWeights, NormWeights, model_weights, require_head
from components.model.blanks.results import PairWord
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.memory import reports_out_of_memory
from components.model.user_errors import UserError

UNIT_COUNT = 10
TOWARDS_COUNT = 3
PEAK_COUNT = 3
TOP_COUNT = 8  # words of a prediction


@reports_out_of_memory
@torch.inference_mode()
def unit_activity(
    opened: OpenModel, traced: TracedPass, token: int, layer: int, count: int = UNIT_COUNT
) -> tuple[UnitActivity, ...]:
    """The units that write most into a token's vector, by the length of what they add.

    Args:
        opened: The model that computed the pass.
        traced: The pass.
        token: The token.
        layer: From 0.
        count: Number of units.
    """
    weights = model_weights(opened)
    activations = _boxes(opened, weights, traced, layer)[_units_key(weights, layer)][0, token]  # (unit,)
    columns = weights.layers[layer].down.weight  # (width, unit)
    lengths = activations.abs() * columns.norm(dim=0)
    units = lengths.topk(min(count, len(lengths))).indices
    towards: list[tuple[str, ...]] = [()] * len(units)
    if weights.head is not None:
        written = (activations[units] * columns[:, units]).T  # (unit, width)
        raised = direct_logits(opened, traced, token, layer, written)[:, : opened.tokenizer.size]
        top = raised.topk(TOWARDS_COUNT, dim=-1).indices.tolist()
        towards = [tuple(opened.tokenizer.text(word) for word in row) for row in top]
    return tuple(
        UnitActivity(unit, float(activations[unit]), float(lengths[unit]), words)
        for unit, words in zip(units.tolist(), towards, strict=True)
    )


@torch.inference_mode()
def direct_logits(opened: OpenModel, traced: TracedPass, token: int, layer: int, written: torch.Tensor) -> torch.Tensor:
    """What vectors that a feed-forward layer adds do to the logits by the direct way, with all scales held fixed.

    Args:
        opened: A model with a vocabulary head.
        traced: The pass.
        token: The token into whose vector they are added.
        layer: From 0.
        written: The vectors. *Shape:* (vector, width)

    Returns:
        *Shape:* (vector, vocabulary)

    Raises:
        UserError: The model has no vocabulary head.
    """
    weights = model_weights(opened)
    head = require_head(opened, weights)
    if not weights.is_pre_norm:
        for number in range(layer, len(weights.layers)):
            boxes, block = _boxes(opened, weights, traced, number), weights.layers[number]
            if number > layer:
                assert block.attention_norm is not None
                written = _scaled(block.attention_norm, boxes["attention_sum"][0, token], written)
            written = _scaled(block.feed_forward_norm, boxes["feed_forward_sum"][0, token], written)
    last = stream_tensor(opened, traced, -1)[token]
    boxes = run_floor(weights, len(weights.layers) + 1, last[None, None])
    if weights.final_norm is not None:
        written = _scaled(weights.final_norm, last, written)
    if head.dense is not None:
        assert head.norm is not None
        gated = written @ head.dense.weight.T * head_gates(boxes)[0, 0]
        written = _scaled(head.norm, boxes["head_activated"][0, 0], gated)
    return written @ head.decoder.weight.T


@reports_out_of_memory
@torch.inference_mode()
def without_unit(opened: OpenModel, traced: TracedPass, token: int, layer: int, unit: int) -> UnitAblation:
    """The prediction at a token with all units, and with one of them at 0 at every token.

    Raises:
        UserError: There is no such unit, or the model predicts no words.
    """
    weights = model_weights(opened)
    require_head(opened, weights)
    if not 0 <= unit < weights.layers[layer].down.weight.shape[1]:
        raise UserError("There is no such unit in this layer. Choose another one.")

    def switch_off(units: torch.Tensor) -> torch.Tensor:
        edited = units.clone()
        edited[..., unit] = 0
        return edited

    vectors = _boxes(opened, weights, traced, layer, {_units_key(weights, layer): switch_off})["layer_output"]
    last = torch.stack([stream_tensor(opened, traced, -1)[token], run_up(weights, layer + 1, vectors)[0, token]])
    both = run_floor(weights, len(weights.layers) + 1, last[None])["logits"][0]
    before, after = both.float().log_softmax(dim=-1)
    count = min(TOP_COUNT, opened.tokenizer.size)
    likeliest = (row[: opened.tokenizer.size].topk(count).indices.tolist() for row in (before, after))
    shown = dict.fromkeys(chain.from_iterable(likeliest))
    tokenizer = opened.tokenizer
    return UnitAblation(
        tuple(PairWord(tokenizer.text(i), tokenizer.continues(i), float(before[i]), float(after[i])) for i in shown)
    )


@reports_out_of_memory
@torch.inference_mode()
def unit_peaks(
    opened: OpenModel,
    layer: int,
    sentences: Sequence[str],
    on_progress: Callable[[int, int], None] | None = None,
) -> tuple[tuple[UnitPeak, ...], ...]:
    """For each unit of a layer, where in some sentences it is most active, the highest value first.

    Special tokens do not count.

    Args:
        opened: A model.
        layer: From 0.
        sentences: The sentences.
        on_progress: Called with the number of sentences done and their total.
    """
    weights = model_weights(opened)
    device, key = opened.device.torch_device, _units_key(weights, layer)
    values: list[torch.Tensor] = []
    places: list[tuple[str, str]] = []
    for done, sentence in enumerate(sentences, 1):
        tokens = opened.tokenizer.tokens(sentence)
        given = torch.tensor([tokens.ids], device=device)
        for floor in range(layer + 1):
            given = next(reversed(run_floor(weights, floor, given).values()))
        words = [position for position, token in enumerate(tokens.items) if not token.special]
        values.append(run_floor(weights, layer + 1, given)[key][0, words])
        places += [(sentence, tokens.items[position].text) for position in words]
        if on_progress is not None and (done % 10 == 0 or done == len(sentences)):
            on_progress(done, len(sentences))
    top = torch.cat(values).topk(min(PEAK_COUNT, len(places)), dim=0)  # (place, unit)
    return tuple(
        tuple(
            UnitPeak(places[place][0], places[place][1], activation)
            for place, activation in zip(of_unit, highest, strict=True)
        )
        for of_unit, highest in zip(top.indices.T.tolist(), top.values.T.tolist(), strict=True)
    )


def _boxes(
    opened: OpenModel,
    weights: ModelWeights,
    traced: TracedPass,
    layer: int,
    edits: dict[str, Callable[[torch.Tensor], torch.Tensor]] | None = None,
) -> dict[str, torch.Tensor]:
    return run_floor(weights, layer + 1, stream_tensor(opened, traced, layer)[None], edits)


def _units_key(weights: ModelWeights, layer: int) -> str:
    """The box with the units' values, as the second matrix reads them."""
    return "activated" if weights.layers[layer].gate is None else "gated"


def _scaled(norm: NormWeights, vector: torch.Tensor, added: torch.Tensor) -> torch.Tensor:
    """What a LayerNorm makes of something added to ``vector``, its scale held fixed. *Shape:* ``added`` (n, width)."""
    return (added - added.mean(dim=-1, keepdim=True)) / norm.deviation(vector) * norm.weight
