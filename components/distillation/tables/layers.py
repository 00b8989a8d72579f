"""Tables and findings on the similarity of a student's layers to its teacher's."""

from enum import StrEnum

import numpy as np
import pandas as pd

from components.distillation.model.results import Array, LayerSimilarity
from components.tables.numbers import fixed
from components.tables.phrases import list_phrase


class LayerSimilarityMeasure(StrEnum):
    """Measures of the similarity of two layers. The values are labels on the page and in links."""

    CKA = "hidden states (linear CKA)"
    COSINE = "hidden states (mean cosine)"
    ATTENTION = "overlap of attention weights"


def available_measures(similarity: LayerSimilarity) -> tuple[LayerSimilarityMeasure, ...]:
    """The measures that are defined for these two models."""
    return tuple(measure for measure in LayerSimilarityMeasure if _values(similarity, measure) is not None)


def similarity_table(similarity: LayerSimilarity, measure: LayerSimilarityMeasure) -> pd.DataFrame:
    """One row per pair of layers.

    Columns: ``student``, ``teacher``, layers from 1, or 0 for the embeddings; ``student_name``, ``teacher_name``;
    ``value``; ``shuffled``, the value for shuffled tokens, for CKA only; ``began``, whether the student's layer was
    initialised from the teacher's.

    Raises:
        ValueError: ``measure`` is not defined for these models.
    """
    values = _values(similarity, measure)
    if values is None:
        raise ValueError(f"these models cannot be compared by {measure}")
    first_layer = 1 if measure is LayerSimilarityMeasure.ATTENTION else 0
    rows = []
    for (row, column), value in np.ndenumerate(values):
        student, teacher = row + first_layer, column + first_layer
        rows.append(
            {
                "student": student,
                "teacher": teacher,
                "student_name": _layer_name(student),
                "teacher_name": _layer_name(teacher),
                "value": float(value),
                "shuffled": float(similarity.shuffled[row, column])
                if measure is LayerSimilarityMeasure.CKA
                else float("nan"),
                "began": _origin_layer(similarity, student) == teacher,
            }
        )
    return pd.DataFrame(rows)


def similarity_finding(similarity: LayerSimilarity, measure: LayerSimilarityMeasure, names: tuple[str, str]) -> str:
    """The origin of each layer of the student and the teacher's most similar layer; ``names``: teacher's, student's."""
    table = similarity_table(similarity, measure)
    sentences = []
    for student in range(1, int(table["student"].max()) + 1):
        rows = table[table["student"] == student]
        best = rows.iloc[int(rows["value"].argmax())]
        subject, closest = f"The student’s {_layer_name(student)}", f"the teacher’s {best['teacher_name']}"
        figure = fixed(best["value"], 2)
        alike = rows[rows["value"].map("{:.2f}".format) == figure]  # as the chart shows them
        origin = rows[rows["began"]]
        if len(alike) > 1:
            names_alike = list_phrase([str(name) for name in alike["teacher_name"]])
            copied = "" if origin.empty else f", copied from the teacher’s {origin.iloc[0]['teacher_name']},"
            still = "still " if bool(alike["began"].any()) else ""
            sentences.append(
                f"{subject}{copied} is {still}most similar to the teacher’s {names_alike} ({figure} each)."
            )
        elif origin.empty:
            sentences.append(f"{subject} is most similar to {closest} ({fixed(best['value'], 2)}).")
        elif bool(best["began"]):
            sentences.append(
                f"{subject}, copied from {closest}, is still most similar to it ({fixed(best['value'], 2)})."
            )
        else:
            row = origin.iloc[0]
            origin_text = f"copied from the teacher’s {row['teacher_name']} ({fixed(row['value'], 2)} now)"
            sentences.append(f"{subject}, {origin_text}, is most similar to {closest} ({fixed(best['value'], 2)}).")
    return f"{' '.join(sentences)} The teacher is {names[0]}, the student {names[1]}, compared by {measure}."


def chance_finding(similarity: LayerSimilarity) -> str:
    """The chance level of CKA with this number of tokens."""
    chance = fixed(similarity.shuffled.mean(), 2)
    return (
        f"With {similarity.tokens} tokens, CKA is {chance} on average even when the student’s tokens are shuffled, "
        f"so only values clearly above {chance} mean anything."
    )


def _values(similarity: LayerSimilarity, measure: LayerSimilarityMeasure) -> Array | None:
    match measure:
        case LayerSimilarityMeasure.CKA:
            return similarity.cka
        case LayerSimilarityMeasure.COSINE:
            return similarity.cosine
        case LayerSimilarityMeasure.ATTENTION:
            return similarity.attention


def _origin_layer(similarity: LayerSimilarity, student: int) -> int | None:
    """The teacher's layer, from 1, from which a layer was initialised; embeddings (0) come from embeddings."""
    if similarity.origins is None:
        return None
    return 0 if student == 0 else similarity.origins[student - 1] + 1


def _layer_name(layer: int) -> str:
    return f"layer {layer}" if layer else "embeddings"
