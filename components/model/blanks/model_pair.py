"""Comparison of two models at the same blank.

Vocabularies differ, so models are compared on the words that are a single token in both, with each model's
probabilities renormalised over them. The probability mass on these words shows how far the comparison can be trusted.
"""

from collections.abc import Iterable, Sequence

import torch

from components.model.blanks.results import ModelPair, PairWord
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.mask_filling import masked_positions, text_with_masks
from components.model.inference.prediction import mask_prediction, masked_ids
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.results import MaskPrediction, Tokens
from components.model.statistics.divergence import jensen_shannon
from components.model.user_errors import NothingMasked, UserError

TOP_WORDS = 15


def model_pair(first: OpenModel, second: OpenModel, tokens: Tokens, masked: Iterable[int], number: int) -> ModelPair:
    """Compare two models at blank ``number``, from 0; ``tokens`` and ``masked`` are those of the first model.

    Raises:
        NothingMasked: There is no such blank.
        UserError: The vocabularies have no word in common, or the second model cannot read the sentence.
    """
    blanks = masked_positions(tokens, masked)
    if not 0 <= number < len(blanks):
        raise NothingMasked
    first_prediction, first_answer = _ask(first, tokens, blanks, number)
    second_tokens = second.tokenizer.tokens(text_with_masks(tokens, blanks))
    second_prediction, second_answer = _ask(second, second_tokens, second_tokens.typed_masks, number)
    shared = sorted(first.tokenizer.whole_words.keys() & second.tokenizer.whole_words.keys())
    if not shared:
        raise UserError(
            "These two models share no whole words, so they cannot be compared word by word. Choose another model."
        )
    p, q = words_log_probabilities(first, shared, first_answer), words_log_probabilities(second, shared, second_answer)
    top = min(TOP_WORDS, len(shared))
    shown = dict.fromkeys([*p.topk(top).indices.tolist(), *q.topk(top).indices.tolist()])
    return ModelPair(
        first=first_prediction,
        second=second_prediction,
        words=tuple(PairWord(shared[i], False, float(p[i]), float(q[i])) for i in shown),
        shared=len(shared),
        mass_first=min(1.0, float(p.exp().sum())),
        mass_second=min(1.0, float(q.exp().sum())),
        jsd=jensen_shannon(p.log_softmax(dim=0), q.log_softmax(dim=0)),
        conditions=(first.conditions_of([first_answer]), second.conditions_of([second_answer])),
    )


def _ask(
    opened: OpenModel, tokens: Tokens, blanks: Sequence[int], number: int
) -> tuple[MaskPrediction, PredictionOutput]:
    (answer,) = opened.predict(
        [PredictionInput(masked_ids(opened, tokens, blanks), (blanks[number],), full_distribution=True)]
    )
    return mask_prediction(opened, tokens, answer, 0, blanks[number]), answer


def words_log_probabilities(opened: OpenModel, words: Sequence[str], answer: PredictionOutput) -> torch.Tensor:
    """Log-probabilities of ``words``, each summed over the tokens that spell it.

    *Shape:* (word,)
    """
    assert answer.distribution is not None
    log_probabilities = answer.distribution[0]  # (vocabulary,)
    ids = [opened.tokenizer.whole_words[word] for word in words]
    widest = max(map(len, ids))
    rows = torch.tensor([(*some, *some[:1] * (widest - len(some))) for some in ids])  # (word, spelling)
    spellings = torch.tensor([[column < len(some) for column in range(widest)] for some in ids])
    return log_probabilities[rows].masked_fill(~spellings, float("-inf")).logsumexp(dim=1)
