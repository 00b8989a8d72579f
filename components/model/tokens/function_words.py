"""English words with a grammatical job, such as “the” and “of”: they say little about what a sentence is about."""

from pathlib import Path

from components.model.results import Token, Tokens

FUNCTION_WORDS = frozenset(Path(__file__).with_name("function_words.txt").read_text(encoding="utf-8").split())
_MARKS = "#▁Ġ"  # of word beginnings and continuations in vocabularies


def is_content_token(token: Token) -> bool:
    """Whether a token is a content word or a part of one, and no special token, punctuation or function word."""
    text = token.text.strip(_MARKS).strip()
    return not (token.special or token.typed_mask) and text.isalnum() and text.casefold() not in FUNCTION_WORDS


def last_content_word(tokens: Tokens) -> int | None:
    """The position of the last content word that is one token; None if there is none."""
    items = tokens.items
    return next(
        (
            position
            for position in reversed(tokens.maskable)
            if is_content_token(items[position])
            and not items[position].continues
            and not (position + 1 < len(items) and items[position + 1].continues)
        ),
        None,
    )
