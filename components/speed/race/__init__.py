"""The race of two models: a bar for either, which grows as fast as time passes, and a line at half the first's.

Nothing is reported to Python.
"""

from pathlib import Path

import pandas as pd

from components.widgets.custom_element import custom_element

__all__ = ["race"]

_mount = custom_element("riverbank_race", Path(__file__).with_name("race"))


def race(table: pd.DataFrame, *, caption: str, mark: str, alternative: str, key: str) -> None:
    """Draw the race.

    Args:
        table: As :func:`components.speed.tables.times.race_table` makes it.
        caption: What is timed.
        mark: What the line at half the time is called.
        alternative: The whole figure as text.
        key: Key of the element.
    """
    columns = ["model", "milliseconds", "figure", "half"]
    rows = table[columns].astype(object).where(table[columns].notna(), None)
    lanes = [dict(zip(columns, row, strict=True)) for row in rows.to_numpy().tolist()]
    data = {"lanes": lanes, "caption": caption, "mark": mark, "alternative": alternative}
    _mount(key=key, data=data, taken=lambda: data)
