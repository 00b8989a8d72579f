"""How far students agree with their teacher, worked out beforehand: both go through hundreds of sentences.

Made by ``python -m cache.shipped.agreement [teacher student]``: without ids, the bundled student and its control are
held against their teacher. A test holds the files to what the bundled models say.
"""

import dataclasses
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from components.distillation.model.agreement_results import Agreement, BlankAgreement
from components.model.blanks.blank_probes import blank_probes
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.registry import model_record
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


COMMAND = "python -m cache.shipped.agreement"
BUNDLED = (("pocket-bert", "pocket-distilbert"), ("pocket-bert", "pocket-scratch"))
DIGITS = 5


def main(model_ids: Sequence[str], *, folder: Path = FOLDER) -> None:
    """Write the agreement of the teacher and the student named, or of the bundled ones."""
    from components.distillation.model.agreement import measure_agreement
    from components.model.checkpoints.loader import Loader

    if len(model_ids) not in (0, 2):
        raise SystemExit(f"{COMMAND} takes a teacher and a student, or nothing")
    loader, probes = Loader(weights_folder), blank_probes()
    folder.mkdir(exist_ok=True)
    for teacher, student in [(model_ids[0], model_ids[1])] if model_ids else BUNDLED:
        found = measure_agreement(loader.open(model_record(teacher)), loader.open(model_record(student)), probes)
        text = json.dumps(agreement_entry(found), ensure_ascii=False, separators=(",", ":"))
        (folder / file_name(teacher, student)).write_text(text + "\n", encoding="utf-8")


def agreement_entry(found: Agreement) -> dict[str, Any]:
    """An agreement as it is written, rounded to :data:`DIGITS`."""
    teacher, student = found.conditions
    return {
        "command": f"{COMMAND} {teacher.model_id} {student.model_id}",
        "conditions": [dataclasses.asdict(of) for of in found.conditions],
        "blanks": [_written(blank) for blank in found.blanks],
    }


def _written(blank: BlankAgreement) -> dict[str, Any]:
    return {
        **dataclasses.asdict(blank),
        "teacher": [_choice(one) for one in blank.teacher],
        "student": [_choice(one) for one in blank.student],
        "kl": round(blank.kl, DIGITS),
        "js": round(blank.js, DIGITS),
    }


def _choice(candidate: Candidate) -> list[str | float | bool]:
    return [candidate.text, round(candidate.probability, DIGITS), candidate.continues]


if __name__ == "__main__":
    main(sys.argv[1:])
