"""Every layer of a student against every layer of its teacher."""

from enum import StrEnum

import numpy as np
import pandas as pd

from components.distillation.model.results import Array, LayerSimilarity


class SimilarityMeasure(StrEnum):
    """What two layers are compared by."""

    CKA = "hidden states (linear CKA)"
    COSINE = "hidden states (mean cosine)"
    ATTENTION = "attention (1 − divergence)"


def available_measures(found: LayerSimilarity) -> tuple[SimilarityMeasure, ...]:
    """By what these two models can be compared."""
    return tuple(measure for measure in SimilarityMeasure if _values(found, measure) is not None)


def similarity_table(found: LayerSimilarity, measure: SimilarityMeasure) -> pd.DataFrame:
    """One row a pair of layers.

    Columns: ``student``, ``teacher``, layers from 1, 0 being the embeddings; ``student_name``, ``teacher_name``;
    ``value``; ``shuffled``, what tokens in another order give, nothing but for CKA; ``began``, whether the student's
    layer began as a copy of the teacher's.

    Raises:
        ValueError: The models cannot be compared by ``measure``.
    """
    values = _values(found, measure)
    if values is None:
        raise ValueError(f"these models cannot be compared by {measure}")
    from_layer = 1 if measure is SimilarityMeasure.ATTENTION else 0
    rows = []
    for (row, column), value in np.ndenumerate(values):
        student, teacher = row + from_layer, column + from_layer
        rows.append(
            {
                "student": student,
                "teacher": teacher,
                "student_name": _name(student),
                "teacher_name": _name(teacher),
                "value": float(value),
                "shuffled": float(found.shuffled[row, column]) if measure is SimilarityMeasure.CKA else float("nan"),
                "began": _origin(found, student) == teacher,
            }
        )
    return pd.DataFrame(rows)


def similarity_finding(found: LayerSimilarity, measure: SimilarityMeasure, names: tuple[str, str]) -> str:
    """Where each layer of the student came from and what it is most like now; ``names``: teacher's, student's."""
    table = similarity_table(found, measure)
    said = []
    for student in range(1, int(table["student"].max()) + 1):
        rows = table[table["student"] == student]
        best = rows.iloc[int(rows["value"].argmax())]
        subject, closest = f"The student’s {_name(student)}", f"the teacher’s {best['teacher_name']}"
        origin = rows[rows["began"]]
        if origin.empty:
            said.append(f"{subject} is most similar to {closest} ({best['value']:.2f}).")
        elif bool(best["began"]):
            said.append(f"{subject}, copied from {closest}, is still most similar to it ({best['value']:.2f}).")
        else:
            row = origin.iloc[0]
            origin_text = f"copied from the teacher’s {row['teacher_name']} ({row['value']:.2f} now)"
            said.append(f"{subject}, {origin_text}, is most similar to {closest} ({best['value']:.2f}).")
    return f"{' '.join(said)} The teacher is {names[0]}, the student {names[1]}, compared by {measure}."


def chance_finding(found: LayerSimilarity) -> str:
    """What CKA gives for nothing with as many tokens."""
    chance = f"{found.shuffled.mean():.2f}"
    return (
        f"With {found.tokens} tokens, CKA is {chance} on average even when the student’s tokens are shuffled, so only "
        f"values clearly above {chance} mean anything."
    )


def _values(found: LayerSimilarity, measure: SimilarityMeasure) -> Array | None:
    match measure:
        case SimilarityMeasure.CKA:
            return found.cka
        case SimilarityMeasure.COSINE:
            return found.cosine
        case SimilarityMeasure.ATTENTION:
            return found.attention


def _origin(found: LayerSimilarity, student: int) -> int | None:
    """The teacher's layer, from 1, that a layer of the student began as; embeddings began as embeddings."""
    if found.origins is None:
        return None
    return 0 if student == 0 else found.origins[student - 1] + 1


def _name(layer: int) -> str:
    return f"layer {layer}" if layer else "embeddings"
