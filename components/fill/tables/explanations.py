"""Explanations of one answer side by side: table, agreement, and what the scores of integrated gradients sum to."""

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

import pandas as pd

from components.fill.model.results import Attribution, Explanation, IntegratedGradients, PathBaseline
from components.model.blanks.results import Occlusion
from components.model.results import Tokens
from components.tables.attention_weights import quote_token
from components.tables.numbers import bits_text, fixed, nats_to_bits, percentage
from components.tables.phrases import by_count, capitalised, list_phrase, quoted, word_label
from components.tables.ranks import rank_correlation
from components.tables.ties import largest_indices

NAMED_TIES = 3  # words with the same score: more are counted
_ALIKE = 0.7  # rank correlation: explanations above it tell much the same story
_SMALLEST_MISS = 1e-3  # bits
_COUNTS = ("no", "one", "two", "three", "four", "five")


def occlusion_attribution(occlusions: Sequence[Occlusion]) -> Attribution:
    """Occlusion as one of several explanations."""
    return Attribution(
        Explanation.OCCLUSION,
        tuple(occlusion.position for occlusion in occlusions),
        tuple(occlusion.loss for occlusion in occlusions),
    )


def explanation_table(tokens: Tokens, attributions: Sequence[Attribution], *, blanks: Sequence[int]) -> pd.DataFrame:
    """One row per token and explanation, without special tokens.

    Columns: ``rank``, the token's number from 1; ``position`` in the model's input; ``word``; ``explanation``;
    ``score``, in bits or as a share of attention, ``figure`` as text; ``share`` of the sum of all absolute scores of
    this explanation, ``percent`` as text; ``first``, whether no word has a larger score (several may tie). Scores of
    blanks are missing.
    """
    rows: list[dict[str, object]] = []
    words = [position for position, token in enumerate(tokens.items) if not token.special]
    for attribution in attributions:
        scores = dict(zip(attribution.positions, attribution.scores, strict=True))
        total = math.fsum(map(abs, attribution.scores))
        top = _top_positions(attribution)
        for rank, position in enumerate(words, 1):
            score = scores.get(position)
            share = None if score is None else score / total if total else 0.0
            rows.append(
                {
                    "rank": rank,
                    "position": position,
                    "word": "[MASK]" if position in blanks else word_label(tokens.items[position]),
                    "explanation": attribution.explanation.value,
                    "score": None if score is None else shown_score(attribution.explanation, score),
                    "figure": "(blank)" if score is None else score_text(attribution.explanation, score),
                    "share": share,
                    "percent": "" if share is None else percentage(share),
                    "first": position in top,
                }
            )
    return pd.DataFrame(rows).astype({"score": float, "share": float})


def shown_score(explanation: Explanation, score: float) -> float:
    """A score as it is shown: in bits, or a share of attention."""
    return score if explanation.reads_attention else nats_to_bits(score)


def score_text(explanation: Explanation, score: float) -> str:
    """A score with its unit."""
    return percentage(score, 1) if explanation.reads_attention else bits_text(nats_to_bits(score))


def correlation_table(attributions: Sequence[Attribution]) -> pd.DataFrame:
    """The rank correlation of every two explanations, the highest first; pairs without one are left out.

    Columns: ``first``, ``second``, ``correlation``.
    """
    rows = [
        (first.explanation.value, second.explanation.value, rank_correlation(first.scores, second.scores))
        for first, second in combinations(attributions, 2)
    ]
    table = pd.DataFrame(rows, columns=["first", "second", "correlation"]).dropna().astype({"correlation": float})
    return table.sort_values("correlation", ascending=False, kind="stable", ignore_index=True)


def column_key(explanations: Sequence[Explanation], answer: str) -> str:
    """What colours and frames in the columns of explanations mean; attention is for every answer alike.

    Args:
        explanations: One per column; those that read attention come last.
        answer: The answer, as it is written on the page.
    """
    reading = sum(explanation.reads_attention for explanation in explanations)
    parts = []
    if reading < len(explanations):
        parts.append(
            f"Blue: the word makes {quoted(answer)} more likely. Orange, with a minus: less likely. Framed: the word "
            f"that raises the probability of {quoted(answer)} most."
        )
    if reading:
        columns = "column" if reading == 1 else f"{_COUNTS[reading]} columns"
        parts.append(
            f"In the last {columns}: how much of each word reaches the blank, whatever the answer (special tokens and "
            "the blank are left out); framed: the largest share."
        )
    return " ".join(parts)


def agreement_finding(attributions: Sequence[Attribution], tokens: Tokens, answer: str) -> str:
    """Which word each explanation puts first."""
    by_top: dict[tuple[int, ...], list[str]] = defaultdict(list)
    silent: list[str] = []
    for attribution in attributions:
        top = _top_positions(attribution)
        if not top:
            silent.append(lower_name(attribution.explanation))
        else:
            by_top[top].append(lower_name(attribution.explanation))
    if not by_top:
        return f"No explanation names a word that makes {quoted(answer)} likely."
    by_rank = sorted(by_top.items(), key=lambda group: -len(group[1]))
    (top, names), *others = by_rank
    word, total = _quoted_ties(tokens, top), len(attributions)
    if len(attributions[0].positions) == 1:
        return f"{capitalised(quoted(answer))} has only one other word to explain it, {word}: there is nothing to rank."
    if len(names) == total:
        finding = "The only explanation" if total == 1 else f"All {total} explanations"
        finding += f" of {quoted(answer)} {by_count(total, 'puts', 'put')} {word} first."
    elif len(names) == 1 and others and not silent and all(len(tied) == 1 for tied in by_top):
        words = "; ".join(f"{name}: {_quoted_ties(tokens, tied)}" for tied, (name,) in ((top, names), *others))
        finding = f"The {total} explanations of {quoted(answer)} each put a different word first. {capitalised(words)}."
    else:
        if others and len(others[0][1]) == len(names):
            finding = f"The explanations of {quoted(answer)} do not agree on the word that counts most. "
        else:
            finding = f"{len(names)} of {total} explanations of {quoted(answer)} "
            finding += f"{by_count(len(names), 'puts', 'put')} {word} first. "
        ranked = [
            f"{_quoted_ties(tokens, tied)} {by_count(len(tied), 'is', 'are')} first by {list_phrase(group)}"
            for tied, group in by_rank
        ]
        finding += f"{'; '.join(ranked)}."
    if silent:
        finding += f" By {list_phrase(silent)}, no word makes it clearly likelier."
    return finding


