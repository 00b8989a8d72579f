"""How far students agree with their teacher, worked out beforehand: both go through hundreds of sentences.

Made by ``python -m cache.score_agreement``; a test holds the files to what the bundled models say.
"""

import json
from pathlib import Path
from typing import Any

import streamlit as st

from components.model.agreement_results import Agreement, BlankAgreement
from components.model.results import Candidate, Conditions

FOLDER = Path(__file__).with_name("agreement")


def file_name(teacher_id: str, student_id: str) -> str:
    """The file of two models, below :data:`FOLDER`."""
    return "~".join(model_id.replace("/", "--") for model_id in (teacher_id, student_id)) + ".json"


def shipped_agreement(teacher_id: str, student_id: str) -> Agreement | None:
    """How far two models agree, rounded to a few digits, if it ships with the app."""
    return _all().get((teacher_id, student_id))


@st.cache_resource(max_entries=1, show_spinner=False)
def _all() -> dict[tuple[str, str], Agreement]:
    # By the ids inside: what a visitor's link names never becomes a path.
    found = [_agreement(json.loads(file.read_text(encoding="utf-8"))) for file in sorted(FOLDER.glob("*.json"))]
    return {(one.conditions[0].model_id, one.conditions[1].model_id): one for one in found}


def _agreement(entry: dict[str, Any]) -> Agreement:
    teacher, student = (Conditions(**of) for of in entry["conditions"])
    return Agreement(tuple(map(_blank, entry["blanks"])), (teacher, student))


def _blank(entry: dict[str, Any]) -> BlankAgreement:
    sides = {side: tuple(Candidate(*one) for one in entry[side]) for side in ("teacher", "student")}
    return BlankAgreement(**{**entry, **sides})
