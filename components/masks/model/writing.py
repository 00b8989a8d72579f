"""Write a text on, token by token: a causal model as it was trained to, a masked model with a [MASK] at the end.

Greedy decoding, temperature, top-k (Fan et al. 2018, https://arxiv.org/abs/1805.04833) and top-p (Holtzman et al. 2020,
https://arxiv.org/abs/1904.09751), with the order of transformers' ``generate``: temperature first, then the cut. Every
step is a whole pass; ``generate`` would keep keys and values, which changes the time and not the text.
"""

from collections.abc import Sequence

import torch

from components.masks.model.writing_results import (
    TEMPERATURE_LIMITS,
    TOP_K_LIMIT,
    WRITTEN_LIMIT,
    Sampling,
    SamplingMethod,
    Writing,
    WritingStep,
)
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.endings import length_without_end
from components.model.inference.forward import last_hidden_state
from components.model.results import Token, Tokens
from components.model.user_errors import UserError

CANDIDATES = 8  # kept of each step


@torch.inference_mode()
def write_on(opened: OpenModel, beginning: str, sampling: Sampling, count: int) -> Writing:
    """Write up to ``count`` tokens after a beginning.

    A causal model predicts the token after the last one. A masked model has no such prediction: [MASK] is put at the
    end, the prediction for it takes its place, and so on.

    Args:
        opened: A causal or a masked model, opened for inspection.
        beginning: The text to go on from.
        sampling: How each token is chosen.
        count: The largest number of tokens.

    Raises:
        UserError: The model has no vocabulary head, a setting is out of range, or no position is left for a token.
        TooLong: The beginning has more tokens than the model has positions.
    """
    if opened.record.role not in (Role.CAUSAL, Role.MASKED):
        raise UserError(f"{opened.record.name} predicts no words. Choose another model.")
    _validate(sampling, count)
    tokens = opened.tokenizer.tokens(beginning)
    before, after = _without_end(tokens)
    generator = torch.Generator().manual_seed(sampling.seed)
    ids, ended = [token.id for token in before], False
    if not _has_room(opened, ids, after):
        raise UserError("This beginning leaves no room for another token. Shorten it.")
    steps: list[WritingStep] = []
    while len(steps) < count and _has_room(opened, ids, after):
        scores = next_token_logits(opened, ids, after)
        probabilities, keep = cut_distribution(scores, sampling)
        chosen = _draw(probabilities, keep, sampling, generator)
        steps.append(_step(opened, len(ids), chosen, probabilities, keep))
        ids.append(chosen)
        if chosen in _end_ids(opened, after):
            ended = True
            break
    items = (*before, *(_written(opened, step) for step in steps))
    decode = opened.tokenizer.backend.decode
    start, whole = decode([token.id for token in before]), decode(ids)
    text = whole.removeprefix(start) if whole.startswith(start) else whole
    return Writing(start, text, items, tuple(steps), ended, opened.conditions)


def next_token_logits(opened: OpenModel, ids: Sequence[int], after: Sequence[int]) -> torch.Tensor:
    """The logits of the token after ``ids``; of a masked model, those of a [MASK] between ``ids`` and ``after``.

    *Shape:* (vocabulary,)
    """
    if opened.record.role is Role.CAUSAL:
        row, position = list(ids), len(ids) - 1
    else:
        assert opened.tokenizer.mask_id is not None
        row, position = [*ids, opened.tokenizer.mask_id, *after], len(ids)
    hidden = last_hidden_state(opened, [row], positions=[[position]])[0]
    logits: torch.Tensor = opened.head(hidden.to(opened.model.dtype))[0].double().cpu()
    return logits


def cut_distribution(logits: torch.Tensor, sampling: Sampling) -> tuple[torch.Tensor, torch.Tensor]:
    """The distribution after the temperature, and the ids that may be chosen, by descending probability.

    *Shape:* (vocabulary,), (kept,)
    """
    greedy = sampling.method is SamplingMethod.GREEDY
    probabilities = (logits if greedy else logits / sampling.temperature).softmax(dim=-1)
    order = probabilities.argsort(descending=True, stable=True)
    if greedy:
        return probabilities, order[:1]
    if sampling.method is SamplingMethod.TOP_K:
        return probabilities, order[: sampling.top_k]
    if sampling.method is SamplingMethod.TOP_P:
        ordered = probabilities[order]
        reached = ordered.cumsum(dim=-1) - ordered  # by the tokens before each
        return probabilities, order[reached < sampling.top_p]
    return probabilities, order


def _draw(probabilities: torch.Tensor, keep: torch.Tensor, sampling: Sampling, generator: torch.Generator) -> int:
    if sampling.method is SamplingMethod.GREEDY:
        return int(keep[0])
    ladder = probabilities[keep].cumsum(dim=-1)
    height = torch.rand((), generator=generator, dtype=torch.float64) * ladder[-1]
    return int(keep[min(int(torch.searchsorted(ladder, height)), len(keep) - 1)])


def _step(opened: OpenModel, length: int, chosen: int, probabilities: torch.Tensor, keep: torch.Tensor) -> WritingStep:
    top = probabilities.topk(min(CANDIDATES, len(probabilities)))
    candidates = tuple(
        opened.tokenizer.candidate(token_id, probability)
        for token_id, probability in zip(top.indices.tolist(), top.values.tolist(), strict=True)
    )
    probability = float(probabilities[chosen])
    rank = 1 + int((probabilities > probability).sum())
    return WritingStep(length, opened.tokenizer.text(chosen), chosen, probability, rank, len(keep), candidates)


def _without_end(tokens: Tokens) -> tuple[tuple[Token, ...], tuple[int, ...]]:
    """The tokens up to the end of the text, and the ids of the special tokens after it."""
    end = length_without_end(tokens)
    return tokens.items[:end], tuple(token.id for token in tokens.items[end:])


def _has_room(opened: OpenModel, ids: Sequence[int], after: Sequence[int]) -> bool:
    """Whether the model has a position for one more token."""
    return len(ids) + len(after) + 1 < opened.tokenizer.positions


def _end_ids(opened: OpenModel, after: Sequence[int]) -> set[int]:
    end = getattr(opened.model.config, "eos_token_id", None)
    return {*after, *(end if isinstance(end, list) else [] if end is None else [end])}


def _written(opened: OpenModel, step: WritingStep) -> Token:
    continues = opened.tokenizer.continues(step.token_id)
    return Token(step.text, step.token_id, 0, 0, continues, special=False, typed_mask=False)


def _validate(sampling: Sampling, count: int) -> None:
    low, high = TEMPERATURE_LIMITS
    if not low <= sampling.temperature <= high:
        raise UserError(f"The temperature must be from {low} to {high}.")
    if not 1 <= sampling.top_k <= TOP_K_LIMIT or not 0 < sampling.top_p <= 1:
        raise UserError(f"k must be from 1 to {TOP_K_LIMIT}, and p above 0 and at most 1.")
    if not 1 <= count <= WRITTEN_LIMIT:
        raise UserError(f"Choose from 1 to {WRITTEN_LIMIT} tokens.")
