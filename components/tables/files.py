"""Tables as files to take away, with the conditions they were computed under: any dataclass of plain values."""

import dataclasses
import json
from typing import TYPE_CHECKING

import pandas as pd

from components.tables.cells import cell

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def csv(table: pd.DataFrame, conditions: "DataclassInstance") -> bytes:
    """The table as CSV, its conditions as columns of every row, so that rows of several files can be put together.

    No cell of it is a formula to a spreadsheet: see :func:`components.tables.cells.cell`.
    """
    whole = table.assign(**dataclasses.asdict(conditions))
    texts = whole.select_dtypes(exclude=["number", "bool", "datetime"]).columns
    return whole.assign(**{name: whole[name].map(cell) for name in texts}).to_csv(index=False).encode()


def as_json(table: pd.DataFrame, conditions: "DataclassInstance") -> bytes:
    """The table as JSON: ``conditions``, an object, and ``rows``, a list of objects."""
    rows = table.astype(object).where(table.notna(), None)  # JSON knows no NaN
    content = {"conditions": dataclasses.asdict(conditions), "rows": rows.to_dict(orient="records")}
    return json.dumps(content, ensure_ascii=False, indent=1, default=str).encode()
