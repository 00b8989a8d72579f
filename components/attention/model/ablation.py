"""Head ablation: what a model predicts with some attention heads switched off.

A head is switched off by setting its output to zero before its layer's output projection. The residual connection, the
other heads and the projection's bias stay, and nothing is retrained. This measures what a head does by its effect on
the prediction, not by its attention weights. Source: Michel, Levy & Neubig 2019, https://arxiv.org/abs/1905.10650;
Voita et al. 2019, https://arxiv.org/abs/1905.09418.

The shared model is not changed (see :mod:`components.model.inference.edits`), and rows of one batch may have different
heads off.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain

import torch

from components.attention.model.results import BlankPrediction, HeadAblation, HeadImportance
from components.model.blanks.occlusion import masked_positions_including
from components.model.blanks.results import PairWord
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.attention_modules import attention_layers
from components.model.inference.edits import ActivationEdit, EditSite, edit_activations
from components.model.inference.forward import predict_batch
from components.model.inference.prediction import mask_prediction, masked_ids
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.results import HeadIndex, Tokens
from components.model.user_errors import UserError

BATCH_SIZE = 16
TOP_COUNT = 20  # candidates


@contextmanager
def disable_heads(opened: OpenModel, rows: Sequence[Collection[HeadIndex]]) -> Iterator[None]:
    """Switch heads off in forward passes that ``opened`` makes inside this context, on this thread.

    Args:
        opened: Any model whose heads are known, for whichever purpose it was opened.
        rows: The heads to switch off, for every row of a batch; a single entry holds for all rows.

    Raises:
        UserError: A head does not exist, or the architecture is not known.
    """
    layers = attention_layers(opened)
    for layer, head in chain.from_iterable(rows):
        if not (0 <= layer < len(layers) and 0 <= head < layers.num_heads):
            raise UserError(
                f"{opened.record.name} has {len(layers)} layers of {layers.num_heads} heads. Choose one of them."
            )
    zeros = torch.zeros(layers.head_dim)
    edits = [[ActivationEdit(EditSite.HEADS, layer + 1, zeros, head=head) for layer, head in row] for row in rows]
    with edit_activations(opened, edits):
        yield


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
        conditions=opened.conditions,
    )


def head_importance(
    opened: OpenModel, tokens: Tokens, masked: Sequence[int], blank: int, answer: int, heads: Sequence[HeadIndex]
) -> tuple[HeadImportance, ...]:
    """The bits that ``answer`` loses at a blank when each of ``heads`` is switched off, one at a time.

    Each call also predicts with all heads, so that a long list can be computed in parts, such as a layer at a time.
    Arguments and errors are those of :func:`ablate_heads`.
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
        raise UserError("Heads can only be switched off in a single sentence. Remove sentence B.")
    return masked_ids(opened, tokens, masked_positions_including(tokens, masked, blank))


def _view(opened: OpenModel, tokens: Tokens, answer: PredictionOutput, blank: int) -> BlankPrediction:
    assert answer.log_probability is not None
    assert answer.rank is not None
    prediction = mask_prediction(opened, tokens, answer, 0, blank)
    return BlankPrediction(prediction, float(answer.log_probability[0]), int(answer.rank[0]))
