"""Tables and findings about a change of word order."""

import math
from collections.abc import Mapping

import pandas as pd

from components.model.results import Tokens
from components.positions.model.results import OrderEffect
from components.positions.model.word_groups import word_groups
from components.tables.numbers import fixed, probability_text
from components.tables.phrases import list_phrase, quoted
from components.tables.predictions import candidate_label

NEGLIGIBLE = 1e-4  # bits: rounding differences between two passes


def order_table(tokens: Tokens, effect: OrderEffect) -> pd.DataFrame:
    """One row for each token, in the new order.

    Columns: ``place``, the new position, from 0; ``word``; ``before``, the old position; ``moved``, whether the two
    differ.
    """
    return pd.DataFrame(
        [
            {
                "place": place,
                "word": "[MASK]" if old in effect.blanks or tokens.items[old].typed_mask else tokens.items[old].text,
                "before": old,
                "moved": place != old,
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


def order_finding(tokens: Tokens, effect: OrderEffect) -> str:
    """What the change did to the prediction; two words that changed places are named."""
    old, new = effect.before.candidates[0], effect.after.candidates[0]
    same = (old.text, old.continues) == (new.text, new.continues)
    before, after = probability_text(old.probability), probability_text(math.exp(effect.top_word_after))
    first = quoted(candidate_label(old))
    if effect.same_input and effect.order != tuple(range(len(effect.order))):
        return f"Equal words changed places, so nothing changes: {first} has {before}."
    if effect.divergence < NEGLIGIBLE:
        return f"Nothing changes: {first} has {before} before and after."
    apart = f"The predictions are {fixed(effect.divergence, 3)} bits apart (0: identical, 1: nothing in common)."
    moved = [quoted(word) for word, start, is_moved in words_in_order(tokens, effect) if is_moved and start is not None]
    change = f"With {list_phrase(moved)} swapped" if len(moved) == 2 else "In this order"
    numbers = f"{first} had {before} before, and has {after} after."
    if same:
        return f"{change}, {first} stays first. {numbers} {apart}"
    now = quoted(candidate_label(new))
    return f"{change}, {now} overtakes {first}. {numbers} {now} has {probability_text(new.probability)}. {apart}"


def twins_table(effects: Mapping[str, OrderEffect]) -> pd.DataFrame:
    """One row for each model, in the given order.

    Columns: ``row`` from 1; ``name``; ``bits``, the divergence between its two predictions; ``figure``, the same as
    text.
    """
    divergences = [0.0 if effect.divergence < NEGLIGIBLE else effect.divergence for effect in effects.values()]
    return pd.DataFrame(
        {
            "row": range(1, len(effects) + 1),
            "name": list(effects),
            "bits": divergences,
            "figure": [f"{fixed(bits, 3)} bits" for bits in divergences],
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
