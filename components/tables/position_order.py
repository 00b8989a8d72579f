"""What a change of word order does, as rows and as sentences."""

import math

import pandas as pd

from components.model.position_order_results import OrderEffect
from components.model.results import Tokens
from components.tables.predictions import percent, written

NOTHING = 1e-4  # bits, and shares of attention: rounding of two passes


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


def attention_change_table(found: OrderEffect) -> pd.DataFrame:
    """One row a layer: ``row`` and ``layer`` from 1; ``name``; ``change``, the share that moved; ``figure``."""
    return pd.DataFrame(
        {
            "row": range(1, len(found.attention) + 1),
            "layer": range(1, len(found.attention) + 1),
            "name": [f"layer {layer}" for layer in range(1, len(found.attention) + 1)],
            "change": found.attention,
            "figure": [f"{100 * change:.1f} %" for change in found.attention],
        }
    )


def order_finding(found: OrderEffect) -> str:
    """What to notice: what the change did to the prediction and to attention."""
    old, new = found.before.candidates[0], found.after.candidates[0]
    same = (old.text, old.continues) == (new.text, new.continues)
    shares = f"{percent(old.probability)} before, {percent(math.exp(found.first_after))} after"
    if found.divergence < NOTHING and found.mean_attention < NOTHING:
        return f"Nothing changes: “{written(old)}” has {percent(old.probability)} before and after, to rounding."
    first = (
        f"“{written(old)}” stays first: {shares}."
        if same
        else f"“{written(old)}” ({shares}) gives way to “{written(new)}” ({percent(new.probability)})."
    )
    return (
        f"{first} The two predictions are {found.divergence:.3f} bits apart (0: the same, 1: nothing in common), "
        f"and {100 * found.mean_attention:.1f} % of attention went elsewhere."
    )
