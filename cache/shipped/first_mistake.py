"""The first mistake on the first model, computed beforehand: ``python -m cache.shipped.first_mistake``."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import streamlit as st

from components.mistakes.model.catalogue import MISTAKES
from components.mistakes.model.results import Compared, Row, Side
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.results import Conditions

FILE = Path(__file__).with_name("first_mistake.json")


@st.cache_resource(max_entries=1, show_spinner=False)
def first_mistake() -> Compared:
    """Both ways of the first mistake."""
    told = json.loads(FILE.read_text(encoding="utf-8"))
    number, word = told["followed"]
    return Compared(_side(told["right"]), _side(told["wrong"]), (number, word), Conditions(**told["conditions"]))


def _side(told: dict[str, Any]) -> Side:
    return Side(**{**told, "rows": tuple(Row(**row) for row in told["rows"])})


def main() -> None:
    """Compute it."""
    from cache.mistakes import compared

    found = asdict(compared(DEFAULT_MODEL, MISTAKES[0].key))
    FILE.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
