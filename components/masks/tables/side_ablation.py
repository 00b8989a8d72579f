"""What hiding a side does over a probe set, as rows and as sentences."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from components.model.blanks.blank_probes import BLANK, BlankProbe
from components.model.blanks.sides_results import (
    ContextSide,
    ProbeSummary,
    SideAblation,
    summarise_probes,
    top1_accuracy,
)
from components.tables.numbers import bits_text, fixed, percentage

ALL = "all sentences"
LANES = 5  # dots of one row are drawn at so many heights, so that fewer cover each other
SLIGHT = 0.05  # bits: reads as 0.0
STRIP_LEGEND = (
    "Each dot is a sentence. The bar holds the middle half of them, the diamond is the median, and the line through it "
    "the 95% bootstrap interval of the median."
)
_HIDDEN = {ContextSide.LEFT: "right", ContextSide.RIGHT: "left"}


def effect_table(effects: SideAblation, side: ContextSide) -> pd.DataFrame:
    """One row a probe: the answer with both sides, and with ``side`` only.

    Columns: ``group``, ``sentence``, ``word``; ``hidden``, how many words are out of sight; ``bits`` lost, below 0
    where they are gained; ``first_probability`` and ``second_probability``, with both sides and with one;
    ``first_rank``, ``second_rank``; ``lane``, the height of a dot in its row.
    """
    hidden = [
        _words(probe, ContextSide.RIGHT if side is ContextSide.LEFT else ContextSide.LEFT) for probe in effects.probes
    ]
    return _pairs(effects, ContextSide.BOTH, effects, side).assign(hidden=hidden)


def twins_table(masked: SideAblation, causal: SideAblation) -> pd.DataFrame:
    """One row a probe that both models have: the next word of a causal model, and a masked one with its right hidden.

    Columns: as of :func:`effect_table` without ``hidden``; first is the causal model, second the masked one, and
    ``bits`` is by how much the causal one gives the word more, below 0 where it gives less. Only of two models with one
    vocabulary is that a fair comparison: otherwise they choose among different words.
    """
    return _pairs(causal, ContextSide.NEXT, masked, ContextSide.LEFT)


def spread_table(table: pd.DataFrame) -> pd.DataFrame:
    """One row for all probes and one a group: how ``bits`` of an effect table are spread.

    Columns: ``row`` from 1; ``group``; ``count``; ``median``, ``low`` and ``high``, the quartiles; ``mean``; their 95%
    bootstrap intervals as ``median_from``, ``median_to``, ``mean_from``, ``mean_to``; ``first_before`` and
    ``first_after``, the shares of words ranked first; ``figure``, the median as people read it.
    """
    parts = [(ALL, table), *table.groupby("group", sort=False)]
    rows = []
    for number, (group, part) in enumerate(parts, start=1):
        found = summarise_probes(part["bits"].to_numpy())
        rows.append(
            {
                "row": number,
                "group": str(group),
                "count": found.count,
                "median": found.median,
                "low": found.low,
                "high": found.high,
                "mean": found.mean,
                "median_from": found.median_interval[0],
                "median_to": found.median_interval[1],
                "mean_from": found.mean_interval[0],
                "mean_to": found.mean_interval[1],
                "first_before": float((part["first_rank"] == 1).mean()),
                "first_after": float((part["second_rank"] == 1).mean()),
                "figure": f"median {bits_text(found.median)}",
            }
        )
    return pd.DataFrame(rows)


def effect_finding(effects: SideAblation, side: ContextSide, *, model: str) -> str:
    """What to notice over the probe set: the middle of the loss, its interval, its spread, and words ranked first."""
    found = summarise_probes(effects.bits_lost(side))
    verb, middle = ("costs", found.median) if found.median > -SLIGHT else ("gives", -found.median)
    before, after = (_share(top1_accuracy(effects, view)) for view in (ContextSide.BOTH, side))
    return (
        f"Over {found.count} sentences, hiding the {_HIDDEN[side]} side {verb} {model} {bits_text(middle)} a word by "
        f"the median (95% interval of the loss: {_interval(found)}). For half of the sentences the loss lies between "
        f"{bits_text(found.low)} and {bits_text(found.high)}; {_share(found.above)} of the words lose, the others do "
        f"not. "
        f"The right word comes first in {before} with both sides, in {after} with the {side.value}."
    )


def amount_finding(effects: SideAblation) -> str:
    """How much text each side has: two losses are not of the same amount."""
    left, right = (
        float(np.mean([_words(probe, side) for probe in effects.probes]))
        for side in (ContextSide.LEFT, ContextSide.RIGHT)
    )
    more = "left" if left > right else "right"
    tail = "The two sides have the same length." if abs(left - right) < SLIGHT else f"More words are on the {more}."
    return (
        f"On average {fixed(left, 1)} words are to the left of a blank and {fixed(right, 1)} to the right of it. {tail}"
    )


def rank_finding(table: pd.DataFrame, first: str, second: str) -> str:
    """Where the right word stands among all pieces, in the middle and for half of the sentences.

    Args:
        table: An effect table, or one of twins.
        first: How its first column of ranks was got, such as "with both sides".
        second: How its second was.
    """
    low, middle, high = (table[["first_rank", "second_rank"]].quantile(part) for part in (0.25, 0.5, 0.75))
    said = [
        f"{middle[column]:,.0f} {how} (half of them {low[column]:,.0f} to {high[column]:,.0f})"
        for column, how in (("first_rank", first), ("second_rank", second))
    ]
    return f"The median rank of the right word is {said[0]} and {said[1]}."


def group_finding(spreads: pd.DataFrame, what: str) -> str:
    """The groups where ``what`` is largest and smallest, from a spread table."""
    groups = spreads[spreads["group"] != ALL]
    medians = groups["median"].to_numpy()
    most, least = groups.iloc[int(medians.argmax())], groups.iloc[int(medians.argmin())]
    close = (
        " Their intervals overlap, so these sentences do not show a difference."
        if most["median_from"] <= least["median_to"]
        else ""
    )
    return (
        f"The {what} is largest in “{most['group']}” ({most['figure']}, {most['count']} sentences), "
        f"smallest in “{least['group']}” ({least['figure']}, {least['count']} sentences).{close}"
    )


def twins_finding(masked_effects: SideAblation, causal_effects: SideAblation, names: tuple[str, str]) -> str:
    """A model trained to read from the left against one whose right side is hidden; ``names``: masked, causal."""
    masked, causal = names
    table = twins_table(masked_effects, causal_effects)
    found = summarise_probes(table["bits"].to_numpy())
    low, high = found.median_interval
    first, second = (_share(float((table[column] == 1).mean())) for column in ("first_rank", "second_rank"))
    if low <= 0 <= high:
        said = f"the interval of the median ({_interval(found)}) holds 0, so these sentences show no difference"
    else:
        more = "more" if found.median > 0 else "less"
        said = f"{causal} gives the word {bits_text(abs(found.median))} {more}, by the median ({_interval(found)})"
    return (
        f"{causal} was trained to read left to right; {masked} has its right side hidden. Over {found.count} sentences "
        f"{said}. The right word comes first in {first} for {causal}, in {second} for {masked}."
        f"{_apart(masked_effects.vocabulary, causal_effects.vocabulary)}"
    )


def skipped_finding(effects: SideAblation) -> str:
    """Which probes a vocabulary cannot rank; nothing where it can rank them all."""
    left_out = len(effects.skipped)
    if not left_out:
        return ""
    words = ", ".join(f"“{probe.written}”" for probe in effects.skipped[:3])
    of = left_out + len(effects.probes)
    return f"{left_out} of {of} words are not a single token for this model and are left out: {words}" + (
        " and others." if left_out > 3 else "."
    )


def strip_description(spreads: pd.DataFrame, title: str) -> str:
    """The strips for those who do not see them: the middle and the quartiles of every row."""
    columns = (spreads[name].tolist() for name in ("group", "figure", "low", "high"))
    rows = "; ".join(
        f"{group}: {figure}, half between {bits_text(low)} and {bits_text(high)}"
        for group, figure, low, high in zip(*columns, strict=True)
    )
    return f"{title}, one row per group. {rows}."


def _apart(one: int, other: int) -> str:
    if one == other:
        return ""
    return f" Their vocabularies have {one:,} and {other:,} tokens, so their bits are not strictly comparable."


def _pairs(first: SideAblation, view: ContextSide, second: SideAblation, other: ContextSide) -> pd.DataFrame:
    places = {probe.sentence: number for number, probe in enumerate(second.probes)}
    both = [(n, places[probe.sentence]) for n, probe in enumerate(first.probes) if probe.sentence in places]
    ours, theirs = np.array(both, dtype=np.int64).reshape(-1, 2).T
    probes = [first.probes[number] for number in ours]
    before, after = first.bits_of(view)[ours], second.bits_of(other)[theirs]
    return pd.DataFrame(
        {
            "group": [probe.group for probe in probes],
            "sentence": [probe.sentence for probe in probes],
            "word": [probe.word for probe in probes],
            "bits": before - after,
            "first_probability": 2.0**before,
            "second_probability": 2.0**after,
            "first_rank": first.ranks_of(view)[ours],
            "second_rank": second.ranks_of(other)[theirs],
            "lane": _lanes(probes),
        }
    )


def _lanes(probes: Sequence[BlankProbe]) -> list[int]:
    seen: dict[str, int] = {}
    lanes = []
    for probe in probes:
        seen[probe.group] = seen.get(probe.group, -1) + 1
        lanes.append(seen[probe.group] % LANES)
    return lanes


def _words(probe: BlankProbe, side: ContextSide) -> int:
    before, _, after = probe.sentence.partition(BLANK)
    text = before if side is ContextSide.LEFT else after
    return sum(any(map(str.isalnum, word)) for word in text.split())


def _interval(found: ProbeSummary) -> str:
    low, high = found.median_interval
    return f"{bits_text(low).removesuffix(' bits')} to {bits_text(high)}"


def _share(share: float) -> str:
    return percentage(share)
