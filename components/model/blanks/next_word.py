"""The word at a blank as the next word: what a model trained to read from the left expects after the left side.

P(w | words before the blank), the objective of Radford et al. 2019, "Language Models are Unsupervised Multitask
Learners". Nothing is hidden from such a model here: it never sees more.
"""

from collections.abc import Sequence

from components.model.blanks.occlusion import masked_positions_including
from components.model.blanks.results import BlankPrediction
from components.model.blanks.sides_results import NextWordPrediction
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.mask_filling import WORD_CHARACTER_LIMIT, text_with_masks
from components.model.inference.prediction import PredictionInput, PredictionOutput
from components.model.results import MaskPrediction, Tokens
from components.model.tokens.typed_masks import MASK_TEXT, has_typed_mask
from components.model.tokens.visually_empty import is_visually_empty
from components.model.user_errors import UserError


def next_word(
    causal: OpenModel, reader: OpenModel, tokens: Tokens, masked: Sequence[int], position: int, answer: int
) -> NextWordPrediction:
    """What ``causal`` gives the word that is piece ``answer`` of ``reader``, after what stands left of the blank.

    Args:
        causal: A causal model.
        reader: The model that ``tokens``, ``masked``, ``position`` and ``answer`` are of.
        tokens: The sentence.
        masked: The positions a visitor has masked, beside typed masks.
        position: The blank.
        answer: The id of the piece followed there.

    Raises:
        NothingMasked: No blank is at ``position``.
        UserError: As of :func:`next_word_at_blank`.
    """
    blanks = [place for place in masked_positions_including(tokens, masked, position) if place <= position]
    typed = text_with_masks(tokens, blanks)
    after = len(tokens.sentence) - tokens.items[position].end
    before = typed[: len(typed) - after].removesuffix(MASK_TEXT)
    return next_word_at_blank(causal, before, reader.tokenizer.text(answer))


def next_word_at_blank(opened: OpenModel, before: str, word: str) -> NextWordPrediction:
    """How likely ``word`` is as the word after ``before``.

    Args:
        opened: A causal model.
        before: Everything left of the blank, with the space before the blank if there is one; it may be empty.
        word: The word that stood there.

    Raises:
        UserError: The model is not causal, something left of the blank is itself a blank, or the word is not one piece
            of this vocabulary after these words.
        TooLong: There are more pieces than the model has positions.
    """
    question = next_word_question(opened, before, word)
    (answer,) = opened.predict([question])
    (position,) = question.positions
    return NextWordPrediction(before, word, _view(opened, answer, position), opened.conditions)


def next_word_question(opened: OpenModel, before: str, word: str) -> PredictionInput:
    """What is asked of a causal model: the ids left of the blank, its last position, and the id of ``word``.

    The ids begin with the tokenizer's own mark, or where it has none with the mark by which the model knows the
    beginning of a text; so there is something to read even where the blank is the first word.

    Raises:
        UserError: As of :func:`next_word_at_blank`.
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
    text, left = ([token.id for token in items if not token.special] for items in (filled, read))
    if text[: len(left)] != left or len(text) == len(left):
        raise UserError(f"“{word}” joins onto the text before the blank. Leave a space between them.")
    pieces = text[len(left) :]
    if len(pieces) != 1 or pieces[0] == tokenizer.unknown_id:
        raise UserError(f"“{word}” is not a single token for {name}. Choose another word.")
    ids = (*_start(opened, filled[0].id if filled[0].special else None), *left)
    if not ids:
        raise UserError(f"{name} needs text to the left of the blank. Add a word before it.")
    return PredictionInput(ids, (len(ids) - 1,), tuple(pieces))


def _start(opened: OpenModel, mark: int | None) -> tuple[int, ...]:
    own = mark if mark is not None else getattr(opened.model.config, "bos_token_id", None)
    return () if own is None else (own,)


def _view(opened: OpenModel, answer: PredictionOutput, position: int) -> BlankPrediction:
    assert answer.log_probability is not None
    assert answer.rank is not None
    pieces = zip(answer.top_ids[0].tolist(), answer.top_probabilities[0].tolist(), strict=True)
    candidates = tuple(opened.tokenizer.candidate(i, p) for i, p in pieces)
    prediction = MaskPrediction(position, None, candidates, float(answer.entropy[0]))
    return BlankPrediction(prediction, float(answer.log_probability[0]), int(answer.rank[0]))
