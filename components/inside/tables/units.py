"""Units of a feed-forward layer as tables and in words."""

from collections.abc import Sequence

import pandas as pd

from components.inside.model.results import UnitAblation, UnitActivity, UnitPeak
from components.tables.numbers import fixed, probability_text
from components.tables.pairs import most_likely_words, pair_table
from components.tables.phrases import list_phrase, quoted

WORD_COUNT = 6  # words of a prediction
_SAME = 5e-4  # of probability: smaller changes would read as zero


def unit_name(unit: int) -> str:
    """The name of a unit, counted from 1."""
    return f"Unit {unit + 1:,}"


def unit_table(units: Sequence[UnitActivity]) -> pd.DataFrame:
    """One row a unit, in their order.

    Columns: ``row``, from 1; ``unit``, its name; ``activation``; ``written``, the length of what it adds; ``towards``,
    the tokens whose logits that raises most.
    """
    return pd.DataFrame(
        {
            "row": range(1, len(units) + 1),
            "unit": [unit_name(each.unit) for each in units],
            "activation": [each.activation for each in units],
            "written": [each.written for each in units],
            "towards": [", ".join(each.towards) for each in units],
        }
    )


def peak_table(peaks: Sequence[UnitPeak]) -> pd.DataFrame:
    """One row a place. Columns: ``Activation``, ``Token`` and ``Sentence``."""
    return pd.DataFrame(
        {
            "Activation": [fixed(peak.activation, 2) for peak in peaks],
            "Token": [peak.token for peak in peaks],
            "Sentence": [peak.sentence for peak in peaks],
        }
    )


def unit_pair_table(ablation: UnitAblation) -> pd.DataFrame:
    """The likeliest words with and without a unit: see :func:`components.tables.pairs.pair_table`."""
    return most_likely_words(pair_table(ablation.words), count=WORD_COUNT)


def unit_finding(unit: UnitActivity, *, layer: int, word: str) -> str:
    """What a unit writes into a word, and towards what.

    Args:
        unit: The unit.
        layer: From 0.
        word: The token.
    """
    name = f"In layer {layer + 1}, unit {unit.unit + 1:,}"
    writes = f"{name} has the value {fixed(unit.activation, 2)} at {quoted(word)}"
    if not unit.towards:
        return f"{writes}."
    return f"{writes} and writes towards {list_phrase([quoted(text) for text in unit.towards])}."


def ablation_finding(table: pd.DataFrame, unit: int) -> str:
    """What becomes of the top word without a unit.

    Args:
        table: As :func:`unit_pair_table` makes it.
        unit: From 0.
    """
    top, then = (table.loc[[table[side].idxmax()]].iloc[0] for side in ("first", "second"))
    name = f"Without unit {unit + 1:,}"
    before, after = probability_text(top["first"]), probability_text(top["second"])
    if abs(top["second"] - top["first"]) < _SAME:
        change = f"{name}, {quoted(top['word'])} stays at {before}."
    else:
        verb = "falls" if top["second"] < top["first"] else "rises"
        change = f"{name}, {quoted(top['word'])} {verb} from {before} to {after}."
    if then["word"] == top["word"]:
        return change
    return f"{change} The top word is now {quoted(then['word'])}."
