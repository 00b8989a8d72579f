"""What hiding one side of a blank costs, for one blank and over a probe set: tables and findings."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from components.model.blanks.blank_probes import BLANK, BlankProbe
from components.model.blanks.sides_results import (
    ContextSide,
    ProbeSummary,
    SideAblation,
    SidePredictions,
    summarise_probes,
    top1_accuracy,
)
from components.tables.numbers import bits_text, fixed, nats_to_bits, percentage, probability_text
from components.tables.phrases import capitalised, list_phrase, quoted

ALL = "all sentences"
LANES = 5  # heights at which the dots of a row are drawn, so that fewer overlap
SLIGHT = 0.05  # bits: shown as 0.0
STRIP_LEGEND = (
    "Each dot is a sentence. The bar holds the middle half of them, the diamond is the median, and the line through it "
    "the 95% bootstrap interval of the median."
)
_HIDDEN = {ContextSide.LEFT: "right", ContextSide.RIGHT: "left"}


def right_side_bits(sides: SidePredictions) -> float:
    """By how many bits the words to the right lower the answer's surprisal; below zero where they speak against it."""
    return nats_to_bits(
        sides.from_side(ContextSide.BOTH).log_probability - sides.from_side(ContextSide.LEFT).log_probability
    )


def right_side_finding(sides: SidePredictions, answer: str) -> str:
    """How far the answer falls when the right side is hidden."""
    gain, (both, left) = right_side_bits(sides), (sides.from_side(ContextSide.BOTH), sides.from_side(ContextSide.LEFT))
    with_right, without = (probability_text(2 ** nats_to_bits(view.log_probability)) for view in (both, left))
    comparison = (
        f"{capitalised(quoted(answer))} has {with_right} with the whole sentence, {without} with the left side only. "
        f"Its rank is {both.rank:,} with the whole sentence and {left.rank:,} with the left side."
    )
    if abs(gain) < SLIGHT:
        return f"{comparison} The right side makes no difference."
    verb = "adds" if gain > 0 else "costs"
    return f"{comparison} The right side {verb} {bits_text(abs(gain))}."


def effect_table(effects: SideAblation, side: ContextSide) -> pd.DataFrame:
    """One row for each probe: its answer with both sides, and with ``side`` only.

    Columns: ``group``, ``sentence``, ``word``; ``hidden``, how many words are hidden; ``bits`` lost, negative if
    gained; ``first_probability`` and ``second_probability``, with both sides and with one; ``first_rank``,
    ``second_rank``; ``lane``, the height of its dot in the chart's row.
    """
    hidden = [
        _word_count(probe, ContextSide.RIGHT if side is ContextSide.LEFT else ContextSide.LEFT)
        for probe in effects.probes
    ]
    return _paired_table(effects, ContextSide.BOTH, effects, side).assign(hidden=hidden)


def twins_table(masked: SideAblation, causal: SideAblation) -> pd.DataFrame:
    """One row for each probe that both models can rank, the masked one with its right side hidden.

    Columns: those of :func:`effect_table` without ``hidden``; first is the causal model, second the masked one, and
    ``bits`` is how much more the causal model gives the word, negative if less. The comparison is fair only if both
    models have the same vocabulary: otherwise they choose among different words.
    """
    return _paired_table(causal, ContextSide.NEXT, masked, ContextSide.LEFT)


def spread_table(table: pd.DataFrame) -> pd.DataFrame:
    """The distribution of ``bits`` of an effect table: one row for all probes and one for each group.

    Columns: ``row`` from 1; ``group``; ``count``; ``median``; ``low`` and ``high``, the quartiles; ``mean``; 95%
    bootstrap intervals in ``median_from``, ``median_to``, ``mean_from``, ``mean_to``; ``first_before`` and
    ``first_after``, the shares of words ranked first; ``figure``, the median as text.
    """
    parts = [(ALL, table), *table.groupby("group", sort=False)]
    rows = []
    for number, (group, part) in enumerate(parts, start=1):
        summary = summarise_probes(part["bits"].to_numpy())
        rows.append(
            {
                "row": number,
                "group": str(group),
                "count": summary.count,
                "median": summary.median,
                "low": summary.low,
                "high": summary.high,
                "mean": summary.mean,
                "median_from": summary.median_interval[0],
                "median_to": summary.median_interval[1],
                "mean_from": summary.mean_interval[0],
                "mean_to": summary.mean_interval[1],
                "first_before": float((part["first_rank"] == 1).mean()),
                "first_after": float((part["second_rank"] == 1).mean()),
                "figure": f"median {bits_text(summary.median)}",
            }
        )
    return pd.DataFrame(rows)


