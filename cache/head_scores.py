"""What each head does, worked out beforehand: scoring a model takes it through hundreds of sentences.

Made by ``python -m cache.score_heads``; a test holds the files to what the bundled models say.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from components.model.head_scores_results import Array, HeadScores, Kind, KindScores
from components.model.results import Conditions

FOLDER = Path(__file__).with_name("head_scores")


def file_name(model_id: str) -> str:
    """The file of a model, below :data:`FOLDER`."""
    return f"{model_id.replace('/', '--')}.json"


def shipped_head_scores(model_id: str) -> HeadScores | None:
    """The scores of ``model_id``, rounded to four digits, if they ship with the app."""
    return _all().get(model_id)


@st.cache_resource(max_entries=1, show_spinner=False)
def _all() -> dict[str, HeadScores]:
    # By the id inside: what a visitor's link names never becomes a path.
    found = [_scores(json.loads(file.read_text(encoding="utf-8"))) for file in sorted(FOLDER.glob("*.json"))]
    return {scores.conditions.model_id: scores for scores in found}


def _scores(entry: dict[str, Any]) -> HeadScores:
    return HeadScores(
        kinds=tuple(
            KindScores(
                kind=Kind(name),
                score=_array(found["score"]),
                error=_array(found["error"]),
                least=_array(found["least"]),
                baseline=found["baseline"],
                count=found["count"],
                offset=found["offset"],
            )
            for name, found in entry["kinds"].items()
        ),
        bits=_array(entry["bits"]),
        most_bits=entry["most_bits"],
        sentences=entry["sentences"],
        conditions=Conditions(**entry["conditions"]),
    )


def _array(values: list[list[float]]) -> Array:
    """As an array that nobody can write to: visitors share it."""
    array = np.array(values, dtype=np.float64)
    array.flags.writeable = False
    return array
