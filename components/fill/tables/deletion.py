"""The deletion test as tables, and which explanation wins it."""

from collections.abc import Sequence

import pandas as pd

from components.fill.model.results import DeletionTest
from components.fill.tables.explanations import lower_name
from components.tables.numbers import percentage, probability_text
from components.tables.phrases import by_count, list_phrase, quoted

RANDOM = "Random orders"
BAND_TRIM = 1  # random orders left out at either end of the grey band


def deletion_table(test: DeletionTest) -> pd.DataFrame:
    """One row per explanation and step, with the mean of the random orders as the last series.

    Columns: ``series``; ``count`` of words hidden or put back; ``share`` of all words; ``probability`` of the answer;
    ``chance``, the same as text.
    """
    series = [*zip((each.value for each in test.explanations), test.curves, strict=True), (RANDOM, random_mean(test))]
    rows = [
        (name, count, count / max(test.word_count, 1), probability, probability_text(probability))
        for name, curve in series
        for count, probability in zip(test.counts, curve, strict=True)
    ]
    return pd.DataFrame(rows, columns=["series", "count", "share", "probability", "chance"])


def random_band_table(test: DeletionTest) -> pd.DataFrame:
    """The range of the random orders at each step, without the highest and the lowest of them.

    Columns: ``count``, ``low``, ``high``.
    """
    inner = [sorted(values)[BAND_TRIM:-BAND_TRIM] for values in zip(*test.random_curves, strict=True)]
    return pd.DataFrame(
        {"count": test.counts, "low": [values[0] for values in inner], "high": [values[-1] for values in inner]}
    )


def random_mean(test: DeletionTest) -> tuple[float, ...]:
    """The mean of the random orders at each step."""
    return tuple(sum(values) / len(values) for values in zip(*test.random_curves, strict=True))


def curve_area(test: DeletionTest, curve: Sequence[float]) -> float:
    """The area under a curve over the share of words, by trapezia: the mean probability on the way."""
    if test.word_count == 0:
        return curve[0]
    pairs = zip(test.counts, test.counts[1:], curve, curve[1:], strict=False)
    return sum((after - before) * (left + right) / 2 for before, after, left, right in pairs) / test.word_count


def area_table(test: DeletionTest) -> pd.DataFrame:
    """One row per explanation, the best first, and one for the mean of the random orders.

    Columns: ``row`` from 1; ``series``; ``area``, ``figure`` as text; ``beaten``, the number of random orders that are
    worse, missing for the random orders themselves.
    """
    of_random = [curve_area(test, curve) for curve in test.random_curves]
    sign = -1 if test.puts_back else 1
    rows: list[tuple[str, float, int | None]] = [
        (explanation.value, area, sum(sign * area < sign * other for other in of_random))
        for explanation, area in (
            (explanation, curve_area(test, curve))
            for explanation, curve in zip(test.explanations, test.curves, strict=True)
        )
    ]
    rows.sort(key=lambda row: sign * row[1])
    rows.append((RANDOM, sum(of_random) / len(of_random), None))
    table = pd.DataFrame(rows, columns=["series", "area", "beaten"]).astype({"beaten": "Int64"})
    return table.assign(row=range(1, len(table) + 1), figure=[percentage(area, 1) for area in table["area"]])


def winners(table: pd.DataFrame) -> list[str]:
    """The explanation with the best area, and those with the same figure: what reads as equal is a tie."""
    ranked = table[table["series"] != RANDOM]
    return list(ranked.loc[ranked["figure"] == ranked["figure"].iloc[0], "series"])


def deletion_finding(test: DeletionTest, answer: str) -> str:
    """Which explanation wins, how many random orders it beats, and which explanations do no better than chance."""
    table = area_table(test)
    ranked, chance = table[table["series"] != RANDOM], table[table["series"] == RANDOM].iloc[0]
    best, names = ranked.iloc[0], [lower_name(name) for name in winners(table)]
    action, change = ("put back", "regains") if test.puts_back else ("hidden", "loses")
    begins = f"When words are {action}, {quoted(answer)} {change} its probability"
    sign = -1 if test.puts_back else 1
    is_weak = (sign * ranked["area"] > sign * chance["area"]) | (ranked["figure"] == chance["figure"])
    weak = [lower_name(name) for name in ranked.loc[is_weak, "series"]]
    if len(names) == len(ranked) > 1:
        finding = f"{begins} equally fast in the order of every explanation"
    elif len(names) > 1:
        finding = f"{begins} fastest in the orders of {list_phrase(names)}"
    else:
        finding = f"{begins} fastest in the order of {names[0]}"
    finding += f": {best['figure']} on average, and {chance['figure']} in random orders"
    if len(weak) == len(ranked):
        finding += "; no explanation does better than random."
    elif weak:
        finding += f"; {list_phrase(weak)} {by_count(len(weak), 'does', 'do')} no better than random."
    else:
        finding += "."
    compared = "better than" if int(best["beaten"]) else "no better than any of"
    count = f" {best['beaten']} of" if int(best["beaten"]) else ""
    return f"{finding} The best average is {compared}{count} {len(test.random_curves)} random orders."
