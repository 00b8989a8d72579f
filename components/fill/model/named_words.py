"""The probability of given words at a blank.

A word of one token is looked up in the distribution at the mask. For a word of several tokens the blank is widened to
as many masks, which are filled from left to right: P(w) = prod_i P(token_i | tokens before it, the rest masked).
"""

from collections.abc import Iterable, Sequence

from components.fill.model.results import NamedWord, NamedWords, WordPieceScore
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.mask_filling import WidenedMask, masked_positions, widen_mask
from components.model.inference.prediction import ROWS_PER_REQUEST
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.results import Tokens
from components.model.user_errors import NothingMasked, UserError

NAMED_WORD_LIMIT = 8


def named_words(
    opened: OpenModel,
    tokens: Tokens,
    masked: Iterable[int],
    blank: int,
    words: Sequence[str],
) -> NamedWords:
    """The probability of each of ``words`` at the mask at position ``blank``, with every other mask in place.

    Raises:
        NothingMasked: ``blank`` is not masked.
        UserError: There are no words or too many, or one has no tokens there.
    """
    blanks = masked_positions(tokens, masked)
    if blank not in blanks:
        raise NothingMasked
    if not 0 < len(words) <= NAMED_WORD_LIMIT:
        raise UserError(f"Enter 1 to {NAMED_WORD_LIMIT} words, separated by commas. There are {len(words)} now.")
    masks = [widen_mask(opened, tokens, blanks, blank, word) for word in words]
    inputs = [_question(opened, mask, filled) for mask in masks for filled in range(len(mask.word_ids))]
    outputs: list[PredictionOutput] = []
    for start in range(0, len(inputs), ROWS_PER_REQUEST):
        outputs += opened.predict(inputs[start : start + ROWS_PER_REQUEST])
    next_outputs = iter(outputs)
    return NamedWords(
        tokens=tokens,
        blank=blank,
        words=tuple(
            _named_word(opened, word, mask, [next(next_outputs) for _ in mask.word_ids])
            for word, mask in zip(words, masks, strict=True)
        ),
        vocabulary=int(opened.model.config.vocab_size),
        conditions=opened.conditions_of(outputs),
    )


def _question(opened: OpenModel, mask: WidenedMask, filled: int) -> PredictionInput:
    """The input that scores the next token of a word after its first ``filled`` tokens, with the rest masked."""
    assert opened.tokenizer.mask_id is not None  # widening a mask requires one
    rest = (opened.tokenizer.mask_id,) * (len(mask.word_ids) - filled)
    ids = mask.before + mask.word_ids[:filled] + rest + mask.after
    return PredictionInput(ids, (len(mask.before) + filled,), (mask.word_ids[filled],))


def _named_word(opened: OpenModel, word: str, mask: WidenedMask, outputs: Sequence[PredictionOutput]) -> NamedWord:
    pieces, ranks = [], []
    for token_id, output in zip(mask.word_ids, outputs, strict=True):
        assert output.log_probability is not None
        assert output.rank is not None
        tokenizer = opened.tokenizer
        pieces.append(
            WordPieceScore(tokenizer.text(token_id), tokenizer.continues(token_id), float(output.log_probability))
        )
        ranks.append(int(output.rank))
    return NamedWord(word, tuple(pieces), ranks[0] if len(ranks) == 1 else None)
