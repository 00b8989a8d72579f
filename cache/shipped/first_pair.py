"""The precomputed predictions and passes of a teacher and its student.

``python -m cache.shipped.first_pair`` writes them.
"""

from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from components.distillation.model.pair_results import ModelPair
from components.distillation.model.presets import DISTILLATION_PRESETS
from components.model.checkpoints.catalogue import REFERENCE, STUDENT
from components.model.results import Tokens
from components.model.serialisation import from_json, rounded, to_json, to_plain

FILE = Path(__file__).with_name("first_pair.json")
MACHINES = tuple(Path(__file__).with_name(f"first_pair_{name}.bin") for name in ("teacher", "student"))
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


@st.cache_resource(max_entries=1, show_spinner=False)
def first_machines() -> tuple[bytes, bytes]:
    """The passes of the bundled teacher and student over the first example, each following the blank."""
    teacher, student = (file.read_bytes() for file in MACHINES)
    return teacher, student


def main() -> None:
    """Compute and write them."""
    from cache.distillation import model_pair
    from cache.engine import tokens
    from cache.shared.passes import way_payload

    sentence = DISTILLATION_PRESETS[0].sentence
    pair = FirstPair(tokens(REFERENCE, sentence), model_pair(REFERENCE, STUDENT, sentence, (), 0))
    FILE.write_text(to_json(rounded(to_plain(pair), DIGITS)) + "\n", encoding="utf-8")
    for file, model_id, mask in zip(MACHINES, (REFERENCE, STUDENT), (pair.pair.first, pair.pair.second), strict=True):
        file.write_bytes(way_payload(model_id, sentence, (), mask.position))


if __name__ == "__main__":
    main()
