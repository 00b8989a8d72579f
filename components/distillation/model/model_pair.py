"""Comparison of two models at the same blank.

Vocabularies differ, so a divergence is defined on the tokens of both only, with each model's probabilities renormalised
over them. The probability mass on these tokens shows how far the comparison can be trusted.
"""

from collections.abc import Iterable, Sequence

import torch

from components.distillation.model.pair_results import ModelPair
from components.model.blanks.results import PairWord
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.mask_filling import masked_positions, text_with_masks
from components.model.inference.prediction import mask_prediction, masked_ids
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.results import MaskPrediction, Tokens
from components.model.statistics.divergence import jensen_shannon
from components.model.user_errors import NothingMasked, UserError

TOP_TOKENS = 50  # of each model


def model_pair(first: OpenModel, second: OpenModel, tokens: Tokens, masked: Iterable[int], number: int) -> ModelPair:
    """Compare two models at blank ``number``, from 0; ``tokens`` and ``masked`` are those of the first model.

    Raises:
        NothingMasked: There is no such blank.
        UserError: The vocabularies have no token in common, or the second model cannot read the sentence.
    """
    blanks = masked_positions(tokens, masked)
    if not 0 <= number < len(blanks):
        raise NothingMasked
    first_prediction, first_answer = _ask(first, tokens, blanks, number)
    second_tokens = second.tokenizer.tokens(text_with_masks(tokens, blanks))
    second_prediction, second_answer = _ask(second, second_tokens, second_tokens.typed_masks, number)
    sides = ((first, first_answer), (second, second_answer))
    vocabularies = [opened.tokenizer.comparable_tokens for opened, _ in sides]
    every = sorted(vocabularies[0].keys() | vocabularies[1].keys())
    shared = torch.tensor([all(token in vocabulary for vocabulary in vocabularies) for token in every])
    if not shared.any():
        raise UserError("These two models share no tokens, so they cannot be compared. Choose another model.")
    p, q = (_log_probabilities(opened, every, answer) for opened, answer in sides)
    top = [side.topk(min(TOP_TOKENS, len(every))).indices.tolist() for side in (p, q)]
    shown = [i for i in dict.fromkeys(top[0] + top[1]) if max(p[i], q[i]) > float("-inf")]
    return ModelPair(
        first=first_prediction,
        second=second_prediction,
        words=tuple(PairWord(*_spelling(sides, every[i]), float(p[i]), float(q[i])) for i in shown),
        shared=int(shared.sum()),
        mass_first=min(1.0, float(p[shared].exp().sum())),
        mass_second=min(1.0, float(q[shared].exp().sum())),
        jsd=jensen_shannon(p[shared].log_softmax(dim=0), q[shared].log_softmax(dim=0)),
        conditions=(first.conditions_of([first_answer]), second.conditions_of([second_answer])),
    )


def _ask(
    opened: OpenModel, tokens: Tokens, blanks: Sequence[int], number: int
) -> tuple[MaskPrediction, PredictionOutput]:
    (answer,) = opened.predict(
        [PredictionInput(masked_ids(opened, tokens, blanks), (blanks[number],), full_distribution=True)]
    )
    return mask_prediction(opened, tokens, answer, 0, blanks[number]), answer


def _log_probabilities(opened: OpenModel, tokens: Sequence[tuple[str, str]], answer: PredictionOutput) -> torch.Tensor:
    """Log-probabilities of ``tokens``, each summed over its spellings; minus infinity where there are none.

    *Shape:* (token,)
    """
    assert answer.distribution is not None
    log_probabilities = answer.distribution[0].double()  # (vocabulary,)
    ids = [opened.tokenizer.comparable_tokens.get(token, ()) for token in tokens]
    widest = max(map(len, ids))
    rows = torch.tensor([(*some, *[0] * (widest - len(some))) for some in ids])  # (token, spelling)
    spellings = torch.tensor([[column < len(some) for column in range(widest)] for some in ids])
    return log_probabilities[rows].masked_fill(~spellings, float("-inf")).logsumexp(dim=1)


def _spelling(sides: Sequence[tuple[OpenModel, PredictionOutput]], token: tuple[str, str]) -> tuple[str, bool]:
    """The text of the likeliest spelling of a token in either model, and whether it continues a word."""
    spellings = []
    for opened, answer in sides:
        assert answer.distribution is not None
        for token_id in opened.tokenizer.comparable_tokens.get(token, ()):
            tokenizer = opened.tokenizer
            text, continues = tokenizer.text(token_id), tokenizer.continues(token_id)
            spellings.append((float(answer.distribution[0, token_id]), text, continues))
    _, text, continues = max(spellings)
    return text, continues