def effect_finding(effects: SideAblation, side: ContextSide, *, model: str) -> str:
    """The median loss over the probe set with its interval and quartiles, and the shares of words ranked first."""
    summary = summarise_probes(effects.bits_lost(side))
    verb, middle = ("costs", summary.median) if summary.median > -SLIGHT else ("gives", -summary.median)
    before, after = (_share(top1_accuracy(effects, view)) for view in (ContextSide.BOTH, side))
    return (
        f"Over {summary.count} sentences, hiding the {_HIDDEN[side]} side {verb} {model} {bits_text(middle)} a word by "
        f"the median (95% interval of the loss: {_interval_text(summary)}). For half of the sentences the loss "
        f"lies between "
        f"{bits_text(summary.low)} and {bits_text(summary.high)}; {_share(summary.above)} of the words lose, the "
        f"others do "
        f"not. "
        f"The right word comes first in {before} with both sides, in {after} with the {side.value}."
    )


def amount_finding(effects: SideAblation) -> str:
    """How many words each side has on average: the two losses are not for the same amount of text."""
    left, right = (
        float(np.mean([_word_count(probe, side) for probe in effects.probes]))
        for side in (ContextSide.LEFT, ContextSide.RIGHT)
    )
    more = "left" if left > right else "right"
    tail = "The two sides have the same length." if abs(left - right) < SLIGHT else f"More words are on the {more}."
    return (
        f"On average {fixed(left, 1)} words are to the left of a blank and {fixed(right, 1)} to the right of it. {tail}"
    )


def rank_finding(table: pd.DataFrame, first: str, second: str) -> str:
    """The median and the quartiles of the right word's rank in the vocabulary.

    Args:
        table: As :func:`effect_table` or :func:`twins_table` makes it.
        first: What its first ranks were measured under, such as "with both sides".
        second: What its second ranks were measured under.
    """
    low, middle, high = (table[["first_rank", "second_rank"]].quantile(part) for part in (0.25, 0.5, 0.75))
    phrases = [
        f"{fixed(middle[column], 0)} {how} (half of them {fixed(low[column], 0)} to {fixed(high[column], 0)})"
        for column, how in (("first_rank", first), ("second_rank", second))
    ]
    return f"The median rank of the right word is {phrases[0]} and {phrases[1]}."


def group_finding(spreads: pd.DataFrame, what: str) -> str:
    """The groups of a spread table in which ``what`` is largest and smallest, with those that may be as small."""
    groups = spreads[spreads["group"] != ALL]
    medians = groups["median"].to_numpy()
    largest, smallest = groups.iloc[int(medians.argmax())], groups.iloc[int(medians.argmin())]
    rivals = groups[(groups["median_from"] <= smallest["median_to"]) & (groups["group"] != smallest["group"])]
    also = f"; it may be as small in {list_phrase([quoted(name) for name in rivals['group']])}" if len(rivals) else ""
    close = largest["median_from"] <= smallest["median_to"]
    doubt = ". Their intervals overlap, so these sentences do not show a difference." if close else f"{also}."
    return (
        f"The {what} is largest in {quoted(largest['group'])} ({largest['figure']}, {largest['count']} sentences), "
        f"smallest in {quoted(smallest['group'])} ({smallest['figure']}, {smallest['count']} sentences){doubt}"
    )


def twins_finding(
    masked_effects: SideAblation, causal_effects: SideAblation, spreads: pd.DataFrame, names: tuple[str, str]
) -> str:
    """Compare a causal model with a masked one whose right side is hidden.

    Args:
        masked_effects: Of the masked model.
        causal_effects: Of the causal model.
        spreads: As :func:`spread_table` makes it of their :func:`twins_table`.
        names: The masked and the causal model's.
    """
    masked, causal = names
    table = twins_table(masked_effects, causal_effects)
    summary = summarise_probes(table["bits"].to_numpy())
    low, high = summary.median_interval
    first, second = (_share(float((table[column] == 1).mean())) for column in ("first_rank", "second_rank"))
    if not (low > 0 or high < 0):
        comparison = f"neither is clearly ahead (95% interval of the median: {_interval_text(summary)})"
    else:
        more = "more" if summary.median > 0 else "less"
        gain = f"{bits_text(abs(summary.median))} {more}"
        comparison = f"{causal} gives the word {gain}, by the median ({_interval_text(summary)})"
    return (
        f"{causal} was trained to read left to right; {masked} has its right side hidden. Over {summary.count} "
        f"sentences {comparison}.{_clear_groups(spreads, causal)} The right word comes first in {first} for {causal}, "
        f"in {second} for {masked}."
        f"{_vocabulary_note(masked_effects.vocabulary, causal_effects.vocabulary)}"
    )


