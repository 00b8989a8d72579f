"""Occlusion: which words a prediction depends on, measured by masking each of the others as well.

It needs neither gradients nor attention. Source: Li, Monroe & Jurafsky 2016, https://arxiv.org/abs/1612.08220; for
images Zeiler & Fergus 2014, https://arxiv.org/abs/1311.2901.
"""

from collections.abc import Iterable, Sequence

from components.model.blanks.results import Occlusion, PossibleAnswer
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.mask_filling import masked_positions
from components.model.inference.prediction import ROWS_PER_REQUEST, masked_ids
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.results import Tokens
from components.model.user_errors import NothingMasked, UserError

TOP_ANSWERS = 5


def masked_positions_including(tokens: Tokens, masked: Iterable[int], blank: int) -> set[int]:
    """All masked positions of a sentence, after a check that ``blank`` is one of them.

    Raises:
        NothingMasked: ``blank`` is not masked.
        UserError: A position cannot be masked.
    """
    blanks = set(masked_positions(tokens, masked))
    if blank not in blanks:
        raise NothingMasked("That word is not masked. Click it, or choose another blank.")
    return blanks


def possible_answers(
    opened: OpenModel, tokens: Tokens, masked: Sequence[int], blank: int
) -> tuple[PossibleAnswer, ...]:
    """The most likely tokens at ``blank``, and the masked token if it is not among them.

    Raises:
        NothingMasked: ``blank`` is not masked.
        UserError: A position cannot be masked.
    """
    blanks = masked_positions_including(tokens, masked, blank)
    token, tokenizer = tokens.items[blank], opened.tokenizer
    (output,) = opened.predict([PredictionInput(masked_ids(opened, tokens, blanks), (blank,), (token.id,))])
    assert output.log_probability is not None
    assert output.rank is not None
    hidden = None if token.typed_mask else token.id
    top_tokens = zip(output.top_ids[0, :TOP_ANSWERS].tolist(), output.top_probabilities[0].tolist(), strict=False)
    answers = [
        PossibleAnswer(i, tokenizer.text(i), tokenizer.continues(i), probability, rank, i == hidden)
        for rank, (i, probability) in enumerate(top_tokens, 1)
    ]
    if hidden is not None and not any(option.hidden for option in answers):
        probability, rank = float(output.log_probability[0].exp()), int(output.rank[0])
        answers.append(PossibleAnswer(hidden, token.text, tokenizer.continues(hidden), probability, rank, True))
    return tuple(answers)


def occlusions(
    opened: OpenModel,
    tokens: Tokens,
    masked: Sequence[int],
    blank: int,
    answer: int,
    *,
    others: Sequence[int] | None = None,
) -> tuple[Occlusion, ...]:
    """How the probability of ``answer`` at a blank changes when each other token is masked as well, one at a time.

    Args:
        opened: A masked language model.
        tokens: The sentence.
        masked: The masked positions besides typed masks; all of them stay masked.
        blank: Position of the blank.
        answer: The id of the token to score.
        others: The positions to mask, so that a long sentence can be tested in parts; None means all.

    Raises:
        NothingMasked: ``blank`` is not masked.
        UserError: A position cannot be masked.
    """
    blanks = masked_positions_including(tokens, masked, blank)
    chosen = [p for p in tokens.maskable if p not in blanks] if others is None else list(others)
    if not set(chosen) <= set(tokens.maskable) - blanks:
        raise UserError("That word cannot be hidden as well. Click another word of this sentence.")
    rows = [blanks, *(blanks | {other} for other in chosen)]
    inputs = [PredictionInput(masked_ids(opened, tokens, row), (blank,), (answer,)) for row in rows]
    outputs: list[PredictionOutput] = []
    for start in range(0, len(inputs), ROWS_PER_REQUEST):
        outputs += opened.predict(inputs[start : start + ROWS_PER_REQUEST])
    baseline, *without = (float(output.log_probability[0]) for output in outputs if output.log_probability is not None)
    probabilities = [
        float(output.log_probability[0].exp()) for output in outputs[1:] if output.log_probability is not None
    ]
    return tuple(
        Occlusion(other, tokens.items[other].text, probability, baseline - left)
        for other, probability, left in zip(chosen, probabilities, without, strict=True)
    )
