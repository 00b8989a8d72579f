"""Tables and findings on the similarity of a student's layers to its teacher's."""

import numpy as np
import pandas as pd

from components.distillation.model.results import LayerSimilarity
from components.tables.layers import layer_name
from components.tables.numbers import fixed
from components.tables.phrases import list_phrase


def similarity_table(similarity: LayerSimilarity) -> pd.DataFrame:
    """One row per pair of layers.

    Columns: ``student``, ``teacher``, layers from 1, or 0 for the embeddings; ``student_name``, ``teacher_name``;
    ``value``; ``shuffled``, the value for shuffled tokens; ``began``, whether the student's layer was initialised from
    the teacher's.
    """
    return pd.DataFrame(
        [
            {
                "student": student,
                "teacher": teacher,
                "student_name": layer_name(student),
                "teacher_name": layer_name(teacher),
                "value": float(value),
                "shuffled": float(similarity.shuffled[student, teacher]),
                "began": _origin_layer(similarity, student) == teacher,
            }
            for (student, teacher), value in np.ndenumerate(similarity.cka)
        ]
    )


def similarity_finding(similarity: LayerSimilarity, names: tuple[str, str]) -> str:
    """The origin of each layer of the student and the teacher's most similar layer; ``names``: teacher's, student's."""
    table = similarity_table(similarity)
    sentences = []
    for student in range(1, int(table["student"].max()) + 1):
        rows = table[table["student"] == student]
        best = rows.iloc[int(rows["value"].argmax())]
        subject, closest = f"The student’s {layer_name(student)}", f"the teacher’s {best['teacher_name']}"
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
    return f"{' '.join(sentences)} The teacher is {names[0]}, the student {names[1]}, compared by linear CKA."


def chance_finding(similarity: LayerSimilarity) -> str:
    """The chance level of CKA with this number of tokens."""
    chance = fixed(similarity.shuffled.mean(), 2)
    return (
        f"With {similarity.tokens} tokens, CKA is {chance} on average even when the student’s tokens are shuffled, "
        f"so only values clearly above {chance} mean anything."
    )


def _origin_layer(similarity: LayerSimilarity, student: int) -> int | None:
    """The teacher's layer, from 1, from which a layer was initialised; embeddings (0) come from embeddings."""
    if similarity.origins is None:
        return None
    return 0 if student == 0 else similarity.origins[student - 1] + 1
