"""Tables and findings of head ablation: the changed prediction, and the importance of every head."""

import math
import sys
from collections.abc import Sequence

import pandas as pd

from components.attention.model.results import HeadAblation, HeadImportance
from components.tables.attention_weights import head_name
from components.tables.numbers import (
    bits_text,
    compared_percentages,
    fixed,
    log_probability_text,
    nats_to_bits,
    percent_number,
    probability_text,
)
from components.tables.pairs import most_likely_words, pair_table
from components.tables.phrases import quoted, word_label

SLIGHT = 0.05  # bits: reads as 0.0
WHOLE_FROM = 0.1  # of probability: less has decimals
NAMED = 3  # heads
LEAST = sys.float_info.min  # a probability that is too small for a number still has a logarithm


def change_table(ablation: HeadAblation, *, count: int) -> pd.DataFrame:
    """The likeliest words with and without the heads that are off, and the answer.

    Columns: as of :func:`components.tables.pairs.pair_table`, ``first`` being with all heads; ``followed``, whether the
    row is the answer.
    """
    table = most_likely_words(pair_table(ablation.words), count=count)
    if word_label(ablation.answer) not in set(table["word"]):
        table = pd.concat([table.head(count - 1), pair_table([ablation.answer])], ignore_index=True)
        table["row"] = range(1, len(table) + 1)
    return table.assign(followed=table["word"] == word_label(ablation.answer))


def ablation_finding(ablation: HeadAblation) -> str:
    """The answer and the top guess, with all heads and without those that are off."""
    answer, lost = word_label(ablation.answer), nats_to_bits(ablation.answer.first - ablation.answer.second)
    heads = f"{len(ablation.off)} heads"
    if len(ablation.off) == 1:
        ((layer, head),) = ablation.off
        heads = head_name(layer, head)
    if not ablation.off:
        likely = log_probability_text(ablation.answer.first)
        return f"With all heads on, the probability of {quoted(answer)} is {likely} (rank {ablation.full.rank:,})."
    before, after = _compared(ablation.answer.first, ablation.answer.second)
    if abs(lost) < SLIGHT:
        change, bits = f"stays at {after}", ""
    else:
        change = f"{'falls' if lost > 0 else 'rises'} from {before} to {after}"
        bits = f"{'loses' if lost > 0 else 'gains'} {bits_text(abs(lost))} and "
    rank = f"{quoted(answer)} {bits}has rank {ablation.ablated.rank:,} now."
    return f"Without {heads}, {quoted(answer)} {change}. {_top_guess_sentence(ablation)} {rank}"


def _compared(before: float, after: float) -> tuple[str, str]:
    """Two probabilities, from their logarithms."""
    return compared_percentages(*(max(math.exp(each), LEAST) for each in (before, after)))


def _top_guess_sentence(ablation: HeadAblation) -> str:
    """Whether the model's answer at the blank changes without the heads, and to which word."""
    before, after = (view.prediction.candidates[0] for view in (ablation.full, ablation.ablated))
    first, then = word_label(before), word_label(after)
    if first == then == word_label(ablation.answer):
        return "It stays the top guess."
    verb = "stays" if first == then else "is now"
    return f"The top guess {verb} {quoted(then)} ({probability_text(after.probability)})."


def importance_table(importances: Sequence[HeadImportance], before: float) -> pd.DataFrame:
    """Every tested head, in the order of layers and heads.

    Columns: ``layer`` and ``head``, both from 1 as people count; ``name``; ``bits`` that the
    answer loses without it, negative if it gains; ``probability`` without it; ``figure``, the bits as text;
    ``percent``, the probability in percent, without the sign.

    Args:
        importances: The heads.
        before: The answer's log-probability with all heads, natural: of a small one, ``percent`` has a decimal.
    """
    decimals = 0 if math.exp(before) >= WHOLE_FROM else 1
    ordered = sorted(importances, key=lambda importance: (importance.layer, importance.head))
    return pd.DataFrame(
        {
            "layer": [importance.layer + 1 for importance in ordered],
            "head": [importance.head + 1 for importance in ordered],
            "name": [head_name(importance.layer, importance.head) for importance in ordered],
            "bits": [importance.bits for importance in ordered],
            "probability": [importance.probability for importance in ordered],
            # Two decimals, since the effect of one head is often below 0.1.
            "figure": [fixed(importance.bits, 2) for importance in ordered],
            "percent": [percent_number(importance.probability, decimals) for importance in ordered],
        }
    )


def importance_finding(table: pd.DataFrame, answer: str, before: float) -> str:
    """The head whose removal costs the answer most, and the one whose removal helps it.

    Args:
        table: As :func:`importance_table` makes it.
        answer: The word.
        before: Its log-probability with all heads, natural.
    """
    largest, smallest = table.iloc[int(table["bits"].argmax())], table.iloc[int(table["bits"].argmin())]
    slight = int((table["bits"].abs() < 2 * SLIGHT).sum())
    if largest["bits"] < 2 * SLIGHT:
        finding = f"No single head helps {quoted(answer)} much. Each one costs it less than {2 * SLIGHT} bits."
    else:
        texts = _compared(before, math.log(max(largest["probability"], LEAST)))
        finding = (
            f"Without {largest['name']}, {quoted(answer)} falls from {texts[0]} to {texts[1]}. No other head helps it "
            "as much."
        )
    if smallest["bits"] <= -2 * SLIGHT:
        finding += f" Without {smallest['name']} it gains {bits_text(-smallest['bits'])}."
    return f"{finding} For {slight} of the {len(table)} heads the change is under {2 * SLIGHT} bits."


def importance_alt_text(table: pd.DataFrame) -> str:
    """Alternative text of the grid: the heads with the largest and the smallest loss."""
    top, bottom = table.nlargest(NAMED, "bits"), table.nsmallest(NAMED, "bits")
    layers, heads = table["layer"].nunique(), table["head"].nunique()
    needed, harmful = (
        "; ".join(f"{row.name_}, {row.figure}" for row in part.rename(columns={"name": "name_"}).itertuples())
        for part in (top, bottom)
    )
    return (
        f"Bits lost without each head, {layers} layers of {heads} heads. Largest loss: {needed}. Smallest: {harmful}."
    )
