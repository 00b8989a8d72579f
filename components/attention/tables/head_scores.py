"""Tables and findings of head scores. Layers and heads are counted from 1."""

import pandas as pd

from components.attention.model.results import (
    MARGINS,
    STANDARD_ERRORS,
    HeadLabel,
    HeadPattern,
    HeadScores,
    Labels,
    PatternScores,
    head_labels,
)
from components.attention.tables.atlas import Panel, PanelLabel
from components.tables.attention_weights import head_name
from components.tables.numbers import fixed, percent_number, percentage, whole_percentage
from components.tables.phrases import by_count, capitalised, quoted

# What the score of a pattern is compared with, by whether the pattern is grammatical.
_COMPARED = {False: "equal attention", True: "that fixed distance"}
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
        name=[head_name(layer - 1, head - 1) for layer, head in zip(rows["layer"], rows["head"], strict=True)],
        figure=[
            whole_percentage(score) + (" · named" if named else "")
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
    baseline = f"{baseline_name(label.pattern)} {percentage(label.baseline)}"
    return f"{label.pattern} {whole_percentage(label.score)} ({baseline})"


def baseline_name(pattern: HeadPattern) -> str:
    """The name of the baseline of ``pattern``."""
    return "best fixed distance" if pattern.syntax else "equal attention"


def pattern_finding(
    scores: HeadScores, labels: Labels, pattern: HeadPattern, *, model: str, causal: bool = False
) -> str:
    """The head with the highest score for ``pattern``, with its baseline and whether it is enough for the name.

    Args:
        scores: The scores.
        labels: The names of the heads.
        pattern: The pattern shown.
        model: The name of the model.
        causal: Whether tokens attend only to earlier tokens and themselves, so that equal attention does, too.
    """
    scored = scores.of(pattern)
    if scored is None:
        return f"{model} cannot be scored for {quoted(pattern)}: it reads left to right, or has no such token."
    layer, head = divmod(int(scored.score.argmax()), scores.shape[1])
    score = _score_text(scores, scored, layer, head, causal=causal)
    return f"{score}. {_name_text(scored, labels[layer][head], layer, head)}"


def equal_attention_note(scores: HeadScores, pattern: HeadPattern, *, token_count: int, causal: bool) -> str:
    """How many sentences the scores cover, and what equal attention gives each token of the visitor's sentence.

    Args:
        scores: The scores.
        pattern: The pattern shown.
        token_count: Number of tokens in the visitor's sentence, special ones included.
        causal: Whether tokens attend only to earlier tokens: then equal attention differs from token to token.
    """
    covered = f"Scores cover {scores.sentences:,} test sentences, not the one above."
    if pattern.syntax or pattern is HeadPattern.BROAD or causal:
        return covered
    share = percentage(1 / token_count, 1)
    return f"{covered} In the sentence above, of {token_count} tokens, equal attention gives each token {share}."


def label_finding(labels: Labels, *, model: str) -> str:
    """The number of named heads, by name."""
    named = [label.pattern for row in labels for label in row if label]
    total = sum(map(len, labels))
    if not named:
        return f"None of the {total} heads of {model} scores high enough for a name."
    counts = ", ".join(f"{pattern} ({named.count(pattern)})" for pattern in HeadPattern if pattern in named)
    return f"{len(named)} of the {total} heads of {model} have a name: {counts}. {total - len(named)} have none."


def _name_text(scored: PatternScores, label: HeadLabel | None, layer: int, head: int) -> str:
    """Whether the score is enough for the name of the pattern, and what score the name takes."""
    pattern, margin = scored.pattern, MARGINS[scored.pattern]
    score, least = float(scored.score[layer, head]), scored.baseline + margin
    # A decimal where the two would look equal and are not.
    decimals = int(score != least and percentage(score) == percentage(least))
    score_text = percentage(score, decimals) if decimals else whole_percentage(score)
    points = f"{percent_number(abs(margin))} points {'more' if margin > 0 else 'less'} than {_COMPARED[pattern.syntax]}"
    side = "above" if score >= least else "below"
    finding = (
        f"Its {score_text} is {side} the threshold for the name {quoted(pattern)}, which is "
        f"{percentage(least, decimals)} ({points})"
    )
    if score < least:
        return f"{finding}."
    if label is not None and label.pattern is pattern:
        return f"{finding}, so the head gets the name."
    if label is not None and pattern in label.also:
        return f"{finding}, but {_larger_lead_text(scored, label, score)}"
    if scored.weaker_half[layer, head] >= margin:
        return f"{finding}, but the lead is within {STANDARD_ERRORS:g} standard errors, so the head does not get it."
    return f"{finding}, but not in each half of the test sentences, so the head does not get it."


def _larger_lead_text(scored: PatternScores, label: HeadLabel, score: float) -> str:
    """Why a head past the threshold of one pattern is named for another: both leads over their baselines."""
    lead, larger = score - scored.baseline, label.score - label.baseline
    decimals = int(lead != larger and percent_number(abs(lead)) == percent_number(abs(larger)))
    return (
        f"the head gets the name with the largest lead over its baseline. {quoted(label.pattern)} leads by "
        f"{percent_number(larger, decimals)} points ({percentage(label.score, decimals)}, "
        f"{baseline_name(label.pattern)} {percentage(label.baseline, decimals)}), {quoted(scored.pattern)} "
        f"{_lead_phrase(lead, decimals)}."
    )


def _lead_phrase(lead: float, decimals: int) -> str:
    points = f"{percent_number(abs(lead), decimals)} points"
    return f"by {points}" if lead > 0 else f"is {points} below its own"


def _score_text(scores: HeadScores, scored: PatternScores, layer: int, head: int, *, causal: bool) -> str:
    equal = f"equal attention to every {'token so far' if causal else 'token'}"
    name, score = capitalised(head_name(layer, head)), float(scored.score[layer, head])
    if scored.pattern is HeadPattern.BROAD:
        return (
            f"{name} spreads its attention most evenly: {fixed(scores.bits[layer, head], 2)} bits of entropy, "
            f"{percentage(score)} of the {fixed(scores.uniform_bits, 2)} bits of {equal}"
        )
    if scored.offset is not None:
        side = "right" if scored.offset > 0 else "left"
        words = by_count(abs(scored.offset), "word", "words")
        right, always = (whole_percentage(share) for share in (score, scored.baseline))
        return (
            f"{name} finds the right word in {right} of {quoted(scored.pattern)} pairs; always pointing "
            f"{abs(scored.offset)} {words} to the {side} finds {always}"
        )
    return (
        f"{name} puts {whole_percentage(score)} of its attention on {_PLACES[scored.pattern]}; {equal} "
        f"would put {percentage(scored.baseline)} there"
    )
