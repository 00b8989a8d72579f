"""The words of the first example of “Tokens and input”, cut beforehand by ``python -m cache.shipped.first_words``."""

from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from components.input.model.cutting import Rule, TokenizedWord
from components.input.model.presets import INPUT_PRESETS
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.results import Conditions
from components.model.serialisation import from_json, to_json

FILE = Path(__file__).with_name("first_words.json")


@dataclass(frozen=True)
class FirstWords:
    """The first example, cut by the default model's vocabulary.

    Attributes:
        rule: How the vocabulary cuts words.
        words: The words of the sentence, with every step.
        conditions: Of the model.
    """

    rule: Rule
    words: tuple[TokenizedWord, ...]
    conditions: Conditions


@st.cache_resource(max_entries=1, show_spinner=False)
def first_words() -> FirstWords:
    """The words of the first example."""
    return from_json(FirstWords, FILE.read_text(encoding="utf-8"))


def main() -> None:
    """Compute and write them."""
    from cache.engine import conditions
    from cache.input import rule, tokenize_words

    words = tokenize_words(DEFAULT_MODEL, INPUT_PRESETS[0].sentence)
    FILE.write_text(to_json(FirstWords(rule(DEFAULT_MODEL), words, conditions(DEFAULT_MODEL))) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
