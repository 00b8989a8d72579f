"""Tables as CSV and JSON files, with the conditions of the computation: any dataclass of plain values."""

import dataclasses
import json
from typing import TYPE_CHECKING

import pandas as pd

from components.tables.cells import cell

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def csv(table: pd.DataFrame, conditions: "DataclassInstance") -> bytes:
    """The table as CSV, with the conditions as constant columns, so that several files can be concatenated."""
    return csv_bytes(table.assign(**dataclasses.asdict(conditions)))


def csv_bytes(table: pd.DataFrame) -> bytes:
    """The table as CSV for spreadsheets. All CSV files are written here.

    They begin with a byte order mark, without which Excel reads UTF-8 as Windows-1252. No cell is a formula: see
    :func:`components.tables.cells.cell`.
    """
    texts = table.select_dtypes(exclude=["number", "bool", "datetime"]).columns
    marked = table.assign(**{name: table[name].map(cell) for name in texts})
    return marked.to_csv(index=False).encode("utf-8-sig")


def as_json(table: pd.DataFrame, conditions: "DataclassInstance") -> bytes:
    """The table as a JSON object with ``conditions``, an object, and ``rows``, a list of objects."""
    rows = table.astype(object).where(table.notna(), None)  # JSON knows no NaN
    content = {"conditions": dataclasses.asdict(conditions), "rows": rows.to_dict(orient="records")}
    return json.dumps(content, ensure_ascii=False, indent=1, default=str).encode()
