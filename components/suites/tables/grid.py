"""The grid of phenomena and models, as a table, and the sentence above it."""

from collections.abc import Mapping, Sequence

import pandas as pd

from components.suites.model.published import published_accuracy
from components.suites.model.results import PairScore, SuiteScores, accuracy
from components.tables.numbers import interval_text, percent_number, whole_percentage
from components.tables.phrases import count_phrase, quoted

CHANCE = 0.5  # of a guess between two sentences


def grid_table(
    scores: Mapping[str, SuiteScores], phenomena: Sequence[str], published: Sequence[str] = ()
) -> pd.DataFrame:
    """The accuracy of every model in every phenomenon, and what was published about the same phenomenon.

    Args:
        scores: By the model's name, in the order of the columns.
        phenomena: In the order of the rows.
        published: Names of published columns.

    Returns:
        The columns ``row`` and ``column`` (from 1), ``phenomenon``, ``name``, ``is_published``, ``value`` with ``low``
        and ``high`` (NaN without an interval), ``figure`` (whole percent, "–" without a number), ``text`` (with the
        interval), ``pairs`` and ``chance``. Columns of which nothing is published are left out.
    """
    rows: list[tuple[object, ...]] = []
    for row, phenomenon in enumerate(phenomena, 1):
        for name, result in scores.items():
            part = result.of(phenomenon)
            share = accuracy(part)
            figure = percent_number(share.value) if part else "–"
            text = f"{interval_text(share)} of {count_phrase(len(part), 'pair')}" if part else "no pair it can read"
            rows.append((row, phenomenon, name, False, share.value, share.low, share.high, figure, text, len(part)))
        for name in published:
            value = published_accuracy(phenomenon, name)
            if any(published_accuracy(each, name) is not None for each in phenomena):
                figure = "–" if value is None else percent_number(value)
                text = "not measured" if value is None else f"{whole_percentage(value)}, of BLiMP’s pairs"
                rows.append((row, phenomenon, name, True, value, None, None, figure, text, None))
    table = pd.DataFrame(
        rows,
        columns=["row", "phenomenon", "name", "is_published", "value", "low", "high", "figure", "text", "pairs"],
    ).astype({"value": float, "low": float, "high": float, "pairs": float})
    order = {name: number for number, name in enumerate(dict.fromkeys(table["name"]), 1)}
    return table.assign(column=table["name"].map(order), chance=CHANCE)


def suite_finding(scores: Sequence[PairScore], phenomenon: str, *, model: str) -> str:
    """How many pairs of a phenomenon a model gets right, beside guessing, and how sure that is.

    Args:
        scores: The pairs of the phenomenon that the model can read.
        phenomenon: What they are about.
        model: The model's name.
    """
    if not scores:
        return f"{model} can read no pair about {quoted(phenomenon)}."
    share = accuracy(scores)
    first = f"{model} gets {whole_percentage(share.value)} of {quoted(phenomenon)} right"
    if share.contains(CHANCE):
        end = ": that may be guessing." if share.value != CHANCE else ": that is guessing."
    else:
        end = "; guessing gets 50%."
    return f"{first}{end} The 95% interval of its {count_phrase(len(scores), 'pair')}: {interval_text(share)}."


def tie_note(scores: Sequence[PairScore]) -> str:
    """How many pairs are ties, and how they count; "" without any."""
    ties = sum(score.credit == 0.5 for score in scores)
    if not ties:
        return ""
    return f"{count_phrase(ties, 'pair is a tie', 'pairs are ties')}, and each counts one half."


def unread_note(scores: SuiteScores, *, model: str) -> str:
    """How many pairs a model cannot read, with the first reason; "" if it reads all."""
    problems = [score.problem for score in scores.scores if score.problem]
    return f"{model} cannot read {count_phrase(len(problems), 'pair')}: {problems[0]}" if problems else ""


def row_note(count: int, limit: int) -> str:
    """How many phenomena of a list are in the grid, if it has not room for all; else ""."""
    if count <= limit:
        return ""
    return f"The figure has the first {limit} of {count} phenomena. The table below and the files have all of them."


def full_table(table: pd.DataFrame) -> pd.DataFrame:
    """The grid for people: a row a phenomenon, a column a model, with intervals."""
    wide = table.pivot(index="phenomenon", columns="name", values="text")
    return wide.loc[list(dict.fromkeys(table["phenomenon"])), list(dict.fromkeys(table["name"]))].reset_index(
        names="Pairs about"
    )
