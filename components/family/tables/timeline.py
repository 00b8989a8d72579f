"""The papers by year."""

from collections.abc import Sequence

import pandas as pd

from components.family.model.counting import parameters
from components.family.model.members import Member


def timeline_table(members: Sequence[Member]) -> pd.DataFrame:
    """One row a model, by year: ``row`` from 1, ``name``, ``year``, ``million``, ``paper``, ``special``."""
    ordered = sorted(members, key=lambda member: member.year)
    return pd.DataFrame(
        [
            (row, one.name, one.year, parameters(one.shape) / 1e6, one.paper, one.special)
            for row, one in enumerate(ordered, 1)
        ],
        columns=["row", "name", "year", "million", "paper", "special"],
    )


def timeline_finding(members: Sequence[Member]) -> str:
    """How many came in which year."""
    years = [member.year for member in members]
    busiest = max(set(years), key=years.count)
    after = ", the year after BERT" if busiest == min(years) + 1 else ""
    return f"{years.count(busiest)} of these {len(years)} are from {busiest}{after}; the last is from {max(years)}."
