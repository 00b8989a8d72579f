"""Next-word prediction of the word at a blank by a causal model, from the left context.

P(w | words before the blank), the objective of Radford et al. 2019, "Language Models are Unsupervised Multitask
Learners". A causal model never sees more than that, so nothing has to be masked.
"""

from collections.abc import Sequence

from components.model.blanks.occlusion import masked_positions_including
from components.model.blanks.results import BlankPrediction
from components.model.blanks.sides_results import NextWordPrediction
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.mask_filling import WORD_CHARACTER_LIMIT, text_with_masks
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.results import MaskPrediction, Tokens
from components.model.tokens.text_limits import is_visually_empty
from components.model.tokens.typed_masks import MASK_TEXT, has_typed_mask
from components.model.user_errors import UserError


def next_word(
    causal: OpenModel, reader: OpenModel, tokens: Tokens, masked: Sequence[int], blank: int, answer: int
) -> NextWordPrediction:
    """What ``causal`` predicts for the word ``answer`` of ``reader``, after the text to the left of the blank.

    Args:
        causal: A causal model.
        reader: The masked model whose tokens ``tokens``, ``masked``, ``blank`` and ``answer`` refer to.
        tokens: The sentence.
        masked: The masked positions besides typed masks.
        blank: Position of the blank.
        answer: The id of the token to score.

    Raises:
        NothingMasked: ``blank`` is not masked.
        UserError: As of :func:`next_word_at_blank`.
    """
    blanks = [place for place in masked_positions_including(tokens, masked, blank) if place <= blank]
    masked_text = text_with_masks(tokens, blanks)
    after = len(tokens.sentence) - tokens.items[blank].end
    before = masked_text[: len(masked_text) - after].removesuffix(MASK_TEXT)
    return next_word_at_blank(causal, before, reader.tokenizer.text(answer))


def next_word_at_blank(opened: OpenModel, before: str, word: str) -> NextWordPrediction:
    """How likely ``word`` is as the next word after ``before``.

    Args:
        opened: A causal model.
        before: The text to the left of the blank, including the space before it; it may be empty.
        word: The word to score.

    Raises:
        UserError: The model is not causal, ``before`` contains a blank, or the word is not a single token after it.
        TooLong: There are more tokens than the model has positions.
    """
    model_input = next_word_question(opened, before, word)
    (output,) = opened.predict([model_input])
    (position,) = model_input.positions
    return NextWordPrediction(before, word, _view(opened, output, position), opened.conditions_of([output]))


def next_word_question(opened: OpenModel, before: str, word: str) -> PredictionInput:
    """The input for a causal model: the ids to the left of the blank, the last position, and the id of ``word``.

    The ids begin with the tokenizer's first special token or, without one, with the model's ``bos_token_id``, so that
    there is an input even if the blank is the first word.

    Raises:
        UserError: As of :func:`next_word_at_blank`.
        TooLong: As of :func:`next_word_at_blank`.
    """
    name, tokenizer = opened.record.name, opened.tokenizer
    if opened.record.role is not Role.CAUSAL:
        raise UserError(f"{name} fills in blanks; it was not trained to predict the next word. Choose a causal model.")
    if is_visually_empty(word):
        raise UserError("Enter the word whose probability you want to see.")
    if len(word) > WORD_CHARACTER_LIMIT:
        raise UserError(f"“{word[:20]}…” has {len(word):,} characters. Enter a word of at most {WORD_CHARACTER_LIMIT}.")
    before = "" if is_visually_empty(before) else before
    if has_typed_mask(before + word):
        raise UserError(f"{name} cannot read blanks. Fill in the one to the left of this blank first.")
    filled = tokenizer.tokens(before + word).items
    read = tokenizer.tokens(before.rstrip()).items if before else ()
    all_ids, left_ids = ([token.id for token in items if not token.special] for items in (filled, read))
    if all_ids[: len(left_ids)] != left_ids or len(all_ids) == len(left_ids):
        raise UserError(f"“{word}” joins onto the text before the blank. Leave a space between them.")
    word_ids = all_ids[len(left_ids) :]
    if len(word_ids) != 1 or word_ids[0] == tokenizer.unknown_id:
        raise UserError(f"“{word}” is not a single token for {name}. Choose another word.")
    ids = (*_start(opened, filled[0].id if filled[0].special else None), *left_ids)
    if not ids:
        raise UserError(f"{name} needs text to the left of the blank. Add a word before it.")
    return PredictionInput(ids, (len(ids) - 1,), tuple(word_ids))


def _start(opened: OpenModel, special_id: int | None) -> tuple[int, ...]:
    start_id = special_id if special_id is not None else getattr(opened.model.config, "bos_token_id", None)
    return () if start_id is None else (start_id,)


def _view(opened: OpenModel, answer: PredictionOutput, position: int) -> BlankPrediction:
    assert answer.log_probability is not None
    assert answer.rank is not None
    pieces = zip(answer.top_ids[0].tolist(), answer.top_probabilities[0].tolist(), strict=True)
    candidates = tuple(opened.tokenizer.candidate(i, p) for i, p in pieces)
    prediction = MaskPrediction(position, None, candidates, float(answer.entropy[0]))
    return BlankPrediction(prediction, float(answer.log_probability[0]), int(answer.rank[0]))
