"""The precomputed predictions of a teacher and its student, written by ``python -m cache.shipped.first_pair``."""

from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from components.distillation.model.presets import DISTILLATION_PRESETS
from components.model.blanks.results import ModelPair
from components.model.checkpoints.catalogue import REFERENCE, STUDENT
from components.model.results import Tokens
from components.model.serialisation import from_json, rounded, to_json, to_plain

FILE = Path(__file__).with_name("first_pair.json")
DIGITS = 6  # significant


@dataclass(frozen=True)
class FirstPair:
    """Both models at the blank of the first example of “Distillation”.

    Attributes:
        tokens: The example, as the teacher reads it.
        pair: What both predict.
    """

    tokens: Tokens
    pair: ModelPair


@st.cache_resource(max_entries=1, show_spinner=False)
def first_pair() -> FirstPair:
    """The bundled teacher and student on the first example."""
    return from_json(FirstPair, FILE.read_text(encoding="utf-8"))


def main() -> None:
    """Compute and write it."""
    from cache.blanks import model_pair
    from cache.engine import tokens

    sentence = DISTILLATION_PRESETS[0].sentence
    pair = FirstPair(tokens(REFERENCE, sentence), model_pair(REFERENCE, STUDENT, sentence, (), 0))
    FILE.write_text(to_json(rounded(to_plain(pair), DIGITS)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
