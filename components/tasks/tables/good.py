"""How good the heads are, from the figures that were kept beside them."""

from typing import Any

import pandas as pd

FROZEN = ", frozen"  # the encoder as it was


def good_table(told: dict[str, Any], head: str) -> pd.DataFrame:
    """A row a figure, trained together with the encoder and on the encoder as it was: as interval bars want it."""
    rows = []
    for key, ending in (("figures", ""), ("frozen", FROZEN)):
        for one in told[key]:
            if one["head"] == head:
                low, value, high = one["interval"]
                rows.append(
                    {"name": f"{one['what']}{ending}", "low": low, "value": value, "high": high, "asked": one["asked"]}
                )
    table = pd.DataFrame(rows)
    table["what"] = table["name"].str.removesuffix(FROZEN)
    order = {what: place for place, what in enumerate(dict.fromkeys(table["what"]))}
    table = table.assign(order=table["what"].map(order)).sort_values("order", kind="stable")
    short = table["name"].where(~table["name"].str.endswith(FROZEN), FROZEN.removeprefix(", "))
    return table.drop(columns=["order", "what"]).assign(
        name=short, row=range(1, len(table) + 1), figure=[f"{100 * value:.0f} %" for value in table["value"]]
    )


def good_finding(told: dict[str, Any], head: str) -> str:
    """The first figure of a head, beside guessing and beside the encoder as it was."""
    first = next(one for one in told["figures"] if one["head"] == head)
    frozen = next(one for one in told["frozen"] if one["head"] == head and one["what"] == first["what"])
    low, value, high = (round(100 * each) for each in first["interval"])
    guess = "" if first["chance"] is None else f", guessing {100 * first['chance']:.0f} %"
    return (
        f"{first['what'][0].upper()}{first['what'][1:]}: {value} % ({low}–{high}), "
        f"on the frozen encoder {100 * frozen['interval'][1]:.0f} %{guess}."
    )
