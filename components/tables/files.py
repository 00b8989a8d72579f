"""Tables as CSV and JSON files, with the conditions of the computation: any dataclass or mapping of plain values.

Text cells are protected against formula injection in spreadsheets.
"""

import dataclasses
import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import pandas as pd

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

FileConditions: TypeAlias = "DataclassInstance | Mapping[str, object]"


# A spreadsheet with the separator ";" or tab splits a text there, and each part can be a formula. Spreadsheets strip
# spaces, quotes and what is invisible before they look for the sign, and accept full-width and small signs. The search
# does not skip separators, so that it reads a run of tabs once, and not again from each of them.
_SKIPPED = r"\x00-\x08\x0b\x0c\x0e-\x20\"\x7f-\xa0\xad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff"
_FORMULA = re.compile(rf"(^|[;\t\r\n])([{_SKIPPED}]*[=+\-@＝＋－＠﹦﹢﹣﹫])")


def csv(table: pd.DataFrame, conditions: FileConditions) -> bytes:
    """The table as CSV, with the conditions as constant columns, so that several files can be concatenated.

    A condition that the table has as a column is the row's: rows of two models each name their own.
    """
    return csv_bytes(table.assign(**_common_conditions(table, conditions)))


def csv_bytes(table: pd.DataFrame) -> bytes:
    """The table as CSV for spreadsheets. All CSV files are written here.

    They begin with a byte order mark, without which Excel reads UTF-8 as Windows-1252. No cell is a formula: see
    :func:`cell`.
    """
    texts = table.select_dtypes(exclude=["number", "bool", "datetime"]).columns
    marked = table.assign(**{name: table[name].map(cell) for name in texts})
    return marked.to_csv(index=False).encode("utf-8-sig", "replace")


def as_json(table: pd.DataFrame, conditions: FileConditions, *, link: str = "") -> bytes:
    """The table as JSON: an object with ``conditions``, which all rows share, and ``rows``, a list of objects.

    Args:
        table: The table.
        conditions: What its numbers were computed under.
        link: The link to the view, relative to the app's root, which becomes the entry ``link``; "" for none.
    """
    rows = table.astype(object).where(table.notna(), None)  # JSON knows no NaN
    content = {
        **({"link": link} if link else {}),
        "conditions": _common_conditions(table, conditions),
        "rows": rows.to_dict(orient="records"),
    }
    return json.dumps(content, ensure_ascii=False, indent=1, default=str).encode(errors="replace")


def _common_conditions(table: pd.DataFrame, conditions: FileConditions) -> dict[str, Any]:
    values = conditions if isinstance(conditions, Mapping) else dataclasses.asdict(conditions)
    return {name: value for name, value in values.items() if name not in table.columns}


def cell(value: object) -> object:
    """The value, with an apostrophe before anything that a spreadsheet would run as a formula.

    A sign alone is no formula and stays as it is, like every token of a vocabulary. A lone surrogate, which no file can
    hold, becomes a question mark.
    """
    if not isinstance(value, str):
        return value
    text = value.encode("utf-8", "replace").decode()
    return text if len(text) < 2 else _FORMULA.sub(r"\1'\2", text)
