"""Tables and findings about a change of word order."""

import math
from collections.abc import Mapping

import pandas as pd

from components.model.results import Tokens
from components.positions.model.results import OrderEffect
from components.positions.model.word_groups import word_groups
from components.tables.numbers import fixed, percentage, probability_text
from components.tables.phrases import quoted
from components.tables.predictions import candidate_label

NEGLIGIBLE = 1e-4  # bits, or shares of attention: rounding differences between two passes


def order_table(tokens: Tokens, effect: OrderEffect) -> pd.DataFrame:
    """One row for each token, in the new order.

    Columns: ``place``, the new position, from 0, the shift included; ``word``; ``before``, the old position; ``moved``,
    whether the two differ.
    """
    return pd.DataFrame(
        [
            {
                "place": place + effect.shift,
                "word": "[MASK]" if old in effect.blanks or tokens.items[old].typed_mask else tokens.items[old].text,
                "before": old,
                "moved": place + effect.shift != old,
            }
            for place, old in enumerate(effect.order)
        ]
    )


def words_in_order(tokens: Tokens, effect: OrderEffect) -> list[tuple[str, int | None, bool]]:
    """The sentence in its new order, word by word.

    Returns:
        For each word, blank or special token: its text; the old position of its first token, or None if it cannot move;
        and whether something else was in its place before.
    """
    groups, words = word_groups(tokens, effect.blanks)
    words_by_start = {groups[n][0]: groups[n] for n in words}
    before = [group[0] for group in groups]
    first_positions = [old for old in effect.order if old in set(before)]
    rows: list[tuple[str, int | None, bool]] = []
    for first, previous in zip(first_positions, before, strict=True):
        is_blank = first in effect.blanks or tokens.items[first].typed_mask
        pieces = words_by_start.get(first, [first])
        text = "[MASK]" if is_blank else "".join(tokens.items[position].text for position in pieces)
        rows.append((text, first if first in words_by_start else None, first != previous))
    return rows


def attention_change_table(effect: OrderEffect) -> pd.DataFrame:
    """One row for each layer: ``row`` and ``layer`` from 1; ``name``; ``change``, the share that moved; ``figure``."""
    return pd.DataFrame(
        {
            "row": range(1, len(effect.attention_change) + 1),
            "layer": range(1, len(effect.attention_change) + 1),
            "name": [f"layer {layer}" for layer in range(1, len(effect.attention_change) + 1)],
            "change": effect.attention_change,
            "figure": [percentage(change, 1) for change in effect.attention_change],
        }
    )


def order_finding(effect: OrderEffect) -> str:
    """What the change did to the prediction and to attention."""
    old, new = effect.before.candidates[0], effect.after.candidates[0]
    same = (old.text, old.continues) == (new.text, new.continues)
    if effect.same_input and effect.order != tuple(range(len(effect.order))):
        return (
            f"The words that changed places are the same, so the input is the same: {quoted(candidate_label(old))} has "
            f"{probability_text(old.probability)} before and after."
        )
    if effect.divergence < NEGLIGIBLE and effect.mean_attention_change < NEGLIGIBLE:
        return (
            f"Nothing changes: {quoted(candidate_label(old))} has {probability_text(old.probability)} before and after."
        )
    before, after = probability_text(old.probability), probability_text(math.exp(effect.top_word_after))
    first = (
        f"{quoted(candidate_label(old))} is still the top guess: {before} before, {after} after."
        if same
        else f"{quoted(candidate_label(new))} ({probability_text(new.probability)}) overtakes "
        f"{quoted(candidate_label(old))}, which goes from {before} to {after}."
    )
    return (
        f"{first} The predictions are {fixed(effect.divergence, 3)} bits apart (0: identical, 1: nothing in common). "
        f"{percentage(effect.mean_attention_change, 1)} of the attention moved."
    )


def twins_table(effects: Mapping[str, OrderEffect]) -> pd.DataFrame:
    """One row for each model, in the given order.

    Columns: ``row`` from 1; ``name``; ``bits``, the divergence between its two predictions; ``figure``, the same as
    text; ``attention``, the share of attention that moved.
    """
    divergences = [0.0 if effect.divergence < NEGLIGIBLE else effect.divergence for effect in effects.values()]
    return pd.DataFrame(
        {
            "row": range(1, len(effects) + 1),
            "name": list(effects),
            "bits": divergences,
            "figure": [f"{fixed(bits, 3)} bits" for bits in divergences],
            "attention": [effect.mean_attention_change for effect in effects.values()],
        }
    )


def twins_finding(table: pd.DataFrame) -> str:
    """Which models' predictions change, and which do not."""
    still = table[table["bits"] == 0]["name"].tolist()
    moved = table[table["bits"] > 0].sort_values("bits", ascending=False)
    changes = [f"{row.name_} by {row.figure}" for row in moved.rename(columns={"name": "name_"}).itertuples()]
    parts = [
        f"The prediction changes for {', '.join(changes)}." if changes else "",
        f"No change for {', '.join(still)}." if still else "",
    ]
    return " ".join(part for part in parts if part)
