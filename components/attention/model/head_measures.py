"""What the heads do in one sentence: sums over its tokens and pairs, from attention weights alone.

Follows Clark et al. 2019, "What Does BERT Look At?" (https://arxiv.org/abs/1906.04341), with its conventions stated:

- A token's row counts where the token belongs to the sentence; the rows of [CLS] and [SEP] do not.
- For grammar, attention *to* a word in pieces is the sum over its pieces and attention *from* it their mean. Among the
  other words of the sentence, punctuation included, the most-attended one is the head's guess; the word itself and the
  model's special tokens are left out, as in the paper's code. The guess is read from the row of the word that looks, in
  either direction; the paper's code reads one of the two from the column instead.
- In a model that reads from left to right, tokens and pairs count where what is to be looked at stands before, and
  evenly spread attention is spread over what can be seen.
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
    """Which word each looking word of one sentence attends to most.

    ``looking`` and ``right`` are word indices, one a pair. *Shape:* ``guess`` (layer, head, pair)
    """

    looking: npt.NDArray[np.int64]
    right: npt.NDArray[np.int64]
    guess: npt.NDArray[np.int64]


def word_indices(tokens: Tokens, probe: Probe) -> npt.NDArray[np.int64]:
    """For each token the index of its word, and :data:`NO_WORD` for the model's special tokens. *Shape:* (token,)."""
    places = np.full(len(probe.sentence), NO_WORD)
    after = 0
    for index, word in enumerate(probe.words):
        # With the space before it, which byte-level vocabularies count as the word's, or make a piece of its own.
        places[after : word.end] = index
        after = word.end
    return np.array([NO_WORD if token.special else places[token.end - 1] for token in tokens.items])


def pattern_sums(
    attention: Floats, words: npt.NDArray[np.int64], probe: Probe, *, causal: bool
) -> dict[HeadPattern, SentenceSums]:
    """Every kind but grammar. A kind that no token of the sentence can show is absent.

    Args:
        attention: *Shape:* (layer, head, query, key), rows summing to 1.
        words: As :func:`word_of_token` makes it.
        probe: The sentence.
        causal: Whether tokens see only what stands before them.
    """
    length = len(words)
    place = np.arange(length)
    in_sentence = words != NO_WORD
    inner = np.flatnonzero(in_sentence)
    texts = np.array([probe.words[word].text.casefold() if word >= 0 else "" for word in words])
    marks = np.array([word >= 0 and probe.words[word].punctuation for word in words])
    visible = np.tri(length, dtype=np.bool_) if causal else np.ones((length, length), dtype=np.bool_)
    ahead = place[None] - place[:, None]  # (query, key)
    other = words[None] != words[:, None]
    # Where a model has no start mark (GPT-2), its heads rest on the first token instead: that is the same question.
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
    sums: dict[HeadPattern, SentenceSums] = {}
    for pattern, keys in wanted.items():
        keys = keys & visible
        rows = in_sentence & keys.any(axis=1)
        if rows.any():
            even = (keys.sum(axis=1) / visible.sum(axis=1))[rows]
            share = np.einsum("lhqk,qk->lh", attention[:, :, rows], keys[rows].astype(np.float64))
            sums[pattern] = SentenceSums(share, float(even.sum()), int(rows.sum()))
    return sums


def entropy_sums(attention: Floats, words: npt.NDArray[np.int64], *, causal: bool) -> tuple[SentenceSums, SentenceSums]:
    """Entropy of the sentence's rows as a share of the most there can be, and in bits. Rows of one token do not count.

    Arguments as of :func:`token_sums`.
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
    """Attention between words: summed over the pieces looked at, averaged over those that look.

    Args:
        attention: *Shape:* (layer, head, query, key).
        words: As :func:`word_of_token` makes it.
        count: Of words in the sentence.

    Returns:
        *Shape:* (layer, head, word, word); rows sum to 1 less what goes to the model's special tokens.
    """
    belongs = (words[:, None] == np.arange(count)).astype(np.float64)  # (token, word)
    pieces = np.maximum(belongs.sum(axis=0), 1)
    merged: Float64s = (belongs / pieces).T @ attention @ belongs
    return merged


def relation_guesses(
    attention: Floats, words: npt.NDArray[np.int64], probe: Probe, *, causal: bool
) -> dict[HeadPattern, WordGuesses]:
    """The heads' guesses for every marked pair, in both directions. Arguments as of :func:`token_sums`."""
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
