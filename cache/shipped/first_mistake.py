"""The precomputed first mistake of the default model, written by ``python -m cache.shipped.first_mistake``."""

from pathlib import Path

import streamlit as st

from components.mistakes.model.catalogue import MISTAKES
from components.mistakes.model.results import Comparison
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.serialisation import from_json, to_json

FILE = Path(__file__).with_name("first_mistake.json")


@st.cache_resource(max_entries=1, show_spinner=False)
def first_mistake() -> Comparison:
    """Both ways of the first mistake."""
    return from_json(Comparison, FILE.read_text(encoding="utf-8"))


def main() -> None:
    """Compute and write it."""
    from cache.mistakes import compare

    FILE.write_text(to_json(compare(DEFAULT_MODEL, MISTAKES[0].key), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
