"""How alike the layers of a student and its teacher are."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.model.results import Conditions

Array = npt.NDArray[np.float64]

# Layers of the teacher, from 0, that the student's layers began as.
ORIGINS: dict[tuple[str, str], tuple[int, ...]] = {
    ("pocket-bert", "pocket-distilbert"): (0, 2),
    # scripts/extract_distilbert.py of Hugging Face's distillation code.
    ("bert-base-uncased", "distilbert-base-uncased"): (0, 2, 4, 7, 9, 11),
}


def layer_origins(teacher_id: str, student_id: str) -> tuple[int, ...] | None:
    """The teacher's layer, from 0, that each layer of the student was copied from before training; None: not known."""
    return ORIGINS.get((teacher_id, student_id))


@dataclass(frozen=True)
class LayerLikeness:
    """Every layer of a student against every layer of its teacher, over the tokens of some sentences, marks included.

    *Shape:* ``cka``, ``shuffled`` and ``cosine`` (student layer + 1, teacher layer + 1), the first being the
    embeddings; ``attention`` (student layer, teacher layer).

    Attributes:
        cka: Linear centred kernel alignment, from 0 to 1.
        shuffled: The same with the student's tokens in another order, mean of some: what few tokens give for nothing.
        cosine: Mean over tokens of the cosine of both hidden states; None where the widths differ.
        attention: 1 less the Jensen-Shannon divergence in bits of what a token looks at, mean over tokens and heads,
            head 1 against head 1 and so on; None where the models differ in the number of heads.
        origins: As :func:`layer_origins` says.
        sentences: How many.
        tokens: How many, over all sentences.
        conditions: The teacher's and the student's.
    """

    cka: Array
    shuffled: Array
    cosine: Array | None
    attention: Array | None
    origins: tuple[int, ...] | None
    sentences: int
    tokens: int
    conditions: tuple[Conditions, Conditions]
