"""Whether two sentences can be patched into each other: as many tokens, and the blank at the same place."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import chain

from components.model.checkpoints.open_model import OpenModel
from components.model.inference.prediction import require_mask_id
from components.model.results import Token, Tokens
from components.model.user_errors import NothingMasked, UserError
from components.patching.model.results import AlignedPair, UnevenPair

TOKEN_LIMIT = 64  # tokens, special ones included: what a grid shows
_QUOTED_LIMIT = 6  # tokens quoted in a message


def align_pair(opened: OpenModel, clean: Tokens, corrupt: Tokens) -> AlignedPair:
    """Check two sentences and find their blank, the first that both have; the second may leave it out.

    If the second sentence has no mask, the word at the place of the first one's blank is hidden.

    Raises:
        UnevenPair: They have different numbers of tokens.
        NothingMasked: The first sentence has no blank.
        UserError: The model has no mask token, a sentence is too long, or the blanks are at different places.
    """
    mask = require_mask_id(opened)
    if not clean.typed_masks:
        raise NothingMasked
    if max(len(clean), len(corrupt)) > TOKEN_LIMIT:
        raise UserError(f"Each sentence can have up to {TOKEN_LIMIT} tokens here. Shorten them.")
    if len(clean) != len(corrupt):
        raise UnevenPair(_uneven_text(clean, corrupt), even_sentence(opened, clean, corrupt))
    shared = set(clean.typed_masks) & set(corrupt.typed_masks)
    blank = min(shared or clean.typed_masks)
    if not corrupt.typed_masks and blank in corrupt.maskable:
        items = tuple(
            Token("[MASK]", mask, token.start, token.end, continues=False, special=False, typed_mask=True)
            if position == blank
            else token
            for position, token in enumerate(corrupt.items)
        )
        corrupt = Tokens(corrupt.sentence, items)
    if blank not in corrupt.typed_masks:
        raise UserError("The blank must be at the same place in both sentences. Move [MASK] in one of them.")
    return AlignedPair(clean, corrupt, blank)


def even_sentence(opened: OpenModel, clean: Tokens, corrupt: Tokens) -> str:
    """The sentence nearest to ``corrupt`` that has as many tokens as ``clean``.

    Where stretches of both differ in length, the last tokens of the corrupt one are used, after the first ones of the
    clean one if they are too few. If that splits a word, the whole stretch is taken from the clean sentence.
    """
    for mixes in (True, False):
        text = _mixed_sentence(clean, corrupt, mixes=mixes)
        if len(opened.tokenizer.tokens_of_any_length(text)) == len(clean):
            return text
    return clean.sentence


def _mixed_sentence(clean: Tokens, corrupt: Tokens, *, mixes: bool) -> str:
    """The corrupt sentence with stretches as long as those of the clean one; ``mixes`` keeps words of both there."""
    pieces: list[str] = []
    for tag, start, end, other, other_end in _changes(clean, corrupt):
        ours, theirs = clean.items[start:end], corrupt.items[other:other_end]
        if tag == "equal" or len(ours) == len(theirs):
            parts = [(corrupt, theirs)]
        elif mixes and ours and theirs:
            parts = [(clean, ours[: max(len(ours) - len(theirs), 0)]), (corrupt, theirs[-len(ours) :])]
        else:
            parts = [(clean, ours)]
        for source, tokens in parts:
            written = [token for token in tokens if not token.special]
            if written:
                follows = written[0].continues or written[0].text in ".,;:?!"
                text = source.sentence[written[0].start : written[-1].end]
                pieces.append(text if follows or not pieces else f" {text}")
    return "".join(pieces)


def _uneven_text(clean: Tokens, corrupt: Tokens) -> str:
    uneven = [
        (clean.items[start:end], corrupt.items[other:other_end])
        for tag, start, end, other, other_end in _changes(clean, corrupt)
        if tag != "equal" and end - start != other_end - other
    ]
    ours, theirs = ([*chain.from_iterable(side)] for side in zip(*uneven, strict=True))
    return (
        f"The first sentence has {len(clean)} tokens and the second {len(corrupt)}, so their vectors cannot be "
        f"exchanged. They do not match at {_quoted(ours)} (first) and {_quoted(theirs)} (second). "
        "Use words with as many tokens."
    )


def _changes(clean: Tokens, corrupt: Tokens) -> Sequence[tuple[str, int, int, int, int]]:
    return SequenceMatcher(None, clean.ids, corrupt.ids, autojunk=False).get_opcodes()


def _quoted(tokens: list[Token]) -> str:
    if not tokens:
        return "nothing"
    shown = " ".join(f"“{token.text}”" for token in tokens[:_QUOTED_LIMIT])
    return shown + (" …" if len(tokens) > _QUOTED_LIMIT else "")
