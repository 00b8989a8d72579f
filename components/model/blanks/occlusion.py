"""Which words a prediction leans on: each of the others is masked as well, and the answer is asked for again.

Occlusion tests a prediction from outside, without looking at gradients or attention. Source: Li, Monroe & Jurafsky
2016, https://arxiv.org/abs/1612.08220; for pictures Zeiler & Fergus 2014, https://arxiv.org/abs/1311.2901.
"""

from collections.abc import Iterable, Sequence

from components.model.blanks.results import Occlusion, PossibleAnswer
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.mask_filling import masked_positions
from components.model.inference.prediction import ROWS_PER_REQUEST, PredictionInput, PredictionOutput, masked_ids
from components.model.results import Tokens
from components.model.user_errors import NothingMasked, UserError

TOP_ANSWERS = 5


def masked_positions_including(tokens: Tokens, masked: Iterable[int], position: int) -> set[int]:
    """Every masked position of a sentence, ``position`` being one of them.

    Raises:
        NothingMasked: It is not.
        UserError: A position cannot be masked.
    """
    blanks = set(masked_positions(tokens, masked))
    if position not in blanks:
        raise NothingMasked("That word is not masked. Click it, or choose another blank.")
    return blanks


def possible_answers(
    opened: OpenModel, tokens: Tokens, masked: Sequence[int], position: int
) -> tuple[PossibleAnswer, ...]:
    """The likeliest words at the blank at ``position``, and the hidden word where it is not among them.

    Raises:
        NothingMasked: No blank is at ``position``.
        UserError: A position cannot be masked.
    """
    blanks = masked_positions_including(tokens, masked, position)
    token, tokenizer = tokens.items[position], opened.tokenizer
    (answer,) = opened.predict([PredictionInput(masked_ids(opened, tokens, blanks), (position,), (token.id,))])
    assert answer.log_probability is not None
    assert answer.rank is not None
    hidden = None if token.typed_mask else token.id
    pieces = zip(answer.top_ids[0, :TOP_ANSWERS].tolist(), answer.top_probabilities[0].tolist(), strict=False)
    found = [
        PossibleAnswer(i, tokenizer.text(i), tokenizer.continues(i), probability, rank, i == hidden)
        for rank, (i, probability) in enumerate(pieces, 1)
    ]
    if hidden is not None and not any(option.hidden for option in found):
        probability, rank = float(answer.log_probability[0].exp()), int(answer.rank[0])
        found.append(PossibleAnswer(hidden, token.text, tokenizer.continues(hidden), probability, rank, True))
    return tuple(found)


def occlusions(
    opened: OpenModel,
    tokens: Tokens,
    masked: Sequence[int],
    position: int,
    answer: int,
    *,
    others: Sequence[int] | None = None,
) -> tuple[Occlusion, ...]:
    """What ``answer`` loses at a blank when each other token is masked as well, one at a time.

    Args:
        opened: A masked language model.
        tokens: The sentence.
        masked: The positions a visitor has masked; these and typed masks stay masked throughout.
        position: The blank.
        answer: The id of the piece followed there.
        others: The tokens to mask, so that a long sentence can be tested part by part; None is all of them.

    Raises:
        NothingMasked: No blank is at ``position``.
        UserError: A position cannot be masked.
    """
    blanks = masked_positions_including(tokens, masked, position)
    chosen = [p for p in tokens.maskable if p not in blanks] if others is None else list(others)
    if not set(chosen) <= set(tokens.maskable) - blanks:
        raise UserError("That word cannot be hidden as well. Click another word of this sentence.")
    rows = [blanks, *(blanks | {other} for other in chosen)]
    questions = [PredictionInput(masked_ids(opened, tokens, row), (position,), (answer,)) for row in rows]
    found: list[PredictionOutput] = []
    for start in range(0, len(questions), ROWS_PER_REQUEST):
        found += opened.predict(questions[start : start + ROWS_PER_REQUEST])
    whole, *without = (float(one.log_probability[0]) for one in found if one.log_probability is not None)
    probabilities = [float(one.log_probability[0].exp()) for one in found[1:] if one.log_probability is not None]
    return tuple(
        Occlusion(other, tokens.items[other].text, probability, whole - left)
        for other, probability, left in zip(chosen, probabilities, without, strict=True)
    )
