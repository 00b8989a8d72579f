"""Masked language modelling: which word stands behind a mask?

Source: Devlin et al. 2019, https://arxiv.org/abs/1810.04805; every position in turn: Salazar et al. 2020,
https://arxiv.org/abs/1910.14659.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import torch

from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.forward import last_hidden_state
from components.model.inference.memory import reports_out_of_memory
from components.model.results import MaskPrediction, Predictions, Tokens, TokenScore
from components.model.user_errors import NothingMasked, UserError

MAX_CANDIDATES = 50
ROWS_PER_REQUEST = 12
POSITIONS_PER_CHUNK = 256  # past the vocabulary head: 31 MB of logits at 30,522 words
_ELSEWHERE = "A masked position is not in this sentence. Click a word of the sentence."


@dataclass(frozen=True)
class PredictionInput:
    """One row of a batch: ids with masks in place, the positions asked about, and a word to rank at each, or None.

    ``seen`` says of every position whether tokens may look at it; None is all of them. ``whole`` asks for the
    distributions over the whole vocabulary too. Logits are divided by ``temperature`` before the softmax.
    """

    ids: tuple[int, ...]
    positions: tuple[int, ...]
    targets: tuple[int, ...] | None = None
    attention_mask: tuple[bool, ...] | None = None
    full_distribution: bool = False
    temperature: float = 1.0


@dataclass(frozen=True)
class PredictionOutput:
    """What a model says at the positions asked about.

    *Shape:* ``top_ids``, ``top_probabilities`` (position, k); ``entropy``, ``log_probability``, ``rank`` (position,),
    the last two None where no target was given; ``distribution`` (position, vocabulary), log-probabilities, None where
    it was not asked for. Natural logarithms.
    """

    top_ids: torch.Tensor
    top_probabilities: torch.Tensor
    entropy: torch.Tensor
    log_probability: torch.Tensor | None
    rank: torch.Tensor | None
    distribution: torch.Tensor | None = None

    def probability_and_rank(self, token_id: int, row: int = 0) -> tuple[float, int]:
        """Probability and rank, from 1, of any piece at one of the positions.

        Raises:
            ValueError: The whole distribution was not asked for.
        """
        if self.distribution is None:
            raise ValueError("the whole distribution was not asked for")
        log_probabilities = self.distribution[row]
        rank = int((log_probabilities > log_probabilities[token_id]).sum()) + 1
        return float(log_probabilities[token_id].exp()), rank


Predictor = Callable[[OpenModel, Sequence[PredictionInput]], list[PredictionOutput]]


@reports_out_of_memory
@torch.inference_mode()
def predict_batch(opened: OpenModel, questions: Sequence[PredictionInput]) -> list[PredictionOutput]:
    """Answer a batch of questions in one forward pass, the vocabulary head on the asked positions only.

    A sentence may be masked all over, and a batch holds many sentences: the head reads a bounded number of positions at
    a time, or a full batch would take gigabytes of logits.
    """
    hidden = last_hidden_state(
        opened, [q.ids for q in questions], attention_masks=[q.attention_mask for q in questions]
    )
    counts = [len(question.positions) for question in questions]
    rows = torch.repeat_interleave(torch.arange(len(questions)), torch.tensor(counts))
    columns = torch.tensor([position for question in questions for position in question.positions])
    asked = hidden[rows.to(hidden.device), columns.to(hidden.device)]  # (asked, width)
    targets = torch.tensor([t for q in questions for t in q.targets or (0,) * len(q.positions)], device=hidden.device)
    whole = torch.tensor([q.full_distribution for q in questions for _ in q.positions], device=hidden.device)
    temperatures = torch.tensor([[q.temperature] for q in questions for _ in q.positions], device=hidden.device)
    chunks, kept = [], []
    for vectors, target, keep, temperature in zip(
        *(torch.split(t, POSITIONS_PER_CHUNK) for t in (asked, targets, whole, temperatures)), strict=True
    ):
        logits = opened.head(vectors).float()  # (some positions, vocabulary)
        log_probabilities = (logits / temperature).log_softmax(dim=-1)
        chunks.append(_read(log_probabilities, target))
        kept.append(log_probabilities[keep].cpu())
    per_question = zip(*(torch.split(torch.cat(part), counts) for part in zip(*chunks, strict=True)), strict=True)
    wholes = iter(torch.split(torch.cat(kept), [len(q.positions) for q in questions if q.full_distribution]))
    return [
        PredictionOutput(
            top_ids,
            top,
            entropy,
            log_probability=of_target if question.targets is not None else None,
            rank=rank if question.targets is not None else None,
            distribution=next(wholes) if question.full_distribution else None,
        )
        for question, (top_ids, top, entropy, of_target, rank) in zip(questions, per_question, strict=True)
    ]


def _read(log_probabilities: torch.Tensor, targets: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """The five columns of an :class:`Answer` for some positions, from (position, vocabulary) and (position,)."""
    probabilities = log_probabilities.exp()
    top = probabilities.topk(min(MAX_CANDIDATES, probabilities.shape[-1]), dim=-1)
    entropy = -(probabilities * log_probabilities).nan_to_num(0.0).sum(dim=-1)
    of_target = log_probabilities.gather(1, targets[:, None])  # (position, 1)
    rank = (log_probabilities > of_target).sum(dim=-1) + 1
    return top.indices.cpu(), top.values.cpu(), entropy.cpu(), of_target[:, 0].cpu(), rank.cpu()


def predictions(
    opened: OpenModel, tokens: Tokens, masked: Iterable[int] = (), *, temperature: float = 1.0
) -> Predictions:
    """Predictions for every typed mask of ``tokens`` and for the positions ``masked`` beside them.

    All masks are in place together and each is predicted by itself: the probabilities are not joint.

    Args:
        opened: A masked language model.
        tokens: The sentence.
        masked: Further positions to mask.
        temperature: What logits are divided by; above 1 evens the probabilities out, below 1 sharpens them.

    Raises:
        NothingMasked: There is no mask at all.
        UserError: A position cannot be masked.
    """
    chosen = set(masked)
    if not chosen <= set(tokens.maskable) | set(tokens.typed_masks):
        raise UserError(_ELSEWHERE)
    positions = tuple(sorted(chosen | set(tokens.typed_masks)))
    if not positions:
        raise NothingMasked
    (answer,) = opened.predict(
        [PredictionInput(masked_ids(opened, tokens, positions), positions, temperature=temperature)]
    )
    return Predictions(
        tokens=tokens,
        masks=tuple(mask_prediction(opened, tokens, answer, row, p) for row, p in enumerate(positions)),
        conditions=opened.conditions,
    )


def token_scores(opened: OpenModel, tokens: Tokens, positions: Sequence[int] | None = None) -> tuple[TokenScore, ...]:
    """Each token of a sentence masked in turn: how likely it is given all the others.

    The sum of the log-probabilities is the sentence's pseudo-log-likelihood.

    Args:
        opened: A masked language model.
        tokens: The sentence. Masks typed in it stay masks and are not scored.
        positions: The tokens to score, so that a long sentence can be scored part by part; None is all of them.

    Raises:
        UserError: The model knows no mask, or a position cannot be masked.
    """
    chosen = tokens.maskable if positions is None else positions
    if not set(chosen) <= set(tokens.maskable):
        raise UserError(_ELSEWHERE)
    questions = [
        PredictionInput(masked_ids(opened, tokens, (position,)), (position,), (tokens.items[position].id,))
        for position in chosen
    ]
    found: list[PredictionOutput] = []
    for start in range(0, len(questions), ROWS_PER_REQUEST):
        found += opened.predict(questions[start : start + ROWS_PER_REQUEST])
    return tuple(_token_score(opened, tokens, q, a) for q, a in zip(questions, found, strict=True))


def require_mask_id(opened: OpenModel) -> int:
    """The id of the mask of a model that fills blanks.

    Raises:
        UserError: It predicts the next word, though its vocabulary may have a piece for blanks.
    """
    mask = opened.tokenizer.mask_id
    if opened.record.role is Role.CAUSAL or mask is None:
        raise UserError(f"{opened.record.name} predicts the next word and has no [MASK] token. Choose a masked model.")
    return mask


def masked_ids(opened: OpenModel, tokens: Tokens, positions: Iterable[int]) -> tuple[int, ...]:
    """The ids of a sentence with masks at ``positions``, beside those typed in it.

    Raises:
        UserError: The model knows no mask.
    """
    mask = require_mask_id(opened)
    hidden = set(positions)
    return tuple(mask if position in hidden else token_id for position, token_id in enumerate(tokens.ids))


def mask_prediction(
    opened: OpenModel, tokens: Tokens, answer: PredictionOutput, row: int, position: int
) -> MaskPrediction:
    """Row ``row`` of an answer, in words: what is predicted at ``position``."""
    token = tokens.items[position]
    pieces = zip(answer.top_ids[row].tolist(), answer.top_probabilities[row].tolist(), strict=True)
    return MaskPrediction(
        position=position,
        hidden=None if token.typed_mask else token.text,
        candidates=tuple(opened.tokenizer.candidate(i, p) for i, p in pieces),
        entropy=float(answer.entropy[row]),
        hidden_continues=not token.typed_mask and opened.tokenizer.continues(token.id),
    )


def _token_score(opened: OpenModel, tokens: Tokens, question: PredictionInput, answer: PredictionOutput) -> TokenScore:
    assert answer.log_probability is not None
    assert answer.rank is not None
    (position,) = question.positions
    log_probability = float(answer.log_probability[0])
    return TokenScore(
        position=position,
        text=tokens.items[position].text,
        probability=float(answer.log_probability[0].exp()),
        surprisal=-log_probability,
        rank=int(answer.rank[0]),
        first_choice=opened.tokenizer.text(int(answer.top_ids[0, 0])),
        first_continues=opened.tokenizer.continues(int(answer.top_ids[0, 0])),
    )
