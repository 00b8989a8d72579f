"""The probabilities of "she", "he" and "they" at the blank of sentences about occupations.

Each probability is over the whole vocabulary, so the three need not sum to one.
"""

from collections.abc import Callable, Sequence

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.mask_filling import widen_mask
from components.model.inference.prediction import ROWS_PER_REQUEST, require_mask_id
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.user_errors import UserError
from components.suites.model.occupations import NEUTRAL, PRONOUNS, fill_template
from components.suites.model.pronoun_results import OccupationPronouns, PronounSuite


def pronoun_suite(
    opened: OpenModel,
    words: Sequence[str],
    templates: Sequence[str],
    on_progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> PronounSuite:
    """Predict the blank of every sentence about every occupation, and about a person.

    Args:
        opened: A masked language model.
        words: The occupations.
        templates: The sentences, as :func:`components.suites.model.occupations.pronoun_templates` gives them.
        on_progress: Called with the number of sentences done, and of all of them.

    Raises:
        UserError: The model has no mask token, or a pronoun is not one token of its vocabulary.
    """
    require_mask_id(opened)
    named = (*words, NEUTRAL)
    inputs = [pronoun_input(opened, fill_template(template, word)) for word in named for template in templates]
    outputs: list[PredictionOutput] = []
    for start in range(0, len(inputs), ROWS_PER_REQUEST):
        on_progress(start, len(inputs))
        outputs += opened.predict(inputs[start : start + ROWS_PER_REQUEST])
    rows = [_probabilities(output) for output in outputs]
    count = len(templates)
    *occupations, neutral = (
        OccupationPronouns(word, tuple(rows[count * index : count * (index + 1)])) for index, word in enumerate(named)
    )
    return PronounSuite(
        templates=tuple(templates),
        occupations=tuple(occupations),
        neutral=neutral,
        conditions=opened.conditions_of(outputs),
    )


def pronoun_input(opened: OpenModel, sentence: str) -> PredictionInput:
    """The input that scores the three pronouns at the only [MASK] of a sentence.

    Raises:
        UserError: The sentence has not exactly one [MASK], or a pronoun is not one token there.
    """
    tokens = opened.tokenizer.tokens(sentence)
    if len(tokens.typed_masks) != 1:
        raise UserError(f"The sentence needs one [MASK]. It has {len(tokens.typed_masks)}.")
    (blank,) = tokens.typed_masks
    widened = [widen_mask(opened, tokens, (blank,), blank, word) for word in PRONOUNS]
    if any(len(mask.word_ids) != 1 for mask in widened):
        raise UserError(f"{opened.record.name} has no single tokens for the pronouns. Choose another model.")
    mask_id = require_mask_id(opened)
    before, after = widened[0].before, widened[0].after
    # One pass scores all three: the same position is asked for three times.
    return PredictionInput(
        ids=(*before, mask_id, *after),
        positions=(len(before),) * len(PRONOUNS),
        targets=tuple(mask.word_ids[0] for mask in widened),
    )


def _probabilities(output: PredictionOutput) -> tuple[float, float, float]:
    assert output.log_probability is not None
    she, he, they = output.log_probability.double().exp().tolist()
    return she, he, they
