"""The precomputed predictions and passes of a teacher and its student.

``python -m cache.shipped.first_pair`` writes them.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cache.shipped.shipped import shipped
from components.distillation.model.pair_results import ModelPair
from components.distillation.model.presets import DISTILLATION_PRESETS
from components.model.checkpoints.catalogue import REFERENCE, STUDENT
from components.model.results import Tokens

MACHINES = tuple(Path(__file__).with_name(f"first_pair_{name}.bin") for name in ("teacher", "student"))


@dataclass(frozen=True)
class FirstPair:
    """Both models at the blank of the first example of “Distillation”.

    Attributes:
        tokens: The example, as the teacher reads it.
        pair: What both predict.
    """

    tokens: Tokens
    pair: ModelPair


@shipped("first_pair.json", digits=6)
def first_pair() -> FirstPair:
    """The bundled teacher and student on the first example."""
    from cache.distillation import model_pair
    from cache.engine import tokens

    sentence = DISTILLATION_PRESETS[0].sentence
    return FirstPair(tokens(REFERENCE, sentence), model_pair(REFERENCE, STUDENT, sentence, (), 0))


@cache
def first_machines() -> tuple[bytes, bytes]:
    """The passes of the bundled teacher and student over the first example, each following the blank."""
    teacher, student = (file.read_bytes() for file in MACHINES)
    return teacher, student


def main() -> None:
    """Compute and write them."""
    from cache.shared.passes import way_payload

    pair = first_pair.write().pair
    for file, model_id, mask in zip(MACHINES, (REFERENCE, STUDENT), (pair.first, pair.second), strict=True):
        file.write_bytes(way_payload(model_id, DISTILLATION_PRESETS[0].sentence, (), mask.position))


if __name__ == "__main__":
    main()
