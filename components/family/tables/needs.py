"""What serves a need, as a table and a sentence."""

import pandas as pd

from components.family.model.counting import multiply_adds, parameters
from components.family.model.needs import Need

LENGTH = 128  # tokens


def need_table(need: Need) -> pd.DataFrame:
    """The members that serve a need: ``model``, ``year``, ``million``, ``billion``, ``longest``, ``paper``."""
    return pd.DataFrame(
        [
            (
                one.name,
                one.year,
                f"{parameters(one.shape) / 1e6:.1f}",
                f"{multiply_adds(one.shape, LENGTH) / 1e9:.2f}",
                f"{one.longest:,}",
                one.link,
            )
            for one in need.members
        ],
        columns=["model", "year", "million", "billion", "longest", "paper"],
    )


def needs_finding(need: Need) -> str:
    """Which serve it, and why."""
    names = [one.name for one in need.members]
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
    return f"{need.name}: {listed}. {need.reason}"
