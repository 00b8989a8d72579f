"""Replacing masks by words, and words by masks."""

from collections.abc import Iterable
from dataclasses import dataclass

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import masked_ids
from components.model.results import Tokens
from components.model.tokens.typed_masks import MASK_TEXT
from components.model.user_errors import UserError

WORD_CHARACTER_LIMIT = 60  # characters
WORD_TOKEN_LIMIT = 12


def masked_positions(tokens: Tokens, masked: Iterable[int]) -> tuple[int, ...]:
    """The positions of all masks, typed or selected, in ascending order.

    Raises:
        UserError: A selected position cannot be masked.
    """
    chosen = set(masked)
    if not chosen <= {*tokens.maskable, *tokens.typed_masks}:
        raise UserError("A masked position is not in this sentence. Click a word of the sentence.")
    return tuple(sorted(chosen | set(tokens.typed_masks)))


def text_with_masks(tokens: Tokens, masked: Iterable[int]) -> str:
    """The sentence with "[MASK]" typed at every masked position, so that another tokenizer can read it."""
    text = tokens.sentence
    for position in sorted(masked, reverse=True):
        token = tokens.items[position]
        text = text[: token.start] + MASK_TEXT + text[token.end :]
    return text


@dataclass(frozen=True)
class WidenedMask:
    """A mask widened to the tokens of a word.

    ``before`` and ``after`` are the ids around it, with the other masks in place; ``word_ids`` are those of the word.
    """

    before: tuple[int, ...]
    word_ids: tuple[int, ...]
    after: tuple[int, ...]


def widen_mask(opened: OpenModel, tokens: Tokens, masked: Iterable[int], position: int, word: str) -> WidenedMask:
    """Widen the mask at ``position`` to the tokens of ``word``.

    The whole sentence is tokenized with the word in place of the mask, not the word alone: in a byte-level vocabulary a
    word inside a sentence includes its leading space, and after "un" a token may continue the word.

    Raises:
        UserError: The word is too long, has no tokens in this vocabulary, or merges with its neighbours.
    """
    if len(word) > WORD_CHARACTER_LIMIT:
        raise UserError(f"“{word[:20]}…” has {len(word):,} characters. Enter words of at most {WORD_CHARACTER_LIMIT}.")
    blank = tokens.items[position]
    text = tokens.sentence[: blank.start] + word + tokens.sentence[blank.end :]
    filled = opened.tokenizer.tokens(text).ids
    begin, after = position, tokens.ids[position + 1 :]
    if _is_space(tokens, position - 1) and filled[:position] != tokens.ids[:position]:
        begin = position - 1  # the space before a mask is a token by itself; before the word it is part of the word
    pieces = filled[begin : len(filled) - len(after)]
    if filled[:begin] != tokens.ids[:begin] or filled[len(filled) - len(after) :] != after:
        raise UserError(
            f"“{word}” joins onto the text beside the blank. Leave a space around the blank, or hide the whole word."
        )
    if not pieces or opened.tokenizer.mask_id in pieces:
        raise UserError("Enter a word with at least one letter and without a blank.")
    if opened.tokenizer.unknown_id in pieces:
        raise UserError(f"{opened.record.name} has no tokens for “{word}”. Enter another word.")
    if len(pieces) > WORD_TOKEN_LIMIT:
        raise UserError(f"“{word}” has {len(pieces)} tokens; the limit is {WORD_TOKEN_LIMIT}. Enter a shorter word.")
    ids = masked_ids(opened, tokens, masked)
    return WidenedMask(ids[:begin], pieces, ids[position + 1 :])


def _is_space(tokens: Tokens, position: int) -> bool:
    """Whether a token of the sentence is only white space, or covers no character, as some vocabularies count it."""
    token = tokens.items[position]
    return not token.special and not tokens.sentence[token.start : token.end].strip()
