"""Head scores: the attention of every head, measured over a probe set and compared with a baseline.

Every head is scored over hundreds of sentences, after Clark et al. 2019, "What Does BERT Look At?"
(https://arxiv.org/abs/1906.04341): shares of attention against uniform attention, and grammatical relations against the
best fixed offset ("always the next word but one"). :mod:`components.attention.model.head_measures` states the
conventions.
"""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from components.attention.model.head_measures import (
    SentenceSums,
    WordGuesses,
    entropy_sums,
    pattern_sums,
    relation_guesses,
    word_indices,
)
from components.attention.model.head_probes import Probe
from components.attention.model.results import Float64s, HeadPattern, HeadScores, PatternScores
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import Role
from components.model.inference.forward import trace
from components.model.results import Conditions, Floats, Tokens

BLOCK = 23  # sentences; all sentences of one template fall into the same half (training/head_sentences.py)
FEWEST_PAIRS = 30  # fewer are not scored: a causal model may have only a handful


def head_scores(opened: OpenModel, probes: Sequence[Probe]) -> HeadScores:
    """The scores of every head of a model.

    Args:
        opened: A model opened to look inside.
        probes: The sentences.

    Raises:
        ValueError: The model was opened to predict, or there are fewer than two sentences.
        TooLong: A sentence does not fit the model.
    """
    tally = HeadTally(causal=opened.record.role is Role.CAUSAL)
    for probe in probes:
        tokens = opened.tokenizer.tokens(probe.sentence)
        tally.add(trace(opened, tokens).attention, tokens, probe)
    return tally.scores(opened.conditions)


class HeadTally:
    """Accumulates sentences (:meth:`add`) and computes the scores over all of them."""

    def __init__(self, *, causal: bool) -> None:
        self._causal, self._sentences = causal, 0
        self._sums: dict[HeadPattern, list[SentenceSums]] = {}
        self._bits: list[SentenceSums] = []
        self._guesses: dict[HeadPattern, list[WordGuesses]] = {}

    def add(self, attention: Floats, tokens: Tokens, probe: Probe) -> None:
        """Add one sentence. ``attention`` has the *shape* (layer, head, query, key)."""
        words = word_indices(tokens, probe)
        sums = pattern_sums(attention, words, probe, causal=self._causal)
        sums[HeadPattern.BROAD], bits = entropy_sums(attention, words, causal=self._causal)
        self._bits.append(bits)
        for pattern, of_sentence in sums.items():
            self._sums.setdefault(pattern, []).append(of_sentence)
        for pattern, pairs in relation_guesses(attention, words, probe, causal=self._causal).items():
            self._guesses.setdefault(pattern, []).append(pairs)
        self._sentences += 1

    def scores(self, conditions: Conditions) -> HeadScores:
        """The scores over all sentences counted.

        Raises:
            ValueError: There are fewer than two sentences, so that the error cannot be estimated.
        """
        if self._sentences < 2:
            raise ValueError("head scores need at least two sentences")
        count = sum(sums.count for sums in self._bits)
        scored = [
            _pattern_scores(pattern, self._sums[pattern], *halves(self._sums[pattern]))
            for pattern in HeadPattern
            if pattern in self._sums
        ]
        for pattern, pairs in self._guesses.items():
            if sum(len(guesses.right) for guesses in pairs) >= FEWEST_PAIRS:
                first_half, second_half = (_sums_against_offset(half) for half in halves(pairs))
                scored.append(
                    _pattern_scores(
                        pattern, _sums_against_offset(pairs), first_half, second_half, offset=best_offset(pairs)
                    )
                )
        return HeadScores(
            patterns=tuple(scored),
            bits=_read_only(np.sum([sums.score for sums in self._bits], axis=0) / count),
            uniform_bits=sum(sums.baseline for sums in self._bits) / count,
            sentences=self._sentences,
            conditions=conditions,
        )


T = TypeVar("T")


def halves(sentences: Sequence[T]) -> tuple[list[T], list[T]]:
    """Split the sentences into two halves. Blocks of :data:`BLOCK` neighbours stay together."""
    block = min(BLOCK, max(1, len(sentences) // 2))
    parts: tuple[list[T], list[T]] = ([], [])
    for number, sentence in enumerate(sentences):
        parts[number // block % 2].append(sentence)
    return parts


def best_offset(pairs: Sequence[WordGuesses]) -> int:
    """The most frequent distance, in words to the right, from a query word to its partner; the smallest of equals."""
    apart = np.concatenate([guesses.right - guesses.looking for guesses in pairs])
    if not len(apart):
        return 0
    offsets, counts = np.unique(apart, return_counts=True)
    return int(min(offsets[counts == counts.max()], key=abs))


def _correct_sums(guesses: WordGuesses, offset: int) -> SentenceSums:
    """The number of correct guesses in a sentence, with that of the fixed offset as the baseline."""
    return SentenceSums(
        score=(guesses.guess == guesses.right).sum(axis=-1).astype(np.float64),
        baseline=float((guesses.right - guesses.looking == offset).sum()),
        count=len(guesses.right),
    )


def _sums_against_offset(pairs: Sequence[WordGuesses]) -> list[SentenceSums]:
    """Correct guesses per sentence, against the fixed offset that is correct most often."""
    offset = best_offset(pairs)
    return [_correct_sums(guesses, offset) for guesses in pairs]


def _mean_margin(sentences: Sequence[SentenceSums]) -> Float64s:
    """Mean score minus mean baseline; NaN if nothing was counted. *Shape:* (layer, head)."""
    total = sum(sums.count for sums in sentences)
    above = np.sum([sums.score - sums.baseline for sums in sentences], axis=0)
    mean: Float64s = above / total if total else np.full_like(above, np.nan)
    return mean


def _pattern_scores(
    pattern: HeadPattern,
    sentences: Sequence[SentenceSums],
    first_half: Sequence[SentenceSums],
    second_half: Sequence[SentenceSums],
    *,
    offset: int | None = None,
) -> PatternScores:
    """Means over all tokens or pairs, and the standard error of score minus baseline.

    Tokens of one sentence are correlated, so this is the error of a ratio of two sums over sentences.
    """
    scores = np.stack([sums.score for sums in sentences])  # (sentence, layer, head)
    baselines, counts = np.array([(sums.baseline, sums.count) for sums in sentences]).T
    total, number = counts.sum(), len(sentences)
    above = scores - baselines[:, None, None]
    apart = above - counts[:, None, None] * (above.sum(axis=0) / total)
    error = np.sqrt((apart**2).sum(axis=0) * number / max(number - 1, 1)) / total
    return PatternScores(
        pattern=pattern,
        score=_read_only(scores.sum(axis=0) / total),
        error=_read_only(error),
        weaker_half=_read_only(np.minimum(_mean_margin(first_half), _mean_margin(second_half))),
        baseline=float(baselines.sum() / total),
        count=int(total),
        offset=offset,
    )


def _read_only(values: Float64s) -> Float64s:
    """As a read-only float64 array, since visitors share it."""
    values = np.asarray(values, dtype=np.float64)
    values.flags.writeable = False
    return values
