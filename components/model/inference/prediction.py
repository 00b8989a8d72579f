"""Predictions of a language model at given positions, and the scores of a sentence's tokens.

Sources: Devlin et al. 2019, https://arxiv.org/abs/1810.04805; for the scores, with every token masked in turn, Salazar
et al. 2020, https://arxiv.org/abs/1910.14659.
"""

from collections.abc import Iterable, Sequence

from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.results import MaskPrediction, Predictions, Tokens, TokenScore
from components.model.user_errors import NothingMasked, UserError

ROWS_PER_REQUEST = 12
_ELSEWHERE = "A masked position is not in this sentence. Click a word of the sentence."


def predictions(
    opened: OpenModel, tokens: Tokens, masked: Iterable[int] = (), *, temperature: float = 1.0
) -> Predictions:
    """Predictions for every typed mask of ``tokens`` and for the further positions ``masked``.

    All positions are masked at once and each is predicted independently: the probabilities are not joint.

    Args:
        opened: A masked language model.
        tokens: The sentence.
        masked: Further positions to mask.
        temperature: Divides the logits; above 1 it flattens the distribution, below 1 it sharpens it.

    Raises:
        NothingMasked: No position is masked.
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
        conditions=opened.conditions_of([answer]),
    )


def token_scores(opened: OpenModel, tokens: Tokens, positions: Sequence[int] | None = None) -> tuple[TokenScore, ...]:
    """The score of each token of a sentence, masked alone: its probability given all the others.

    The sum of the log-probabilities is the sentence's pseudo-log-likelihood.

    Args:
        opened: A masked language model.
        tokens: The sentence. Masks typed in it stay masks and are not scored.
        positions: The tokens to score, so that a long sentence can be scored in parts; None means all.

    Raises:
        UserError: The model has no mask token, or a position cannot be masked.
    """
    chosen = tokens.maskable if positions is None else positions
    if not set(chosen) <= set(tokens.maskable):
        raise UserError(_ELSEWHERE)
    inputs = [
        PredictionInput(masked_ids(opened, tokens, (position,)), (position,), (tokens.items[position].id,))
        for position in chosen
    ]
    outputs: list[PredictionOutput] = []
    for start in range(0, len(inputs), ROWS_PER_REQUEST):
        outputs += opened.predict(inputs[start : start + ROWS_PER_REQUEST])
    return tuple(_token_score(opened, tokens, q, a) for q, a in zip(inputs, outputs, strict=True))


def require_mask_id(opened: OpenModel) -> int:
    """The id of a masked model's mask token.

    Raises:
        UserError: The model is causal, or has no mask token.
    """
    mask = opened.tokenizer.mask_id
    if opened.record.role is Role.CAUSAL or mask is None:
        raise UserError(f"{opened.record.name} predicts the next word and has no [MASK] token. Choose a masked model.")
    return mask


def masked_ids(opened: OpenModel, tokens: Tokens, positions: Iterable[int]) -> tuple[int, ...]:
    """The ids of a sentence with masks at ``positions`` and wherever a mask is typed.

    Raises:
        UserError: The model has no mask token.
    """
    mask = require_mask_id(opened)
    hidden = set(positions)
    return tuple(mask if position in hidden else token_id for position, token_id in enumerate(tokens.ids))


def hide_rest_of_word(ids: Sequence[int], words: Sequence[int | None], position: int, mask: int) -> tuple[int, ...]:
    """The ids, with the token at a position and the rest of its word to the right masked.

    Tokens of a word give each other away (Kauf and Ivanova 2023, https://arxiv.org/abs/2305.10588).

    Args:
        ids: Token ids.
        words: The number of the word of each token; None for special tokens.
        position: The token that is predicted.
        mask: The id of the mask token.
    """
    return tuple(
        mask if place == position or (place > position and words[place] == words[position]) else token_id
        for place, token_id in enumerate(ids)
    )


def mask_prediction(
    opened: OpenModel, tokens: Tokens, answer: PredictionOutput, row: int, position: int
) -> MaskPrediction:
    """Decode row ``row`` of an output: the prediction at ``position``."""
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
