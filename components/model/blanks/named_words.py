"""How likely is a word that somebody names?

A word of one piece is looked up in the distribution at the mask. A word of several has no entry there: its blank is
widened to as many masks as it has pieces, and they are filled from left to right,
P(w) = prod_i P(piece_i | pieces before it in place, the rest still masked).
"""

from collections.abc import Iterable, Sequence

from components.model.blanks.results import NamedWord, NamedWords, WordPieceScore
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.mask_filling import WidenedMask, masked_positions, widen_mask
from components.model.inference.prediction import ROWS_PER_REQUEST, PredictionInput, PredictionOutput
from components.model.results import Tokens
from components.model.user_errors import NothingMasked, UserError

NAMED_WORD_LIMIT = 8


def named_words(
    opened: OpenModel,
    tokens: Tokens,
    masked: Iterable[int],
    position: int,
    words: Sequence[str],
) -> NamedWords:
    """The joint probability of each of ``words`` at the mask at ``position``, every other mask staying a mask.

    Raises:
        NothingMasked: There is no mask at ``position``.
        UserError: There are too many words or none, or one cannot stand there.
    """
    blanks = masked_positions(tokens, masked)
    if position not in blanks:
        raise NothingMasked
    if not 0 < len(words) <= NAMED_WORD_LIMIT:
        raise UserError(f"Enter 1 to {NAMED_WORD_LIMIT} words, separated by commas. There are {len(words)} now.")
    places = [widen_mask(opened, tokens, blanks, position, word) for word in words]
    questions = [_question(opened, place, filled) for place in places for filled in range(len(place.word_ids))]
    found: list[PredictionOutput] = []
    for start in range(0, len(questions), ROWS_PER_REQUEST):
        found += opened.predict(questions[start : start + ROWS_PER_REQUEST])
    replies = iter(found)
    return NamedWords(
        tokens=tokens,
        blank=position,
        words=tuple(
            _named_word(opened, word, place, [next(replies) for _ in place.word_ids])
            for word, place in zip(words, places, strict=True)
        ),
        vocabulary=int(opened.model.config.vocab_size),
        conditions=opened.conditions,
    )


def _question(opened: OpenModel, place: WidenedMask, filled: int) -> PredictionInput:
    """What stands after the first ``filled`` pieces of a word, the rest of it masked?"""
    assert opened.tokenizer.mask_id is not None  # the place was made by masking
    rest = (opened.tokenizer.mask_id,) * (len(place.word_ids) - filled)
    ids = place.before + place.word_ids[:filled] + rest + place.after
    return PredictionInput(ids, (len(place.before) + filled,), (place.word_ids[filled],))


def _named_word(opened: OpenModel, word: str, place: WidenedMask, replies: Sequence[PredictionOutput]) -> NamedWord:
    pieces, ranks = [], []
    for token_id, reply in zip(place.word_ids, replies, strict=True):
        assert reply.log_probability is not None
        assert reply.rank is not None
        tokenizer = opened.tokenizer
        pieces.append(
            WordPieceScore(tokenizer.text(token_id), tokenizer.continues(token_id), float(reply.log_probability))
        )
        ranks.append(int(reply.rank))
    return NamedWord(word, tuple(pieces), ranks[0] if len(ranks) == 1 else None)
