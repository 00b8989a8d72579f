"""What a change of word order does, as rows and as sentences."""

import math
from collections.abc import Mapping

import pandas as pd

from components.model.results import Tokens
from components.positions.model.results import OrderEffect
from components.positions.model.word_groups import word_groups
from components.tables.numbers import fixed, percentage, probability_text
from components.tables.predictions import candidate_label

NEGLIGIBLE = 1e-4  # bits, and shares of attention: rounding of two passes


def order_table(tokens: Tokens, found: OrderEffect) -> pd.DataFrame:
    """One row a token, as they stand now.

    Columns: ``place`` in the model's input now, from 0, the shift included; ``word``; ``before``, its place before;
    ``moved``, whether it is another.
    """
    return pd.DataFrame(
        [
            {
                "place": place + found.shift,
                "word": "[MASK]" if old in found.blanks or tokens.items[old].typed_mask else tokens.items[old].text,
                "before": old,
                "moved": place + found.shift != old,
            }
            for place, old in enumerate(found.order)
        ]
    )


def words_in_order(tokens: Tokens, found: OrderEffect) -> list[tuple[str, int | None, bool]]:
    """The sentence as it stands now, word by word.

    Returns:
        Of each word or mark its text, the position of its first piece before the change, or None for what never moves,
        and whether another stood there before.
    """
    groups, words = word_groups(tokens, found.blanks)
    known = {groups[n][0]: groups[n] for n in words}
    before = [group[0] for group in groups]
    now = [old for old in found.order if old in set(before)]
    rows: list[tuple[str, int | None, bool]] = []
    for first, was in zip(now, before, strict=True):
        is_blank = first in found.blanks or tokens.items[first].typed_mask
        pieces = known.get(first, [first])
        text = "[MASK]" if is_blank else "".join(tokens.items[position].text for position in pieces)
        rows.append((text, first if first in known else None, first != was))
    return rows


def attention_change_table(found: OrderEffect) -> pd.DataFrame:
    """One row a layer: ``row`` and ``layer`` from 1; ``name``; ``change``, the share that moved; ``figure``."""
    return pd.DataFrame(
        {
            "row": range(1, len(found.attention_change) + 1),
            "layer": range(1, len(found.attention_change) + 1),
            "name": [f"layer {layer}" for layer in range(1, len(found.attention_change) + 1)],
            "change": found.attention_change,
            "figure": [percentage(change, 1) for change in found.attention_change],
        }
    )


def order_finding(found: OrderEffect) -> str:
    """What to notice: what the change did to the prediction and to attention."""
    old, new = found.before.candidates[0], found.after.candidates[0]
    same = (old.text, old.continues) == (new.text, new.continues)
    if found.divergence < NEGLIGIBLE and found.mean_attention_change < NEGLIGIBLE:
        return f"Nothing changes: “{candidate_label(old)}” has {probability_text(old.probability)} before and after."
    before, after = probability_text(old.probability), probability_text(math.exp(found.top_word_after))
    first = (
        f"“{candidate_label(old)}” is still the top guess: {before} before, {after} after."
        if same
        else f"“{candidate_label(new)}” ({probability_text(new.probability)}) overtakes “{candidate_label(old)}”, which goes from {before} to "
        f"{after}."
    )
    return (
        f"{first} The predictions are {fixed(found.divergence, 3)} bits apart (0: identical, 1: nothing in common). "
        f"{percentage(found.mean_attention_change, 1)} of the attention moved."
    )


def twins_table(effects: Mapping[str, OrderEffect]) -> pd.DataFrame:
    """One row a model, in the order given.

    Columns: ``row`` from 1; ``name``; ``bits``, how far its two predictions are apart; ``figure``, the same as people
    read it; ``attention``, the share of it that went elsewhere.
    """
    divergences = [0.0 if found.divergence < NEGLIGIBLE else found.divergence for found in effects.values()]
    return pd.DataFrame(
        {
            "row": range(1, len(effects) + 1),
            "name": list(effects),
            "bits": divergences,
            "figure": [f"{fixed(bits, 3)} bits" for bits in divergences],
            "attention": [found.mean_attention_change for found in effects.values()],
        }
    )


def twins_finding(table: pd.DataFrame) -> str:
    """Which models' predictions change, and which do not."""
    still = table[table["bits"] == 0]["name"].tolist()
    moved = table[table["bits"] > 0].sort_values("bits", ascending=False)
    said = [f"{row.name_} by {row.figure}" for row in moved.rename(columns={"name": "name_"}).itertuples()]
    parts = [
        f"The prediction changes for {', '.join(said)}." if said else "",
        f"No change for {', '.join(still)}." if still else "",
    ]
    return " ".join(part for part in parts if part)
