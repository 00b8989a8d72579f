"""What the papers report, as tables."""

import pandas as pd

from components.family.model.published import REPORTED, TASKS, TRAINED

NONE = "–"


def published_table() -> pd.DataFrame:
    """A row a model that has a figure, a column a task; a figure with its split and its table."""
    cells = {(one.key, one.task): f"{one.value:.1f} ({one.split}, {one.table})" for one in REPORTED}
    members = dict.fromkeys(one.member for one in REPORTED)
    return pd.DataFrame(
        [
            {"model": one.name, "paper": f"{one.paper} {one.year}"}
            | {task: cells.get((one.key, task), NONE) for task in TASKS}
            for one in members
        ]
    )


def trained_table() -> pd.DataFrame:
    """How they were pre-trained: ``model``, ``text``, ``steps``, ``hardware``."""
    return pd.DataFrame(
        [(one.member.name, one.text, one.steps, one.hardware or NONE) for one in TRAINED],
        columns=["model", "text", "steps", "hardware"],
    )


def published_finding() -> str:
    """How many figures of how many papers."""
    papers = {(one.member.paper, one.member.year) for one in REPORTED}
    return f"{len(REPORTED)} figures from {len(papers)} papers, each with the table that it stands in."
