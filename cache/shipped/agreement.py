"""Precomputed agreement of students with their teacher, over hundreds of sentences.

``python -m cache.shipped.agreement [teacher student]`` writes it: without ids, for the bundled student and its control.
A test compares the files with the bundled models.
"""

import dataclasses
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cache.sized_cache import share_results
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
    """The agreement of two models, rounded to :data:`DIGITS`; None if it is not shipped."""
    return _all().get((teacher_id, student_id))


@share_results(1)
def _all() -> dict[tuple[str, str], Agreement]:
    # By the ids in the files, so that an id from a link never becomes a path.
    agreements = [_agreement(json.loads(file.read_text(encoding="utf-8"))) for file in sorted(FOLDER.glob("*.json"))]
    return {(agreement.conditions[0].model_id, agreement.conditions[1].model_id): agreement for agreement in agreements}


def _agreement(entry: dict[str, Any]) -> Agreement:
    teacher, student = (Conditions(**values) for values in entry["conditions"])
    return Agreement(tuple(map(_blank, entry["blanks"])), (teacher, student))


def _blank(entry: dict[str, Any]) -> BlankAgreement:
    sides = {side: tuple(Candidate(*values) for values in entry[side]) for side in ("teacher", "student")}
    return BlankAgreement(**{**entry, **sides})


COMMAND = "python -m cache.shipped.agreement"
BUNDLED = (("pocket-bert", "pocket-distilbert"), ("pocket-bert", "pocket-scratch"))
DIGITS = 5


def main(model_ids: Sequence[str], *, folder: Path = FOLDER) -> None:
    """Write the agreement of the given teacher and student, or of the bundled ones.

    Raises:
        SystemExit: There is not exactly one teacher and one student.
    """
    from components.distillation.model.agreement import measure_agreement
    from components.model.checkpoints.loader import Loader

    if len(model_ids) not in (0, 2):
        raise SystemExit(f"{COMMAND} takes a teacher and a student, or nothing")
    loader, probes = Loader(weights_folder), blank_probes()
    folder.mkdir(exist_ok=True)
    for teacher, student in [(model_ids[0], model_ids[1])] if model_ids else BUNDLED:
        result = measure_agreement(loader.open(model_record(teacher)), loader.open(model_record(student)), probes)
        text = json.dumps(agreement_entry(result), ensure_ascii=False, separators=(",", ":"))
        (folder / file_name(teacher, student)).write_text(text + "\n", encoding="utf-8")


def agreement_entry(agreement: Agreement) -> dict[str, Any]:
    """The JSON value of an agreement, rounded to :data:`DIGITS`."""
    teacher, student = agreement.conditions
    return {
        "command": f"{COMMAND} {teacher.model_id} {student.model_id}",
        "conditions": [dataclasses.asdict(conditions) for conditions in agreement.conditions],
        "blanks": [_written(blank) for blank in agreement.blanks],
    }


def _written(blank: BlankAgreement) -> dict[str, Any]:
    return {
        **dataclasses.asdict(blank),
        "teacher": [_choice(candidate) for candidate in blank.teacher],
        "student": [_choice(candidate) for candidate in blank.student],
        "kl": round(blank.kl, DIGITS),
        "js": round(blank.js, DIGITS),
    }


def _choice(candidate: Candidate) -> list[str | float | bool]:
    return [candidate.text, round(candidate.probability, DIGITS), candidate.continues]


if __name__ == "__main__":
    main(sys.argv[1:])
