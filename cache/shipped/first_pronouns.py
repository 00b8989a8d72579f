"""Precomputed pronouns beside occupations, of two bundled models.

``python -m cache.shipped.first_pronouns`` writes them. A test compares them with what the models compute now.
"""

from pathlib import Path

import streamlit as st

from components.model.checkpoints.catalogue import DEFAULT_MODEL, REFERENCE
from components.model.serialisation import from_json, rounded, to_json, to_plain
from components.suites.model.pronoun_results import PronounSuite

FILE = Path(__file__).with_name("first_pronouns.json")
MODELS = (DEFAULT_MODEL, REFERENCE)
DIGITS = 5  # significant


@st.cache_resource(max_entries=1, show_spinner=False)
def first_pronouns() -> dict[str, PronounSuite]:
    """The results by model."""
    suites = from_json(tuple[PronounSuite, ...], FILE.read_text(encoding="utf-8"))
    return {suite.conditions.model_id: suite for suite in suites}


def main() -> None:
    """Compute and write them."""
    from cache.suites import pronoun_suite

    suites = tuple(pronoun_suite(model_id, lambda _done, _of: None) for model_id in MODELS)
    FILE.write_text(to_json(rounded(to_plain(suites), DIGITS)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
