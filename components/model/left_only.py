"""What the words to the right of a blank are worth: the blank is predicted with them and without.

BERT reads both sides; a left-to-right model would have had the left one only (Devlin et al. 2019, section 3.1,
https://arxiv.org/abs/1810.04805). Here the same model is kept and the right side is taken out of sight.
"""

from collections.abc import Sequence

from components.model.evidence import blanks_of
from components.model.evidence_results import LeftOnly, View
from components.model.loader import OpenModel
from components.model.prediction import Answer, Ask, Question, answers, mask_prediction, masked_ids
from components.model.results import Tokens


def left_only(
    opened: OpenModel, tokens: Tokens, masked: Sequence[int], position: int, answer: int, *, ask: Ask = answers
) -> LeftOnly:
    """The blank at ``position`` seen from the whole sentence and from its left side, and what each gives ``answer``.

    In the left-only view no token, the blank included, looks at any token right of the blank but the tokenizer's own at
    the end. Every token keeps its place.

    Raises:
        NothingMasked: No blank is at ``position``.
        Refusal: A position cannot be masked.
    """
    ids = masked_ids(opened, tokens, blanks_of(tokens, masked, position))
    seen = tuple(place <= position or token.special for place, token in enumerate(tokens.items))
    whole, limited = Question(ids, (position,), (answer,)), Question(ids, (position,), (answer,), seen)
    full, left = ask(opened, [whole, limited])
    return LeftOnly(position, _view(opened, tokens, full, position), _view(opened, tokens, left, position))


def _view(opened: OpenModel, tokens: Tokens, answer: Answer, position: int) -> View:
    assert answer.log_probability is not None
    assert answer.rank is not None
    prediction = mask_prediction(opened, tokens, answer, 0, position)
    return View(prediction, float(answer.log_probability[0]), int(answer.rank[0]))