def skipped_finding(effects: SideAblation) -> str:
    """Which probes were skipped, because the vocabulary cannot rank them; empty if none was."""
    left_out = len(effects.skipped)
    if not left_out:
        return ""
    words = ", ".join(quoted(probe.written) for probe in effects.skipped[:3])
    of = left_out + len(effects.probes)
    return f"{left_out} of {of} words are not a single token for this model and are left out: {words}" + (
        " and others." if left_out > 3 else "."
    )


def strip_description(spreads: pd.DataFrame, title: str) -> str:
    """Alternative text of the strips: the median and the quartiles of every row."""
    columns = (spreads[name].tolist() for name in ("group", "figure", "low", "high"))
    rows = "; ".join(
        f"{group}: {figure}, half between {bits_text(low)} and {bits_text(high)}"
        for group, figure, low, high in zip(*columns, strict=True)
    )
    return f"{title}, one row per group. {rows}."


def _clear_groups(spreads: pd.DataFrame, causal: str) -> str:
    """In how many groups one model is clearly ahead: groups that differ in opposite directions cancel in the median."""
    groups = spreads[spreads["group"] != ALL]
    more, less = (groups["median_from"] > 0).sum(), (groups["median_to"] < 0).sum()
    if not more + less:
        return f" In none of the {len(groups)} groups is one clearly ahead."
    counts = [f"clearly {word} in {count}" for word, count in (("more", more), ("less", less)) if count]
    return f" By group, {causal} gives it {list_phrase(counts)} of {len(groups)}."


def _vocabulary_note(masked_size: int, causal_size: int) -> str:
    if masked_size == causal_size:
        return ""
    sizes = f"{masked_size:,} and {causal_size:,}"
    return f" Their vocabularies have {sizes} tokens, so their bits are not strictly comparable."


def _paired_table(first: SideAblation, view: ContextSide, second: SideAblation, other: ContextSide) -> pd.DataFrame:
    places = {probe.sentence: number for number, probe in enumerate(second.probes)}
    both = [(n, places[probe.sentence]) for n, probe in enumerate(first.probes) if probe.sentence in places]
    first_rows, second_rows = np.array(both, dtype=np.int64).reshape(-1, 2).T
    probes = [first.probes[number] for number in first_rows]
    before, after = first.bits_of(view)[first_rows], second.bits_of(other)[second_rows]
    return pd.DataFrame(
        {
            "group": [probe.group for probe in probes],
            "sentence": [probe.sentence for probe in probes],
            "word": [probe.word for probe in probes],
            "bits": before - after,
            "first_probability": 2.0**before,
            "second_probability": 2.0**after,
            "first_rank": first.ranks_of(view)[first_rows],
            "second_rank": second.ranks_of(other)[second_rows],
            "lane": _lanes(probes),
        }
    )


def _lanes(probes: Sequence[BlankProbe]) -> list[int]:
    counts: dict[str, int] = {}
    lanes = []
    for probe in probes:
        counts[probe.group] = counts.get(probe.group, -1) + 1
        lanes.append(counts[probe.group] % LANES)
    return lanes


def _word_count(probe: BlankProbe, side: ContextSide) -> int:
    before, _, after = probe.sentence.partition(BLANK)
    text = before if side is ContextSide.LEFT else after
    return sum(any(map(str.isalnum, word)) for word in text.split())


def _interval_text(summary: ProbeSummary) -> str:
    if summary.count == 1:
        return "none from one sentence"
    low, high = summary.median_interval
    return f"{bits_text(low).removesuffix(' bits')} to {bits_text(high)}"


def _share(share: float) -> str:
    return percentage(share)