def correlation_finding(table: pd.DataFrame) -> str:
    """Which two explanations order the words most alike, and which two least; empty if no two can be compared.

    Args:
        table: As :func:`correlation_table` makes it.
    """
    if table.empty:
        return ""
    best, worst = table.iloc[0], table.iloc[-1]
    if len(table) == 1:
        return f"The rank correlation of {_pair(best)} is {fixed(best['correlation'], 2)}."
    lowest = fixed(worst["correlation"], 2)
    if worst["correlation"] >= _ALIKE:
        figures = (
            f"all rank correlations are {lowest}"
            if lowest == fixed(best["correlation"], 2)
            else f"the lowest rank correlation is {lowest} ({_pair(worst)})"
        )
        return f"All of them order the words alike: {figures}."
    return (
        f"The orders of {_pair(best)} are most alike (rank correlation {fixed(best['correlation'], 2)}), those of "
        f"{_pair(worst)} least ({lowest})."
    )


def score_finding(attribution: Attribution, tokens: Tokens, answer: str) -> str:
    """The word with the largest score of one explanation, and the one that speaks most against the answer."""
    explanation, name = attribution.explanation, lower_name(attribution.explanation)
    top = _top_positions(attribution)
    scores = dict(zip(attribution.positions, attribution.scores, strict=True))
    if not top:
        return f"By {name}, no word makes {quoted(answer)} clearly likelier."
    figure, word = score_text(explanation, scores[top[0]]), _quoted_ties(tokens, top)
    each = "" if len(top) == 1 else " each"
    if explanation.reads_attention:
        words = percentage(math.fsum(attribution.scores), 1)
        return (
            f"By {name}, {word} {by_count(len(top), 'sends', 'send')} most to the blank: {figure}{each}. All words "
            f"together send {words}; "
            "the rest is the blank’s own, or comes from special tokens. It is the same for every answer."
        )
    raises = by_count(len(top), "raises", "raise")
    finding = f"By {name}, {word} {raises} the probability of {quoted(answer)} most ({figure}{each})."
    lowest = _positions_of_largest(attribution.positions, [-score for score in attribution.scores])
    against = score_text(explanation, scores[lowest[0]])
    if scores[lowest[0]] < 0 and against != score_text(explanation, 0.0):
        lowers, each = by_count(len(lowest), "lowers", "lower"), "" if len(lowest) == 1 else " each"
        finding += f" {_quoted_ties(tokens, lowest)} {lowers} it most ({against}{each})."
    return finding


def completeness_finding(integrated: IntegratedGradients) -> str:
    """What the scores of integrated gradients sum to, and by how much they miss it."""
    difference, residual = nats_to_bits(integrated.difference), nats_to_bits(integrated.residual)
    start = {
        PathBaseline.MASK: "the sentence with every word hidden",
        PathBaseline.PAD: "the sentence with [PAD] in place of every word",
        PathBaseline.ZERO: "the sentence with a zero vector in place of every word",
    }[integrated.baseline]
    change = "gains over" if difference >= 0 else "loses against"
    miss = f"{fixed(residual, 3)} bits" if residual >= _SMALLEST_MISS else "less than 0.001 bits"
    return (
        f"The scores of integrated gradients should sum to {bits_text(difference)}, which the answer {change} {start}; "
        f"with {integrated.points} points on the path they miss it by {miss}."
    )


def _top_positions(attribution: Attribution) -> tuple[int, ...]:
    """The word with the largest score, or the words that tie for it; empty if no score reads as more than zero."""
    largest = max(attribution.scores, default=0.0)
    if largest <= 0 or score_text(attribution.explanation, largest) == score_text(attribution.explanation, 0.0):
        return ()
    return _positions_of_largest(attribution.positions, attribution.scores)


def _positions_of_largest(positions: Sequence[int], scores: Sequence[float]) -> tuple[int, ...]:
    return tuple(sorted(positions[index] for index in largest_indices(scores)))


def _quoted_ties(tokens: Tokens, positions: Sequence[int]) -> str:
    """One word, or the words that tie: "“a” and “b” alike"."""
    if len(positions) == 1:
        return quote_token(tokens, positions[0])
    if len(positions) > NAMED_TIES:
        return f"{len(positions)} words alike"
    return f"{list_phrase([quote_token(tokens, position) for position in positions])} alike"


def lower_name(name: str) -> str:
    """The name of an explanation inside a sentence."""
    return name[:1].lower() + name[1:]


def _pair(row: pd.Series) -> str:
    return f"{lower_name(row['first'])} and {lower_name(row['second'])}"
