"""Attention heads switched off: what a model predicts without them.

A head is off when what it found is zero as it enters its layer's output projection. The words' own vectors, the other
heads and the projection's bias stay, and nothing is trained again. This tests a head from outside, by what the model
then says, and not by how its weights look. Source: Michel, Levy & Neubig 2019, https://arxiv.org/abs/1905.10650; Voita
et al. 2019, https://arxiv.org/abs/1905.09418.

An open model is shared between visitors, so nothing of it is changed from call to call. Every output projection gets
one hook for good, which does nothing unless the context it runs in says which heads are off: torch calls hooks on the
thread of the forward pass, and a context variable is that thread's own. Rows of one batch may have different heads off.
"""

import math
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import chain

import torch
from torch import nn

from components.attention.model.results import HeadAblation, HeadImportance
from components.model.blanks.occlusion import masked_positions_including
from components.model.blanks.results import BlankPrediction, PairWord
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.attention_modules import AttentionLayers, attention_layers
from components.model.inference.prediction import (
    PredictionInput,
    PredictionOutput,
    mask_prediction,
    masked_ids,
    predict_batch,
)
from components.model.results import HeadIndex, Tokens
from components.model.statistics.divergence import jensen_shannon
from components.model.user_errors import UserError

BATCH_SIZE = 16
TOP_COUNT = 20  # candidates


@dataclass
class _DisabledHeads:
    """Which heads are off in the passes of one thread, and how many output projections they have come through.

    *Shape:* ``rows`` (batch, layer, head), True where a head is off; one row stands for all of a batch.
    """

    layers: AttentionLayers
    rows: torch.Tensor
    calls: int = 0


_DISABLED: ContextVar[_DisabledHeads | None] = ContextVar("heads that are off", default=None)
_INSTALLING = threading.Lock()


@contextmanager
def disable_heads(opened: OpenModel, rows: Sequence[Collection[HeadIndex]]) -> Iterator[None]:
    """Forward passes of ``opened`` made inside, on this thread, do without some heads.

    It holds for whatever runs the model on this thread (``trace``, ``last_hidden``, ``answers``), and not for what
    hands its work to another one: a micro-batcher answers from a thread of its own, with all heads.

    Args:
        opened: Any model whose heads are known, for whichever purpose it was opened.
        rows: The heads that are off, for every row of a batch; one entry holds for all rows.

    Raises:
        UserError: A head does not exist, or the architecture is not known.
    """
    layers = attention_layers(opened)
    off = torch.zeros((len(rows), len(layers), layers.num_heads), dtype=torch.bool)
    for row, places in enumerate(rows):
        for layer, head in places:
            if not (0 <= layer < len(layers) and 0 <= head < layers.num_heads):
                raise UserError(
                    f"{opened.record.name} has {len(layers)} layers of {layers.num_heads} heads. Choose one of them."
                )
            off[row, layer, head] = True
    with _INSTALLING:
        for projection in layers.projections:
            # Looked for by the function itself: ALBERT's layers share one projection, and a copy of a model has hooks.
            if _zero_disabled not in projection._forward_pre_hooks.values():
                projection.register_forward_pre_hook(_zero_disabled)
    before = _DISABLED.set(_DisabledHeads(layers, off.to(opened.device.torch_device)))
    try:
        yield
    finally:
        _DISABLED.reset(before)


def _zero_disabled(projection: nn.Module, args: tuple[torch.Tensor, ...]) -> tuple[torch.Tensor] | None:
    """The input of an output projection, zero where a head is off."""
    off = _DISABLED.get()
    if off is None or projection not in off.layers.projections:
        return None
    # Counted, since a shared projection does not know which layer it is; one block may run several passes.
    layer = off.calls % len(off.layers)
    off.calls += 1
    heads = args[0].unflatten(-1, (off.layers.num_heads, off.layers.head_dim))  # (batch, token, head, width)
    return (heads.masked_fill(off.rows[:, layer, None, :, None], 0.0).flatten(-2),)


def ablate_heads(
    opened: OpenModel,
    tokens: Tokens,
    masked: Sequence[int],
    blank: int,
    answer: int,
    off: frozenset[HeadIndex],
) -> HeadAblation:
    """The blank at ``position`` predicted with all heads and with those in ``off`` silent, in one forward pass.

    Args:
        opened: A masked language model.
        tokens: The sentence.
        masked: The positions a visitor has masked; these and typed masks stay masked.
        position: The blank.
        answer: The id of the piece followed there.
        off: The heads to do without.

    Raises:
        NothingMasked: No blank is at ``position``.
        UserError: A position cannot be masked, or a head does not exist.
    """
    ids = _ids(opened, tokens, masked, blank)
    question = PredictionInput(ids, (blank,), (answer,), full_distribution=True)
    with disable_heads(opened, [frozenset(), off]):
        full, without = predict_batch(opened, [question, question])
    assert full.distribution is not None
    assert without.distribution is not None
    before, after = full.distribution[0], without.distribution[0]  # (vocabulary,), log-probabilities
    likeliest = (one.top_ids[0, :TOP_COUNT].tolist() for one in (full, without))
    shown = dict.fromkeys([answer, *chain.from_iterable(likeliest)])
    tokenizer = opened.tokenizer
    words = tuple(PairWord(tokenizer.text(i), tokenizer.continues(i), float(before[i]), float(after[i])) for i in shown)
    return HeadAblation(
        tokens=tokens,
        blank=blank,
        off=off,
        answer=words[0],
        full=_view(opened, tokens, full, blank),
        ablated=_view(opened, tokens, without, blank),
        words=words,
        jsd=jensen_shannon(before, after),
        conditions=opened.conditions,
    )


def head_importance(
    opened: OpenModel, tokens: Tokens, masked: Sequence[int], blank: int, answer: int, heads: Sequence[HeadIndex]
) -> tuple[HeadImportance, ...]:
    """What ``answer`` loses at a blank when each of ``heads`` is switched off, one at a time.

    Each call asks once more with all heads, so that parts can be computed apart: a layer a call is a good part.
    Arguments and errors are those of :func:`without_heads`.
    """
    question = PredictionInput(_ids(opened, tokens, masked, blank), (blank,), (answer,))
    rows: list[Collection[HeadIndex]] = [(), *((place,) for place in heads)]
    left: list[float] = []
    for start in range(0, len(rows), BATCH_SIZE):
        batch = rows[start : start + BATCH_SIZE]
        with disable_heads(opened, batch):
            found = predict_batch(opened, [question] * len(batch))
        left += [float(one.log_probability[0]) for one in found if one.log_probability is not None]
    whole, *without = left
    return tuple(
        HeadImportance(layer, head, probability=math.exp(log_probability), bits=(whole - log_probability) / math.log(2))
        for (layer, head), log_probability in zip(heads, without, strict=True)
    )


def _ids(opened: OpenModel, tokens: Tokens, masked: Sequence[int], blank: int) -> tuple[int, ...]:
    if tokens.second is not None:  # a prediction is not told which sentence of a pair a token is part of
        raise UserError("Heads can be switched off in one sentence only. Remove the second sentence.")
    return masked_ids(opened, tokens, masked_positions_including(tokens, masked, blank))


def _view(opened: OpenModel, tokens: Tokens, answer: PredictionOutput, blank: int) -> BlankPrediction:
    assert answer.log_probability is not None
    assert answer.rank is not None
    prediction = mask_prediction(opened, tokens, answer, 0, blank)
    return BlankPrediction(prediction, float(answer.log_probability[0]), int(answer.rank[0]))
