"""Putting words into the place of a mask, and masks into the place of words."""

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
    """The positions of all masks, typed or chosen, in the order of the sentence.

    Raises:
        UserError: A chosen position cannot be masked.
    """
    chosen = set(masked)
    if not chosen <= {*tokens.maskable, *tokens.typed_masks}:
        raise UserError("A masked position is not in this sentence. Click a word of the sentence.")
    return tuple(sorted(chosen | set(tokens.typed_masks)))


def text_with_masks(tokens: Tokens, masked: Iterable[int]) -> str:
    """The sentence with "[MASK]" typed wherever a position is masked: what another tokenizer can read."""
    text = tokens.sentence
    for position in sorted(masked, reverse=True):
        token = tokens.items[position]
        text = text[: token.start] + MASK_TEXT + text[token.end :]
    return text


@dataclass(frozen=True)
class WidenedMask:
    """A mask widened to the pieces of a word.

    ``before`` and ``after`` are the ids around it, the other masks in place; ``pieces`` are the word's ids.
    """

    before: tuple[int, ...]
    word_ids: tuple[int, ...]
    after: tuple[int, ...]


def widen_mask(opened: OpenModel, tokens: Tokens, masked: Iterable[int], position: int, word: str) -> WidenedMask:
    """The pieces that ``word`` has at ``position``: those of the whole sentence with the word in place of the mask.

    A byte-level vocabulary gives a word inside a sentence its leading space, and a piece after "un" goes on with it:
    so the sentence is tokenized with the word in place, and not the word by itself.

    Raises:
        UserError: The word is too long, cannot be written by this vocabulary, or grows together with its neighbours.
    """
    if len(word) > WORD_CHARACTER_LIMIT:
        raise UserError(f"“{word[:20]}…” has {len(word):,} characters. Enter words of at most {WORD_CHARACTER_LIMIT}.")
    blank = tokens.items[position]
    text = tokens.sentence[: blank.start] + word + tokens.sentence[blank.end :]
    filled = opened.tokenizer.tokens(text).ids
    begin, after = position, tokens.ids[position + 1 :]
    if _is_space(tokens, position - 1) and filled[:position] != tokens.ids[:position]:
        begin = position - 1  # the space before a mask is a piece of its own; before the word it is part of the word
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
    """Whether a token of the sentence is nothing but space."""
    token = tokens.items[position]
    return not token.special and not tokens.sentence[token.start : token.end].strip()  # some say it covers nothing
