"""The proof on "bank": a word cannot know what stands to its right unless it may look there.

Two sentences begin alike, and what their shared word means is settled only later: "The bank was so steep …", "The bank
was so old that its money …". Under a causal mask nothing to the right can reach the word, so its vectors in both are
the same number for number after every layer. Under a bidirectional one they part. This is why BERT was trained on
masked words instead of the next one (Devlin et al. 2019, section 1, https://arxiv.org/abs/1810.04805).

The same means the same to the last bit here. Floating-point sums depend on the order in which they are made, and that
depends on the shape of what is multiplied; so the shorter sentence is filled up with padding that the mask hides, and
each is read by itself: every token then meets the same arithmetic in both, and a hidden key adds exactly 0.
"""

from itertools import takewhile

import numpy as np

from components.masks.model.comparison import pad_tokens
from components.masks.model.results import LayerDistances, SharedWord, SharedWordProof
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.attention_mask import AttentionMask, Bidirectional, Causal, Padding, custom_mask
from components.model.inference.forward import trace
from components.model.results import Tokens
from components.model.statistics.cosines import Array, unit_rows
from components.model.tokens.occurrences import find_occurrences
from components.model.user_errors import UserError

# Words that say little by themselves: where nobody chose a word, it is the last one that is none of these.
_LISTED = (
    "a an the this that these those and or but nor so as if because when while until before after than then there "
    "i you he she it we they me him her us them my your his its our their who which what is am are was were be been "
    "being do does did have has had will would can could may might must shall should not no to of in on at by for "
    "from with into over under up down out off too very just only also soon still already"
)
_FUNCTION_WORDS = frozenset(_LISTED.split())


def shared_length(first: Tokens, second: Tokens) -> int:
    """How many tokens two sentences have in common from the beginning on, special tokens included."""
    pairs = zip(first.ids, second.ids, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def shared_words(first: Tokens, second: Tokens) -> tuple[SharedWord, ...]:
    """The words that stand whole in the shared beginning of two sentences; punctuation and masks are none.

    A word that goes on in one of them, as "bank" does in "banks", is left out even if its first piece is shared.
    """
    count = shared_length(first, second)
    starts = [p for p in range(count) if not (first.items[p].special or first.items[p].continues)]
    found: list[SharedWord] = []
    for start in starts:
        end = start + 1
        while any(end < len(tokens) and tokens.items[end].continues for tokens in (first, second)):
            end += 1
        text = first.sentence[first.items[start].start : first.items[min(end, len(first)) - 1].end].strip()
        if end <= count and not first.items[start].typed_mask and any(map(str.isalnum, text)):
            found.append(SharedWord(text, start, end))
    return tuple(found)


def shared_word_proof(
    opened: OpenModel, first: Tokens, second: Tokens, *, word: str | None = None, position: int | None = None
) -> SharedWordProof:
    """How far apart a shared word's vectors are in two sentences, after every layer and under either mask.

    Of a word in several pieces the vector is the mean of theirs.

    Args:
        opened: A model opened to look inside.
        first: A sentence.
        second: One that begins like it.
        word: Which word, as it is written; the last one of that kind in the shared beginning.
        position: Which word, by the position of one of its tokens, from 0; goes before ``word``. With neither it is the
            last word of the beginning that is not a function word, if there is one.

    Raises:
        UserError: The sentences are the same, share no word at the beginning, or not the one asked for.
    """
    if first.ids == second.ids:
        raise UserError("The two sentences are the same. Change something after the word they share.")
    words = shared_words(first, second)
    if not words:
        raise UserError("The two sentences must begin with the same word. Change the beginning of one.")
    chosen = _chosen(words, word, position)
    causal, bidirectional = (_distances(opened, first, second, chosen, mask) for mask in (Causal(), Bidirectional()))
    return SharedWordProof(
        first=first,
        second=second,
        word=chosen,
        words=words,
        shared_length=shared_length(first, second),
        causal=causal,
        bidirectional=bidirectional,
        conditions=opened.conditions,
    )


def _chosen(words: tuple[SharedWord, ...], word: str | None, position: int | None) -> SharedWord:
    if position is not None:
        fitting = [one for one in words if one.start <= position < one.end]
    elif word is not None:
        fitting = [one for one in words if find_occurrences(one.text, (word,)) == ((0, len(one.text)),)]
    else:
        fitting = [one for one in words if one.text.casefold() not in _FUNCTION_WORDS] or list(words)
    if not fitting:
        raise UserError("That word is not in the part that both sentences share. Choose another word.")
    return fitting[-1]


def _distances(
    opened: OpenModel, first: Tokens, second: Tokens, word: SharedWord, mask: AttentionMask
) -> LayerDistances:
    length = max(len(first), len(second))
    one, other = (_vectors(opened, tokens, length, word, mask) for tokens in (first, second))
    apart = unit_rows(one) - unit_rows(other)
    return LayerDistances(
        # 1 - cos of unit vectors is half their squared distance, and so written it is 0 where they are the same.
        cosine=((apart**2).sum(axis=-1) / 2).astype(np.float32),
        euclidean=np.linalg.norm(one - other, axis=-1).astype(np.float32),
    )


def _vectors(opened: OpenModel, tokens: Tokens, length: int, word: SharedWord, mask: AttentionMask) -> Array:
    """The word's vector after every layer. *Shape:* (layer + 1, width)."""
    allowed = mask.allowed(length) & Padding(len(tokens)).allowed(length)
    found = trace(opened, pad_tokens(opened, tokens, length), custom_mask(allowed))
    vectors: Array = found.hidden[:, word.start : word.end].mean(axis=1, dtype=np.float64)
    return vectors
