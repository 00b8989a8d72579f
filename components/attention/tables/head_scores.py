"""The names of heads as a table, as labels of an atlas and in words. Layers and heads are counted from 1."""

import pandas as pd

from components.attention.model.results import HeadPattern, HeadScores, Labels, head_labels
from components.attention.tables.atlas import Panel
from components.tables.attention_weights import head_name
from components.tables.numbers import whole_percentage

# What a head does that is named after a pattern.
_DOES = {
    HeadPattern.PREVIOUS: "looks at the previous word",
    HeadPattern.NEXT: "looks at the next word",
    HeadPattern.ITSELF: "looks at the word itself",
    HeadPattern.START: "looks at the first token (attention sink)",
    HeadPattern.END: "looks at the end token (attention sink)",
    HeadPattern.PUNCTUATION: "looks at punctuation",
    HeadPattern.SAME_WORD: "looks at the same word elsewhere",
    HeadPattern.BROAD: "looks at all tokens about equally",
    HeadPattern.DETERMINER_NOUN: "looks from a determiner to its noun",
    HeadPattern.NOUN_DETERMINER: "looks from a noun to its determiner",
    HeadPattern.VERB_OBJECT: "looks from a verb to its object",
    HeadPattern.OBJECT_VERB: "looks from an object to its verb",
    HeadPattern.POSSESSOR_POSSESSED: "looks from an owner to what is owned",
    HeadPattern.POSSESSED_POSSESSOR: "looks from what is owned to its owner",
    HeadPattern.SUBJECT_VERB: "looks from a subject to its verb",
    HeadPattern.VERB_SUBJECT: "looks from a verb to its subject",
}


def label_table(labels: Labels) -> pd.DataFrame:
    """One row per named head: ``head``, ``does``, ``score`` and its ``baseline`` in percent, and what it ``also`` does.

    The score is a share of attention; for grammar, of pairs whose most-attended word is the right one.
    """
    rows = [
        (
            head_name(layer, head),
            _DOES[label.pattern],
            whole_percentage(label.score),
            whole_percentage(label.baseline),
            "; ".join(_DOES[pattern] for pattern in label.also),
        )
        for layer, row in enumerate(labels)
        for head, label in enumerate(row)
        if label is not None
    ]
    return pd.DataFrame(rows, columns=["head", "does", "score", "baseline", "also"])


def panel_labels(scores: HeadScores) -> dict[Panel, str]:
    """What each named head does."""
    return {
        (layer, head): _DOES[label.pattern]
        for layer, row in enumerate(head_labels(scores))
        for head, label in enumerate(row)
        if label is not None
    }


def label_finding(labels: Labels, *, model: str) -> str:
    """The number of named heads, and of those that do the same."""
    named = [label.pattern for row in labels for label in row if label]
    total = sum(map(len, labels))
    if not named:
        return f"None of the {total} heads of {model} does one thing in most sentences."
    counts = "; ".join(f"{_DOES[pattern]} ({named.count(pattern)})" for pattern in HeadPattern if pattern in named)
    return f"{len(named)} of the {total} heads of {model} do one thing in most sentences: {counts}."
