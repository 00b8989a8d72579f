"""The proof on "bank": a word's vector depends on the text to its right only if the mask lets it attend there.

Two sentences have the same beginning, and the meaning of a word in it is decided only later: "The bank was so steep …",
"The bank was so old that its money …". Under a causal mask nothing on the right reaches the word, so its vectors in
both sentences are equal after every layer. Without a mask they differ. This is why BERT was trained on masked words
instead of the next word (Devlin et al. 2019, section 1, https://arxiv.org/abs/1810.04805).

The vectors are equal to the last bit. Floating-point sums depend on the order of summation, which depends on the shape
of the operands; so the shorter sentence is padded, the mask hides the padding, and each sentence is a batch of its own:
every token then goes through the same arithmetic in both, and a hidden key adds exactly 0.
"""

from itertools import takewhile

import numpy as np

from components.masks.model.comparison import pad_tokens
from components.masks.model.results import SharedWord, SharedWordProof
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.attention_mask import AttentionMask, Bidirectional, Causal, Padding, custom_mask
from components.model.inference.forward import trace
from components.model.results import Floats, Tokens
from components.model.statistics.cosines import Array, unit_rows
from components.model.tokens.occurrences import find_occurrences
from components.model.user_errors import UserError

# The default is the last word of the shared beginning that is not a function word.
_FUNCTION_WORD_LIST = (
    "a an the this that these those and or but nor so as if because when while until before after than then there "
    "i you he she it we they me him her us them my your his its our their who which what is am are was were be been "
    "being do does did have has had will would can could may might must shall should not no to of in on at by for "
    "from with into over under up down out off too very just only also soon still already"
)
_FUNCTION_WORDS = frozenset(_FUNCTION_WORD_LIST.split())


def shared_length(first: Tokens, second: Tokens) -> int:
    """How many tokens the shared beginning of two sentences has, special tokens included."""
    pairs = zip(first.ids, second.ids, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def shared_words(first: Tokens, second: Tokens) -> tuple[SharedWord, ...]:
    """The whole words in the shared beginning of two sentences, without punctuation and masks.

    A word that is longer in one sentence ("bank", "banks") is left out even if its first token is shared.
    """
    count = shared_length(first, second)
    starts = [p for p in range(count) if not (first.items[p].special or first.items[p].continues)]
    words: list[SharedWord] = []
    for start in starts:
        end = start + 1
        while any(end < len(tokens) and tokens.items[end].continues for tokens in (first, second)):
            end += 1
        text = first.sentence[first.items[start].start : first.items[min(end, len(first)) - 1].end].strip()
        if end <= count and not first.items[start].typed_mask and any(map(str.isalnum, text)):
            words.append(SharedWord(text, start, end))
    return tuple(words)


def shared_word_proof(
    opened: OpenModel, first: Tokens, second: Tokens, *, word: str | None = None, position: int | None = None
) -> SharedWordProof:
    """How far apart a shared word's vectors are in two sentences, after every layer and under either mask.

    The vector of a word of several tokens is their mean.

    Args:
        opened: A model opened with ``Purpose.INSPECT``.
        first: A sentence.
        second: A sentence with the same beginning.
        word: The word to compare, in any case; its last occurrence in the shared beginning.
        position: The position of one of the word's tokens, from 0; takes precedence over ``word``. Without either, the
            last word of the beginning that is not a function word, or else its last word.

    Raises:
        UserError: The sentences are the same, share no word at the beginning, or do not share the requested word.
    """
    if first.ids == second.ids:
        raise UserError("The two sentences are the same. Change something after the word they share.")
    words = shared_words(first, second)
    if not words:
        raise UserError("The two sentences must begin with the same word. Change the beginning of one.")
    chosen = _choose_word(words, word, position)
    causal, bidirectional = (
        _layer_distances(opened, first, second, chosen, mask) for mask in (Causal(), Bidirectional())
    )
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


def _choose_word(words: tuple[SharedWord, ...], word: str | None, position: int | None) -> SharedWord:
    if position is not None:
        matches = [candidate for candidate in words if candidate.start <= position < candidate.end]
    elif word is not None:
        matches = [
            candidate for candidate in words if find_occurrences(candidate.text, (word,)) == ((0, len(candidate.text)),)
        ]
    else:
        matches = [candidate for candidate in words if candidate.text.casefold() not in _FUNCTION_WORDS] or list(words)
    if not matches:
        raise UserError("That word is not in the part that both sentences share. Choose another word.")
    return matches[-1]


def _layer_distances(opened: OpenModel, first: Tokens, second: Tokens, word: SharedWord, mask: AttentionMask) -> Floats:
    length = max(len(first), len(second))
    first_vectors, second_vectors = (_word_vectors(opened, tokens, length, word, mask) for tokens in (first, second))
    difference = unit_rows(first_vectors) - unit_rows(second_vectors)
    # 1 - cos of unit vectors is half their squared distance; in this form it is exactly 0 for equal vectors.
    distances: Floats = ((difference**2).sum(axis=-1) / 2).astype(np.float32)
    return distances


def _word_vectors(opened: OpenModel, tokens: Tokens, length: int, word: SharedWord, mask: AttentionMask) -> Array:
    """The word's vector after every layer. *Shape:* (layer + 1, width)."""
    allowed = mask.allowed(length) & Padding(len(tokens)).allowed(length)
    padded_trace = trace(opened, pad_tokens(opened, tokens, length), custom_mask(allowed))
    vectors: Array = padded_trace.hidden[:, word.start : word.end].mean(axis=1, dtype=np.float64)
    return vectors
