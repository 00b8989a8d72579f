"""Ask teachers and students at every blank of the probe set: ``python -m cache.score_agreement [teacher student]``.

Without ids, the bundled student and its control are held against their teacher. Models that are not bundled have to be
on this machine already.
"""

import dataclasses
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cache.agreement import FOLDER, file_name
from components.model.agreement import agreement
from components.model.agreement_results import Agreement, BlankAgreement
from components.model.availability import weights_folder
from components.model.blank_probes import blank_probes
from components.model.loader import Loader
from components.model.registry import record
from components.model.results import Candidate

COMMAND = "python -m cache.score_agreement"
BUNDLED = (("pocket-bert", "pocket-distilbert"), ("pocket-bert", "pocket-scratch"))
DIGITS = 5


def main(model_ids: Sequence[str], *, folder: Path = FOLDER) -> None:
    """Write the agreement of the teacher and the student named, or of the bundled ones."""
    if len(model_ids) not in (0, 2):
        raise SystemExit(f"{COMMAND} takes a teacher and a student, or nothing")
    loader, probes = Loader(weights_folder), blank_probes()
    folder.mkdir(exist_ok=True)
    for teacher, student in [(model_ids[0], model_ids[1])] if model_ids else BUNDLED:
        found = agreement(loader.open(record(teacher)), loader.open(record(student)), probes)
        text = json.dumps(agreement_entry(found), ensure_ascii=False, separators=(",", ":"))
        (folder / file_name(teacher, student)).write_text(text + "\n", encoding="utf-8")


def agreement_entry(found: Agreement) -> dict[str, Any]:
    """An agreement as it is written, rounded to :data:`DIGITS`."""
    teacher, student = found.conditions
    return {
        "command": f"{COMMAND} {teacher.model_id} {student.model_id}",
        "conditions": [dataclasses.asdict(of) for of in found.conditions],
        "blanks": [_blank(blank) for blank in found.blanks],
    }


def _blank(blank: BlankAgreement) -> dict[str, Any]:
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
