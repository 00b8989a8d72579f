"""Tables and findings of head scores. Layers and heads are counted from 1."""

import pandas as pd

from components.attention.model.results import (
    MARGINS,
    HeadLabel,
    HeadPattern,
    HeadScores,
    Labels,
    PatternScores,
    head_labels,
)
from components.attention.tables.atlas import Panel, PanelLabel
from components.tables.numbers import percentage
from components.tables.phrases import by_count

# The key of each pattern, to end "puts … of its attention on".
_PLACES = {
    HeadPattern.PREVIOUS: "the previous token",
    HeadPattern.NEXT: "the next token",
    HeadPattern.ITSELF: "the token itself",
    HeadPattern.START: "the first token",
    HeadPattern.END: "the end token",
    HeadPattern.PUNCTUATION: "punctuation",
    HeadPattern.SAME_WORD: "other copies of the same word",
}


def head_score_table(scores: HeadScores, labels: Labels) -> pd.DataFrame:
    """One row per head and pattern.

    Columns: ``layer`` and ``head`` from 1; ``kind``; ``score``, ``baseline`` and ``above``, their difference, with its
    standard ``error``; ``margin``, the limit of ``above`` for a name; ``label``, the head's name or ""; ``named``,
    whether the head is named for this pattern.
    """
    layers, heads = scores.shape
    rows = []
    for scored in scores.patterns:
        for layer in range(layers):
            for head in range(heads):
                label, score = labels[layer][head], float(scored.score[layer, head])
                rows.append(
                    {
                        "layer": layer + 1,
                        "head": head + 1,
                        "kind": scored.pattern.value,
                        "score": score,
                        "baseline": scored.baseline,
                        "above": score - scored.baseline,
                        "error": float(scored.error[layer, head]),
                        "margin": MARGINS[scored.pattern],
                        "label": label.pattern.value if label else "",
                        "named": label is not None and label.pattern is scored.pattern,
                    }
                )
    return pd.DataFrame(rows)


def heads_by_score(table: pd.DataFrame, pattern: HeadPattern) -> pd.DataFrame:
    """The rows of one pattern, the highest score first, with columns ``row`` from 1, ``name`` and ``figure``."""
    rows = table[table["kind"] == pattern.value].sort_values("score", ascending=False, kind="stable", ignore_index=True)
    return rows.assign(
        row=range(1, len(rows) + 1),
        name=[f"layer {row.layer}, head {row.head}" for row in rows.itertuples()],
        figure=[
            percentage(score) + (" · named" if named else "")
            for score, named in zip(rows["score"], rows["named"], strict=True)
        ],
    )


def label_table(labels: Labels) -> pd.DataFrame:
    """One row per head: ``layer`` and ``head`` from 1; ``label``, with both numbers; ``also``, other patterns."""
    return pd.DataFrame(
        [
            {
                "layer": layer,
                "head": head,
                "label": label_text(label),
                "also": ", ".join(label.also) if label else "",
            }
            for layer, row in enumerate(labels, start=1)
            for head, label in enumerate(row, start=1)
        ]
    )


def panel_labels(scores: HeadScores) -> dict[Panel, PanelLabel]:
    """The labels of named heads, ordered by how far they are above their baselines."""
    return {
        (layer, head): PanelLabel(label_text(label), label.score - label.baseline)
        for layer, row in enumerate(head_labels(scores))
        for head, label in enumerate(row)
        if label is not None
    }


def label_text(label: HeadLabel | None) -> str:
    """A head's name with its score and the baseline."""
    if label is None:
        return "no name"
    return f"{label.pattern} {percentage(label.score)} ({baseline_name(label.pattern)} {percentage(label.baseline)})"


def baseline_name(pattern: HeadPattern) -> str:
    """The name of the baseline of ``pattern``."""
    return "fixed distance" if pattern.syntax else "uniform"


def pattern_finding(scores: HeadScores, labels: Labels, pattern: HeadPattern, *, model: str) -> str:
    """The head with the highest score for ``pattern``, with the score and its baseline."""
    scored = scores.of(pattern)
    if scored is None:
        return f"{model} cannot be scored for “{pattern}”: it reads left to right, or has no such token."
    layer, head = divmod(int(scored.score.argmax()), scores.shape[1])
    finding = _score_text(scores, scored, layer, head)
    label = labels[layer][head]
    if label is not None and label.pattern is pattern is HeadPattern.BROAD:
        return f"{finding}. That is close enough to uniform, so the head gets the name."
    if label is not None and label.pattern is pattern:
        return f"{finding}. It clears the threshold, so the head gets the name."
    if label is not None and pattern in label.also:
        return f"{finding}. It clears the threshold, but “{label.pattern}” fits the head better."
    return f"{finding}. That is below the threshold for a name."


def label_finding(labels: Labels, *, model: str) -> str:
    """The number of named heads, by name."""
    named = [label.pattern for row in labels for label in row if label]
    total = sum(map(len, labels))
    if not named:
        return f"None of the {total} heads of {model} clears a threshold, so none has a name."
    counts = ", ".join(f"{pattern} ({named.count(pattern)})" for pattern in HeadPattern if pattern in named)
    return f"{len(named)} of the {total} heads of {model} have a name: {counts}. {total - len(named)} have none."


def _score_text(scores: HeadScores, scored: PatternScores, layer: int, head: int) -> str:
    name, score = f"Head {head + 1} of layer {layer + 1}", float(scored.score[layer, head])
    if scored.pattern is HeadPattern.BROAD:
        return (
            f"{name} spreads its attention most evenly: {scores.bits[layer, head]:.2f} bits of entropy, "
            f"{percentage(score)} of the {scores.uniform_bits:.2f} bits of uniform attention"
        )
    if scored.offset is not None:
        side = "right" if scored.offset > 0 else "left"
        words = by_count(abs(scored.offset), "word", "words")
        right, always = (percentage(share) for share in (score, scored.baseline))
        return (
            f"{name} finds the right word in {right} of “{scored.pattern}” pairs; always pointing "
            f"{abs(scored.offset)} {words} to the {side} finds {always}"
        )
    return (
        f"{name} puts {percentage(score)} of its attention on {_PLACES[scored.pattern]}; uniform attention would put "
        f"{percentage(scored.baseline)} there"
    )
