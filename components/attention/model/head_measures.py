"""Measures of every head in one sentence: sums over its tokens and word pairs, from attention weights alone.

Follows Clark et al. 2019, "What Does BERT Look At?" (https://arxiv.org/abs/1906.04341), with its conventions stated:

- The rows of the sentence's own tokens count; those of [CLS] and [SEP] do not.
- For grammar, attention *to* a word of several tokens is the sum over its tokens, and attention *from* it the mean. The
  head's guess is the most-attended other word of the sentence, punctuation included; the word itself and special tokens
  are left out, as in the paper's code. The guess is read from the row of the query word in both directions; the paper's
  code reads one of the two from the column instead.
- In a causal model, tokens and pairs count if the key stands before the query, and uniform attention is uniform over
  the visible tokens.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.attention.model.head_probes import Probe
from components.attention.model.results import DIRECTIONS, Float64s, HeadPattern
from components.model.results import Floats, Tokens

Flags = npt.NDArray[np.bool_]
NO_WORD = -1


@dataclass(frozen=True)
class SentenceSums:
    """Sums over the tokens of one sentence. *Shape:* ``score`` (layer, head)."""

    score: Float64s
    baseline: float
    count: int


@dataclass(frozen=True)
class WordGuesses:
    """The word that each query word of one sentence attends to most.

    ``looking`` (the query words) and ``right`` (the correct words) are word indices, one per pair.

    *Shape:* ``guess`` (layer, head, pair)
    """

    looking: npt.NDArray[np.int64]
    right: npt.NDArray[np.int64]
    guess: npt.NDArray[np.int64]


def word_indices(tokens: Tokens, probe: Probe) -> npt.NDArray[np.int64]:
    """The word index of every token, :data:`NO_WORD` for special tokens. *Shape:* (token,)."""
    places = np.full(len(probe.sentence), NO_WORD)
    after = 0
    for index, word in enumerate(probe.words):
        # With the space before it, which byte-level vocabularies count as the word's, or make a piece of its own.
        places[after : word.end] = index
        after = word.end
    return np.array([NO_WORD if token.special else places[token.end - 1] for token in tokens.items])


def pattern_keys(words: npt.NDArray[np.int64], probe: Probe, *, causal: bool) -> dict[HeadPattern, Flags]:
    """The keys that each pattern except grammar wants for every query: none for the rows of special tokens.

    Args:
        words: From :func:`word_indices`.
        probe: The sentence.
        causal: Whether tokens attend only to earlier tokens.

    Returns:
        *Shape:* (query, key).
    """
    length = len(words)
    place = np.arange(length)
    in_sentence = words != NO_WORD
    inner = np.flatnonzero(in_sentence)
    texts = np.array([probe.words[word].text.casefold() if word >= 0 else "" for word in words])
    marks = np.array([word >= 0 and probe.words[word].punctuation for word in words])
    ahead = place[None] - place[:, None]  # (query, key)
    other = words[None] != words[:, None]
    # Without a start token (GPT-2), heads attend to the first token instead, so both count as one pattern.
    start = np.broadcast_to(place == 0, (length, length)) & (ahead != 0)
    wanted: dict[HeadPattern, Flags] = {
        HeadPattern.PREVIOUS: ahead == -1,
        HeadPattern.NEXT: ahead == 1,
        HeadPattern.ITSELF: ahead == 0,
        HeadPattern.START: start,
        HeadPattern.END: np.broadcast_to(place > inner[-1], (length, length)),
        HeadPattern.PUNCTUATION: np.broadcast_to(marks, (length, length)),
        HeadPattern.SAME_WORD: (texts[None] == texts[:, None]) & other & (in_sentence & ~marks)[:, None],
    }
    counted = _visible_keys(length, causal=causal) & in_sentence[:, None]
    return {pattern: keys & counted for pattern, keys in wanted.items()}


def _visible_keys(length: int, *, causal: bool) -> Flags:
    """*Shape:* (query, key)."""
    return np.tri(length, dtype=np.bool_) if causal else np.ones((length, length), dtype=np.bool_)


def pattern_sums(
    attention: Floats, words: npt.NDArray[np.int64], probe: Probe, *, causal: bool
) -> dict[HeadPattern, SentenceSums]:
    """The sums for every pattern except grammar. Patterns that no token of the sentence can show are absent.

    Args:
        attention: *Shape:* (layer, head, query, key), rows summing to 1.
        words: From :func:`word_indices`.
        probe: The sentence.
        causal: Whether tokens attend only to earlier tokens.
    """
    visible = _visible_keys(len(words), causal=causal)
    sums: dict[HeadPattern, SentenceSums] = {}
    for pattern, keys in pattern_keys(words, probe, causal=causal).items():
        rows = keys.any(axis=1)
        if rows.any():
            even = (keys.sum(axis=1) / visible.sum(axis=1))[rows]
            share = np.einsum("lhqk,qk->lh", attention[:, :, rows], keys[rows].astype(np.float64))
            sums[pattern] = SentenceSums(share, float(even.sum()), int(rows.sum()))
    return sums


def entropy_sums(attention: Floats, words: npt.NDArray[np.int64], *, causal: bool) -> tuple[SentenceSums, SentenceSums]:
    """The entropy of the sentence's rows, relative to uniform attention and in bits. Rows with one key do not count.

    Arguments as in :func:`pattern_sums`.
    """
    length = len(words)
    visible = np.arange(1, length + 1) if causal else np.full(length, length)
    rows = (words != NO_WORD) & (visible > 1)
    weights = attention[:, :, rows].astype(np.float64)
    bits = -(weights * np.log2(np.where(weights > 0, weights, 1.0))).sum(axis=-1)  # (layer, head, row)
    uniform = np.log2(visible[rows])
    count = int(rows.sum())
    return SentenceSums((bits / uniform).sum(axis=-1), float(count), count), SentenceSums(
        bits.sum(axis=-1), float(uniform.sum()), count
    )


def word_attention(attention: Floats, words: npt.NDArray[np.int64], count: int) -> Float64s:
    """Attention between words: summed over the tokens of the key word, averaged over those of the query word.

    Args:
        attention: *Shape:* (layer, head, query, key).
        words: From :func:`word_indices`.
        count: Number of words in the sentence.

    Returns:
        *Shape:* (layer, head, word, word); rows sum to 1 minus the attention to special tokens.
    """
    belongs = (words[:, None] == np.arange(count)).astype(np.float64)  # (token, word)
    pieces = np.maximum(belongs.sum(axis=0), 1)
    merged: Float64s = (belongs / pieces).T @ attention @ belongs
    return merged


def relation_guesses(
    attention: Floats, words: npt.NDArray[np.int64], probe: Probe, *, causal: bool
) -> dict[HeadPattern, WordGuesses]:
    """The heads' guesses for every annotated pair, in both directions. Arguments as in :func:`pattern_sums`."""
    between = word_attention(attention, words, len(probe.words))
    place = np.arange(len(probe.words))
    between[:, :, place, place] = -1.0
    most_attended = between.argmax(axis=-1)  # (layer, head, word)
    has_pieces = np.isin(place, words)
    guesses: dict[HeadPattern, WordGuesses] = {}
    for pattern, (relation, turned) in DIRECTIONS.items():
        ends = [(right, left) if turned else (left, right) for left, right in probe.pairs[relation]]
        scorable = [
            (looking, right)
            for looking, right in ends
            if has_pieces[looking] and has_pieces[right] and (right < looking or not causal)
        ]
        looking, right = np.array(scorable, dtype=np.int64).reshape(-1, 2).T
        guesses[pattern] = WordGuesses(looking, right, most_attended[:, :, looking])
    return guesses
