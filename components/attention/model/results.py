"""Results of the attention room."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from components.attention.model.head_probes import Relation
from components.model.blanks.results import PairWord
from components.model.results import Conditions, Floats, HeadIndex, MaskPrediction, Tokens

Pairs = tuple[tuple[int, int], ...]  # positions that belong together: in the first sentence, in the second


@dataclass(frozen=True)
class SegmentShares:
    """The shares of attention that the words of two sentences send to each other, averaged over each sentence's words.

    ``between`` is the share from one sentence's words to the other's or its own; ``to_special`` is the share to special
    tokens such as [CLS] and [SEP]. The shares of a sentence sum to 1.

    *Shape:* ``between`` (layer, head, from sentence, to sentence), ``to_special`` (layer, head, from sentence)
    """

    between: Floats
    to_special: Floats


@dataclass(frozen=True)
class HeadChange:
    """How much a head's row for one word differs between two sentences.

    ``distance`` is the total variation distance of the two rows: 0 if they are equal, 1 if they share nothing. Their
    tokens are matched by the alignment of the sentences or by their distance from the word, whichever makes the rows
    differ less.
    """

    layer: int
    head: int
    distance: float


@dataclass(frozen=True)
class BlankPrediction:
    """What a model predicts at a blank, with the log-probability (in nats) and the rank of one word there."""

    prediction: MaskPrediction
    log_probability: float
    rank: int


@dataclass(frozen=True)
class HeadAblation:
    """A blank predicted with all heads (``full``), and with those in ``off`` switched off (``ablated``).

    ``answer`` is the token whose probability and rank both predictions give. ``words`` are the answer and the likeliest
    tokens of both; ``first`` is with all heads.
    """

    tokens: Tokens
    blank: int
    off: frozenset[HeadIndex]
    answer: PairWord
    full: BlankPrediction
    ablated: BlankPrediction
    words: tuple[PairWord, ...]
    conditions: Conditions


@dataclass(frozen=True)
class HeadImportance:
    """What an answer loses when one head is switched off.

    ``probability`` is the probability without the head; ``bits`` is the fall of its binary logarithm, negative if the
    answer gains.
    """

    layer: int
    head: int
    probability: float
    bits: float


Float64s = npt.NDArray[np.float64]


class HeadPattern(StrEnum):
    """A pattern of attention that a head may follow. In grammatical ones the first word attends to the second."""

    PREVIOUS = "previous word"
    NEXT = "next word"
    ITSELF = "itself"
    START = "first token"
    END = "end token"
    PUNCTUATION = "punctuation"
    SAME_WORD = "same word elsewhere"
    BROAD = "broad"
    DETERMINER_NOUN = "determiner → noun"
    NOUN_DETERMINER = "noun → determiner"
    VERB_OBJECT = "verb → object"
    OBJECT_VERB = "object → verb"
    POSSESSOR_POSSESSED = "possessor → possessed"
    POSSESSED_POSSESSOR = "possessed → possessor"
    SUBJECT_VERB = "subject → verb"
    VERB_SUBJECT = "verb → subject"

    @property
    def syntax(self) -> bool:
        """Whether it is a grammatical relation, scored by how often the most-attended word is the right one."""
        return self in DIRECTIONS


# The relation, and whether the word on the right of the probe's ">" is the query.
DIRECTIONS: Mapping[HeadPattern, tuple[Relation, bool]] = MappingProxyType(
    {
        HeadPattern.DETERMINER_NOUN: (Relation.DETERMINER, False),
        HeadPattern.NOUN_DETERMINER: (Relation.DETERMINER, True),
        HeadPattern.VERB_OBJECT: (Relation.OBJECT, False),
        HeadPattern.OBJECT_VERB: (Relation.OBJECT, True),
        HeadPattern.POSSESSOR_POSSESSED: (Relation.POSSESSIVE, False),
        HeadPattern.POSSESSED_POSSESSOR: (Relation.POSSESSIVE, True),
        HeadPattern.SUBJECT_VERB: (Relation.SUBJECT, False),
        HeadPattern.VERB_SUBJECT: (Relation.SUBJECT, True),
    }
)

# Shares of attention: evenly spread attention gives one token of these sentences less than a tenth, so 0.4 above it is
# about half of all attention: a name says what a head mostly does. Grammar: ten more pairs right in a hundred than by
# always pointing the same number of words away. Broad: evenly spread attention is the most there can be, so what counts
# is to come within a tenth of its entropy; any other name goes before it.
SHARE_MARGIN, SYNTAX_MARGIN, BROAD_MARGIN = 0.4, 0.1, -0.1
MARGINS: Mapping[HeadPattern, float] = MappingProxyType(
    {
        kind: BROAD_MARGIN if kind is HeadPattern.BROAD else SYNTAX_MARGIN if kind.syntax else SHARE_MARGIN
        for kind in HeadPattern
    }
)
STANDARD_ERRORS = 3.0  # a model of 144 heads is asked some 2,000 questions: two errors would name dozens by chance


@dataclass(frozen=True, eq=False)
class PatternScores:
    """The scores of every head for one pattern.

    ``score`` is a mean share of attention; for grammar, the share of pairs whose most-attended word is right; for
    :attr:`HeadPattern.BROAD`, the mean entropy of a row as a share of the maximum. ``baseline`` is the score of uniform
    attention; for grammar, the score of the best fixed ``offset`` in words, fitted on the same pairs. ``error`` is the
    standard error of score minus baseline, over sentences. ``weaker_half`` is the smaller score minus baseline of the
    two halves of the sentences, with the offset fitted on that half; NaN if a half has no case. ``count`` is the number
    of tokens, or of pairs.

    *Shape:* ``score``, ``error`` and ``weaker_half`` (layer, head)
    """

    pattern: HeadPattern
    score: Float64s
    error: Float64s
    weaker_half: Float64s
    baseline: float
    count: int
    offset: int | None = None


@dataclass(frozen=True, eq=False)
class HeadScores:
    """All scores of a model's heads. Patterns that the model cannot show are absent, as "next word" for GPT-2.

    ``bits`` is the mean entropy of a row, and ``uniform_bits`` that of uniform attention.

    *Shape:* ``bits`` (layer, head)
    """

    patterns: tuple[PatternScores, ...]
    bits: Float64s
    uniform_bits: float
    sentences: int
    conditions: Conditions

    @property
    def shape(self) -> tuple[int, int]:
        """Layers, and heads a layer."""
        layers, heads = self.bits.shape
        return layers, heads

    def of(self, pattern: HeadPattern) -> PatternScores | None:
        """The scores for ``pattern``; None if the model cannot show it."""
        return next((scores for scores in self.patterns if scores.pattern is pattern), None)


@dataclass(frozen=True)
class HeadLabel:
    """The pattern that a head is named after, its score and baseline; ``also`` are other patterns past their margin."""

    pattern: HeadPattern
    score: float
    baseline: float
    also: tuple[HeadPattern, ...] = ()


Labels = tuple[tuple[HeadLabel | None, ...], ...]  # [layer][head]


def head_labels(scores: HeadScores) -> Labels:
    """For every head the pattern furthest above its baseline, among those that pass their margin; or None.

    The margin is passed over all sentences and over each half of them. What is passed is also passed by
    :data:`STANDARD_ERRORS`, but for :attr:`Kind.BROAD`, which can only be reached.
    """
    layers, heads = scores.shape
    return tuple(tuple(_label(scores, layer, head) for head in range(heads)) for layer in range(layers))


def _label(scores: HeadScores, layer: int, head: int) -> HeadLabel | None:
    past: list[tuple[float, HeadLabel]] = []
    for scored in scores.patterns:
        score, error = float(scored.score[layer, head]), float(scored.error[layer, head])
        above = score - scored.baseline
        sure = scored.pattern is HeadPattern.BROAD or above >= STANDARD_ERRORS * error
        margin = MARGINS[scored.pattern]
        if sure and above >= margin and scored.weaker_half[layer, head] >= margin:
            past.append((above, HeadLabel(scored.pattern, score, scored.baseline)))
    past.sort(key=lambda item: -item[0])
    if not past:
        return None
    first = past[0][1]
    return HeadLabel(first.pattern, first.score, first.baseline, tuple(label.pattern for _, label in past[1:]))
