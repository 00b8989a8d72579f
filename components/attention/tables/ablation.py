"""A prediction with attention heads switched off, and how much each head matters to it."""

import math
import sys
from collections.abc import Sequence

import pandas as pd

from components.attention.model.results import HeadAblation, HeadImportance
from components.model.blanks.results import PairWord
from components.tables.labels import head_name
from components.tables.numbers import bits_text, fixed, log_probability_text, nats_to_bits
from components.tables.pairs import most_likely_words, pair_table

SLIGHT = 0.05  # bits: reads as 0.0
NAMED = 3  # heads
LEAST = sys.float_info.min  # a probability that is too small for a number still has a logarithm


def change_table(found: HeadAblation, *, count: int) -> pd.DataFrame:
    """The words likeliest with all heads or without some, and the answer followed.

    Columns: as of :func:`components.tables.pairs.pair_table`, ``first`` being with all heads; ``followed``, whether the
    row is the answer.
    """
    table = most_likely_words(pair_table(found.words), count=count)
    if answer_text(found.answer) not in set(table["word"]):
        table = pd.concat([table.head(count - 1), pair_table([found.answer])], ignore_index=True)
        table["row"] = range(1, len(table) + 1)
    return table.assign(followed=table["word"] == answer_text(found.answer))


def ablation_finding(found: HeadAblation) -> str:
    """The answer and the top guess, with all heads and without those that are off."""
    answer, lost = answer_text(found.answer), nats_to_bits(found.answer.first - found.answer.second)
    heads = f"{len(found.off)} heads"
    if len(found.off) == 1:
        ((layer, head),) = found.off
        heads = f"head {head + 1} of layer {layer + 1}"
    if not found.off:
        likely = log_probability_text(found.answer.first)
        return f"With all heads on, “{answer}” has {likely} (rank {found.full.rank:,})."
    before, after = log_probability_text(found.answer.first), log_probability_text(found.answer.second)
    if abs(lost) < SLIGHT:
        said = f"Without {heads}, “{answer}” hardly changes: {before} before, {after} after."
    else:
        verb = "falls" if lost > 0 else "rises"
        said = f"Without {heads}, “{answer}” {verb} from {before} to {after} ({bits_text(abs(lost))})."
    one, other = (view.prediction.candidates[0] for view in (found.full, found.ablated))
    first, then = (f"…{c.text}" if c.continues else c.text for c in (one, other))
    choice = f"“{first}” is still the top guess" if first == then else f"The top guess is now “{then}”, not “{first}”"
    return f"{said} {choice}; “{answer}” has rank {found.ablated.rank:,}."


def importance_table(found: Sequence[HeadImportance]) -> pd.DataFrame:
    """Every head that was tested, in the order of layers and heads.

    Columns: ``layer`` and ``head``, both from 1 as people count; ``name``; ``bits`` the answer loses without it, below
    zero where it gains; ``probability`` that is left; ``figure``, the bits as people read them.
    """
    ordered = sorted(found, key=lambda one: (one.layer, one.head))
    return pd.DataFrame(
        {
            "layer": [one.layer + 1 for one in ordered],
            "head": [one.head + 1 for one in ordered],
            "name": [head_name(one.layer, one.head) for one in ordered],
            "bits": [one.bits for one in ordered],
            "probability": [one.probability for one in ordered],
            "figure": [_signed(one.bits) for one in ordered],
        }
    )


def importance_finding(table: pd.DataFrame, answer: str, before: float) -> str:
    """The head that an answer needs most, and the one that it is better off without.

    Args:
        table: As :func:`importance_table` makes it.
        answer: The word.
        before: Its log-probability with all heads, natural.
    """
    most, least = table.iloc[int(table["bits"].argmax())], table.iloc[int(table["bits"].argmin())]
    slight = int((table["bits"].abs() < 2 * SLIGHT).sum())
    if most["bits"] < 2 * SLIGHT:
        said = f"No single head matters to “{answer}”: removing any one of them costs less than {2 * SLIGHT} bits."
    else:
        said = (
            f"Head {most['head']} of layer {most['layer']} matters most: without it “{answer}” falls from "
            f"{log_probability_text(before)} to {log_probability_text(math.log(max(most['probability'], LEAST)))}."
        )
    if least["bits"] <= -2 * SLIGHT:
        said += f" Without head {least['head']} of layer {least['layer']} it gains {bits_text(-least['bits'])}."
    return f"{said} For {slight} of the {len(table)} heads the change is under {2 * SLIGHT} bits."


def importance_alt_text(table: pd.DataFrame) -> str:
    """The grid for those who do not see it: its range, the heads at its top and its bottom."""
    top, bottom = table.nlargest(NAMED, "bits"), table.nsmallest(NAMED, "bits")
    layers, heads = table["layer"].nunique(), table["head"].nunique()
    needed, harmful = (
        "; ".join(f"{row.name_}, {row.figure}" for row in part.rename(columns={"name": "name_"}).itertuples())
        for part in (top, bottom)
    )
    return (
        f"Bits lost without each head, {layers} layers of {heads} heads. Largest loss: {needed}. Smallest: {harmful}."
    )


def answer_text(word: PairWord) -> str:
    """A piece as it is shown: one that goes on with the word before it begins with an ellipsis."""
    return f"…{word.text}" if word.continues else word.text


def _signed(amount: float) -> str:
    """Bits with two digits: what one head does is often less than a tenth."""
    return fixed(amount, 2)
