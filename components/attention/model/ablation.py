"""Head ablation: what a model predicts with some attention heads switched off.

A head is switched off by setting its output to zero before its layer's output projection. The residual connection, the
other heads and the projection's bias stay, and nothing is retrained. This measures what a head does by its effect on
the prediction, not by its attention weights. Source: Michel, Levy & Neubig 2019, https://arxiv.org/abs/1905.10650;
Voita et al. 2019, https://arxiv.org/abs/1905.09418.

An open model is shared between visitors, so it is never changed from call to call. Every output projection gets one
permanent hook, which does nothing unless a context variable names the heads to switch off: torch calls hooks on the
thread of the forward pass, and each thread has its own value. Rows of one batch may have different heads off.
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
from components.model.inference.prediction import mask_prediction, masked_ids, predict_batch
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.results import HeadIndex, Tokens
from components.model.statistics.divergence import jensen_shannon
from components.model.user_errors import UserError

BATCH_SIZE = 16
TOP_COUNT = 20  # candidates


@dataclass
class _DisabledHeads:
    """The heads that are off in the passes of one thread, and the number of output projections called so far.

    *Shape:* ``rows`` (batch, layer, head), True where a head is off; a single row holds for the whole batch.
    """

    layers: AttentionLayers
    rows: torch.Tensor
    calls: int = 0


_DISABLED: ContextVar[_DisabledHeads | None] = ContextVar("heads that are off", default=None)
_INSTALLING = threading.Lock()


@contextmanager
def disable_heads(opened: OpenModel, rows: Sequence[Collection[HeadIndex]]) -> Iterator[None]:
    """Switch heads off in forward passes that ``opened`` makes inside this context, on this thread.

    This holds for direct calls of the model, not for work that is handed to another thread: a
    micro-batcher computes on its own thread, with all heads.

    Args:
        opened: Any model whose heads are known, for whichever purpose it was opened.
        rows: The heads to switch off, for every row of a batch; a single entry holds for all rows.

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
            # Compared with the function itself: ALBERT's layers share one projection, and a copied model has the hooks.
            if _zero_disabled not in projection._forward_pre_hooks.values():
                projection.register_forward_pre_hook(_zero_disabled)
    before = _DISABLED.set(_DisabledHeads(layers, off.to(opened.device.torch_device)))
    try:
        yield
    finally:
        _DISABLED.reset(before)


def _zero_disabled(projection: nn.Module, args: tuple[torch.Tensor, ...]) -> tuple[torch.Tensor] | None:
    """The input of an output projection, with zeros for the heads that are off."""
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
    """Predict one blank with all heads and with those in ``off`` switched off, in one forward pass.

    Args:
        opened: A masked language model.
        tokens: The sentence.
        masked: The positions a visitor has masked, beside typed masks.
        blank: Position of the blank.
        answer: The id of the token whose probability is compared.
        off: The heads to switch off.

    Raises:
        NothingMasked: There is no blank at that position.
        UserError: A position cannot be masked, or a head does not exist.
    """
    ids = _ids(opened, tokens, masked, blank)
    question = PredictionInput(ids, (blank,), (answer,), full_distribution=True)
    with disable_heads(opened, [frozenset(), off]):
        full, without = predict_batch(opened, [question, question])
    assert full.distribution is not None
    assert without.distribution is not None
    before, after = full.distribution[0], without.distribution[0]  # (vocabulary,), log-probabilities
    likeliest = (answer_row.top_ids[0, :TOP_COUNT].tolist() for answer_row in (full, without))
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
    """The bits that ``answer`` loses at a blank when each of ``heads`` is switched off, one at a time.

    Each call also predicts with all heads, so that a long list can be computed in parts, such as a layer at a time.
    Arguments and errors are those of :func:`without_heads`.
    """
    question = PredictionInput(_ids(opened, tokens, masked, blank), (blank,), (answer,))
    rows: list[Collection[HeadIndex]] = [(), *((place,) for place in heads)]
    left: list[float] = []
    for start in range(0, len(rows), BATCH_SIZE):
        batch = rows[start : start + BATCH_SIZE]
        with disable_heads(opened, batch):
            batch_answers = predict_batch(opened, [question] * len(batch))
        left += [float(result.log_probability[0]) for result in batch_answers if result.log_probability is not None]
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
