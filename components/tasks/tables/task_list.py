"""The list of tasks as a table, and a sentence about it."""

from collections.abc import Sequence

import pandas as pd

from components.tables.phrases import list_phrase
from components.tasks.model.task_list import TaskLine

NOT_HERE = "not here; from a folder of your own"


def task_table(lines: Sequence[TaskLine]) -> pd.DataFrame:
    """One row a task. Columns: ``task``, ``input``, ``head_reads``, ``outputs``, ``here``, ``view``."""
    return pd.DataFrame(
        [(line.name, line.text, line.vectors, line.outputs, line.here or NOT_HERE, line.view) for line in lines],
        columns=["task", "input", "head_reads", "outputs", "here", "view"],
    )


def task_finding(lines: Sequence[TaskLine]) -> str:
    """How few kinds of head there are, and which tasks have none here."""
    kinds = {line.view for line in lines if not line.outputs.startswith("no head")}
    missing = [line.name.partition(" (")[0].lower() for line in lines if not line.here]
    described = f" No head for {list_phrase(missing, 'or')} comes with Riverbank." if missing else ""
    return f"{len(lines)} tasks need {len(kinds)} kinds of head on the same encoder.{described}"
