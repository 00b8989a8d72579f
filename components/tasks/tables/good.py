"""How good the heads are, from the figures that were kept beside them."""

from typing import Any

import pandas as pd

KINDS = {  # what the first figure of a head is about
    "opinion": "opinions that it never saw are right",
    "subject": "sentences get the right subject first",
    "speech": "words of sentences that it never saw are right",
    "names": "words of sentences that it never saw are right",
    "span": "questions that people wrote are answered word for word",
    "relation": "pairs that people wrote are right",
    "neighbour": "pairs of books that it never saw are right",
    "answers": "questions find their passage first among sixteen",
}
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


def quality_note(told: dict[str, Any], head: str) -> str:
    """How far a head is to be trusted, by the first of its figures; nothing is known of one that was made elsewhere."""
    if head not in KINDS:
        return "The head and its labels are as they were published; how good they are was not measured here."
    first = next(one for one in told["figures"] if one["head"] == head)
    low, value, high = (round(100 * each) for each in first["interval"])
    return f"A pocket head: {value} % ({low}–{high}) of {first['asked']} {KINDS[head]}."
