"""Explanations by gradients: gradient × input, and integrated gradients.

Both are of an answer's log-probability with respect to the embeddings of the words. Sources: gradient × input,
Shrikumar et al. 2016, https://arxiv.org/abs/1605.01713; integrated gradients, Sundararajan, Taly & Yan 2017,
https://arxiv.org/abs/1703.01365. Their axiom of completeness says that the scores sum to the difference between the
input and the baseline. It holds for the integral, and so it tells where points are missing: an interval of the path
whose sum is off is halved until all sums together are right.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import torch

from components.fill.model.results import Attribution, Explanation, IntegratedGradients, PathBaseline
from components.model.blanks.occlusion import masked_positions_including
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.memory import reports_out_of_memory
from components.model.inference.prediction import masked_ids, require_mask_id
from components.model.inference.threads import set_thread_count
from components.model.results import Tokens
from components.model.user_errors import UserError

TOKENS_PER_PASS = 384  # of all rows: a pass takes a fraction of a second, and its activations are kept for the way back
TOLERANCE = 5e-4  # nats; less than a thousandth of a bit
FIRST_INTERVALS = 4
POINTS = 8  # of an interval (Gauss–Legendre)
POINT_LIMIT = 512

Score = Callable[[torch.Tensor], torch.Tensor]  # (row, token, width) -> (row,)
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(POINTS)


def ignore_points(count: int) -> None:
    """Do nothing."""


@reports_out_of_memory
def gradient_times_input(
    opened: OpenModel, tokens: Tokens, masked: Sequence[int], blank: int, answer: int
) -> Attribution:
    """The slope of the answer's log-probability along each word's embedding, multiplied by the embedding.

    Args:
        opened: A masked language model.
        tokens: The sentence.
        masked: The masked positions besides typed masks.
        blank: Position of the blank.
        answer: The id of the token to explain.

    Raises:
        NothingMasked: ``blank`` is not masked.
        OutOfMemory: Memory runs out.
    """
    words = explained_positions(tokens, masked, blank)
    ids = masked_ids(opened, tokens, masked_positions_including(tokens, masked, blank))
    vectors = _embed(opened, ids)
    (gradient,) = _gradients(answer_score(opened, blank, answer), vectors[None])
    scores = (gradient * vectors).sum(dim=-1)
    return Attribution(Explanation.GRADIENT_INPUT, words, tuple(scores[list(words)].tolist()))


@reports_out_of_memory
def integrated_gradients(
    opened: OpenModel,
    tokens: Tokens,
    masked: Sequence[int],
    blank: int,
    answer: int,
    baseline: PathBaseline = PathBaseline.MASK,
    *,
    on_progress: Callable[[int], None] = ignore_points,
) -> IntegratedGradients:
    """Integrated gradients from a baseline, in which every word but the blanks and the special tokens is replaced.

    Args:
        opened: A masked language model.
        tokens: The sentence.
        masked: The masked positions besides typed masks.
        blank: Position of the blank.
        answer: The id of the token to explain.
        baseline: What the words are replaced by.
        on_progress: Called with the number of points done. An error that it raises ends the computation.

    Raises:
        NothingMasked: ``blank`` is not masked.
        UserError: The model has no such baseline.
        OutOfMemory: Memory runs out.
    """
    words = list(explained_positions(tokens, masked, blank))
    ids = masked_ids(opened, tokens, masked_positions_including(tokens, masked, blank))
    end = _embed(opened, ids)
    start = end.clone()
    start[words] = _baseline_vector(opened, baseline)
    scores, difference, edges = integrate_gradients(
        answer_score(opened, blank, answer), start, end, on_progress=on_progress
    )
    attribution = Attribution(Explanation.INTEGRATED_GRADIENTS, tuple(words), tuple(scores[words].tolist()))
    return IntegratedGradients(attribution, baseline, difference, edges, points=POINTS * (len(edges) - 1))


def explained_positions(tokens: Tokens, masked: Sequence[int], blank: int) -> tuple[int, ...]:
    """The words that an explanation scores: all but blanks and special tokens.

    Raises:
        NothingMasked: ``blank`` is not masked.
    """
    blanks = masked_positions_including(tokens, masked, blank)
    return tuple(position for position in tokens.maskable if position not in blanks)


def answer_score(opened: OpenModel, blank: int, answer: int) -> Score:
    """The log-probability of ``answer`` at ``blank`` as a function of the token embeddings, in nats."""

    def score(vectors: torch.Tensor) -> torch.Tensor:
        # On one core: a pass and its way back synchronise often, and beside a busy process that took ten times as long.
        set_thread_count(0)
        attention_mask = torch.ones(vectors.shape[:2], dtype=torch.long, device=vectors.device)
        hidden = opened.model.base_model(inputs_embeds=vectors, attention_mask=attention_mask).last_hidden_state
        return opened.head(hidden[:, blank]).float().log_softmax(dim=-1)[:, answer]

    return score


def integrate_gradients(
    score: Score,
    start: torch.Tensor,
    end: torch.Tensor,
    *,
    tolerance: float = TOLERANCE,
    limit: int = POINT_LIMIT,
    on_progress: Callable[[int], None] = ignore_points,
) -> tuple[np.ndarray[Any, Any], float, tuple[float, ...]]:
    """Integrate the gradient of ``score`` along the straight line between two inputs.

    Args:
        score: A differentiable function.
        start: The baseline. *Shape:* (token, width)
        end: The input. *Shape:* (token, width)
        tolerance: How far the sum of the scores may be from the difference of ``score``.
        limit: The largest number of points that are computed.
        on_progress: Called with the number of points computed.

    Returns:
        The score of every token; ``score(end) - score(start)``; the edges of the intervals. *Shape:* (token,)
    """
    change = end - start

    def on_path(fractions: Sequence[float]) -> torch.Tensor:
        return start + torch.tensor(fractions, dtype=start.dtype, device=start.device)[:, None, None] * change

    edges = [float(edge) for edge in np.linspace(0, 1, FIRST_INTERVALS + 1)]
    heights = dict(zip(edges, _values(score, on_path(edges)), strict=True))
    parts: dict[tuple[float, float], np.ndarray[Any, Any]] = {}
    pending, count = list(pairwise(edges)), 0
    while True:
        fractions = [low + (high - low) * (node + 1) / 2 for low, high in pending for node in _NODES]
        slopes = []  # (point, token)
        for chunk in _in_passes(on_path(fractions)):
            slopes.append((_gradients(score, chunk) * change).sum(dim=-1).double().cpu().numpy())
            count += len(chunk)
            on_progress(count)
        for (low, high), of_points in zip(pending, np.split(np.concatenate(slopes), len(pending)), strict=True):
            parts[low, high] = (high - low) / 2 * _WEIGHTS @ of_points
        misses = {(a, b): abs(heights[b] - heights[a] - float(part.sum())) for (a, b), part in parts.items()}
        worst = _worst(misses, tolerance / 2)
        if sum(misses.values()) <= tolerance or count + 2 * POINTS * len(worst) > limit:
            break
        middles = [(low + high) / 2 for low, high in worst]
        heights |= zip(middles, _values(score, on_path(middles)), strict=True)
        for interval in worst:
            del parts[interval]
        pending = [
            half for (low, high), middle in zip(worst, middles, strict=True) for half in ((low, middle), (middle, high))
        ]
    scores: np.ndarray[Any, Any] = np.sum(list(parts.values()), axis=0)
    return scores, heights[1.0] - heights[0.0], tuple(sorted(heights))


def _worst(misses: dict[tuple[float, float], float], tolerance: float) -> list[tuple[float, float]]:
    """The fewest intervals without which the others miss their sums by no more than ``tolerance`` together."""
    worst, left = [], sum(misses.values())
    for interval in sorted(misses, key=misses.__getitem__, reverse=True):
        if left <= tolerance:
            break
        worst.append(interval)
        left -= misses[interval]
    return worst


def _baseline_vector(opened: OpenModel, baseline: PathBaseline) -> torch.Tensor:
    """The embedding that stands in place of a word. *Shape:* (width,)."""
    mask = require_mask_id(opened)
    if baseline is PathBaseline.MASK:
        return _embed(opened, [mask])[0]
    if baseline is PathBaseline.ZERO:
        return torch.zeros_like(_embed(opened, [mask])[0])
    pad = opened.tokenizer.padding_id
    if pad is None:
        raise UserError(f"{opened.record.name} has no [PAD] token. Choose another baseline.")
    return _embed(opened, [pad])[0]


def _embed(opened: OpenModel, ids: Sequence[int]) -> torch.Tensor:
    """The token embeddings, before positions are added. *Shape:* (token, width)."""
    table: Any = opened.model.get_input_embeddings()
    with torch.no_grad():
        vectors: torch.Tensor = table(torch.tensor(ids, device=opened.device.torch_device))
    return vectors


def _gradients(score: Score, vectors: torch.Tensor) -> torch.Tensor:
    """The gradient of ``score`` at each row. *Shape:* (row, token, width)."""
    with torch.inference_mode(mode=False), torch.enable_grad():
        inputs = vectors.detach().clone().requires_grad_(True)
        total = score(inputs).sum()
        # A score that does not depend on its input has no graph, and no slope.
        gradient = torch.autograd.grad(total, inputs, allow_unused=True)[0] if total.requires_grad else None
        return torch.zeros_like(inputs) if gradient is None else gradient


@torch.no_grad()
def _values(score: Score, vectors: torch.Tensor) -> list[float]:
    return [float(value) for chunk in _in_passes(vectors) for value in score(chunk)]


def _in_passes(vectors: torch.Tensor) -> tuple[torch.Tensor, ...]:
    return torch.split(vectors, max(1, TOKENS_PER_PASS // vectors.shape[1]))
