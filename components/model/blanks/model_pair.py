"""Two models at the same blank: where do they agree?

Vocabularies differ, so the comparison is made on the words that both hold as one piece, each model's probabilities over
those scaled to a sum of 1. How much of its probability a model had on them says how far that can be trusted.
"""

from collections.abc import Iterable, Sequence

import torch

from components.model.blanks.results import ModelPair, PairWord
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.mask_filling import masked_positions, text_with_masks
from components.model.inference.prediction import PredictionInput, PredictionOutput, mask_prediction, masked_ids
from components.model.results import MaskPrediction, Tokens
from components.model.statistics.divergence import jensen_shannon
from components.model.user_errors import NothingMasked, UserError

TOP_WORDS = 15


def model_pair(first: OpenModel, second: OpenModel, tokens: Tokens, masked: Iterable[int], number: int) -> ModelPair:
    """Both models at blank ``number``, from 0, of a sentence; ``tokens`` and ``masked`` are as the first reads it.

    Raises:
        NothingMasked: There is no such blank.
        UserError: The vocabularies share no word, or the second model cannot read the sentence.
    """
    blanks = masked_positions(tokens, masked)
    if not 0 <= number < len(blanks):
        raise NothingMasked
    one, first_answer = _ask(first, tokens, blanks, number)
    retold = second.tokenizer.tokens(text_with_masks(tokens, blanks))
    other, second_answer = _ask(second, retold, retold.typed_masks, number)
    shared = sorted(first.tokenizer.whole_words.keys() & second.tokenizer.whole_words.keys())
    if not shared:
        raise UserError(
            "These two models share no whole words, so they cannot be compared word by word. Choose another model."
        )
    p, q = _over(first, shared, first_answer), _over(second, shared, second_answer)
    top = min(TOP_WORDS, len(shared))
    shown = dict.fromkeys([*p.topk(top).indices.tolist(), *q.topk(top).indices.tolist()])
    return ModelPair(
        first=one,
        second=other,
        words=tuple(PairWord(shared[i], False, float(p[i]), float(q[i])) for i in shown),
        shared=len(shared),
        mass_first=min(1.0, float(p.exp().sum())),
        mass_second=min(1.0, float(q.exp().sum())),
        jsd=jensen_shannon(p.log_softmax(dim=0), q.log_softmax(dim=0)),
        conditions=(first.conditions, second.conditions),
    )


def _ask(
    opened: OpenModel, tokens: Tokens, blanks: Sequence[int], number: int
) -> tuple[MaskPrediction, PredictionOutput]:
    (answer,) = opened.predict(
        [PredictionInput(masked_ids(opened, tokens, blanks), (blanks[number],), full_distribution=True)]
    )
    return mask_prediction(opened, tokens, answer, 0, blanks[number]), answer


def _over(opened: OpenModel, words: Sequence[str], answer: PredictionOutput) -> torch.Tensor:
    """Log-probabilities of ``words``, each summed over the pieces that write it.

    *Shape:* (word,)
    """
    assert answer.distribution is not None
    log_probabilities = answer.distribution[0]  # (vocabulary,)
    ids = [opened.tokenizer.whole_words[word] for word in words]
    widest = max(map(len, ids))
    rows = torch.tensor([(*some, *some[:1] * (widest - len(some))) for some in ids])  # (word, spelling)
    spellings = torch.tensor([[column < len(some) for column in range(widest)] for some in ids])
    return log_probabilities[rows].masked_fill(~spellings, float("-inf")).logsumexp(dim=1)
