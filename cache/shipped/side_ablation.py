"""What hiding a side does over the probe set, worked out beforehand for the bundled twins.

Made by ``python -m cache.shipped.side_ablation [model-id …]``: without an id, of the one that reads both sides and the
one that reads from the left. A test holds the files to what the bundled models say.
"""

import dataclasses
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from components.model.blanks.blank_probes import BlankProbe, blank_probes
from components.model.blanks.sides_results import ContextSide, SideAblation, make_read_only
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.registry import model_record
from components.model.results import Conditions

FOLDER = Path(__file__).with_name("side_ablation")


def file_name(model_id: str) -> str:
    """The file of a model, below :data:`FOLDER`."""
    return f"{model_id.replace('/', '--')}.json"


def shipped_side_ablation(model_id: str) -> SideAblation | None:
    """The answers of ``model_id``, rounded to four digits, if they ship with the app."""
    return _all().get(model_id)


@st.cache_resource(max_entries=1, show_spinner=False)
def _all() -> dict[str, SideAblation]:
    # By the id inside: what a visitor's link names never becomes a path.
    found = [_effects(json.loads(file.read_text(encoding="utf-8"))) for file in sorted(FOLDER.glob("*.json"))]
    return {effects.conditions.model_id: effects for effects in found}


def _effects(entry: dict[str, Any]) -> SideAblation:
    probes = {probe.sentence: probe for probe in blank_probes()}

    def named(sentences: list[str]) -> tuple[BlankProbe, ...]:
        return tuple(probes[sentence] for sentence in sentences)

    return SideAblation(
        sides=tuple(map(ContextSide, entry["sides"])),
        probes=named(entry["sentences"]),
        bits=make_read_only(np.array(entry["bits"], dtype=np.float64)),
        ranks=make_read_only(np.array(entry["ranks"], dtype=np.int64)),
        skipped=named(entry["skipped"]),
        vocabulary=entry["vocabulary"],
        conditions=Conditions(**entry["conditions"]),
    )


COMMAND = "python -m cache.shipped.side_ablation"
TWINS = ("pocket-bert", "pocket-gpt")
DIGITS = 4


def main(model_ids: Sequence[str], *, folder: Path = FOLDER) -> None:
    """Write the answers of every model named, or of the twins."""
    from components.masks.model.side_ablation import side_ablation
    from components.model.checkpoints.loader import Loader

    loader = Loader(weights_folder)
    folder.mkdir(exist_ok=True)
    for model_id in model_ids or TWINS:
        found = side_ablation(loader.open(model_record(model_id)), blank_probes())
        text = json.dumps(side_ablation_entry(found), ensure_ascii=False, separators=(",", ":"))
        (folder / file_name(model_id)).write_text(text + "\n", encoding="utf-8")


def side_ablation_entry(found: SideAblation) -> dict[str, Any]:
    """Answers as they are written, rounded to :data:`DIGITS`; a probe is named by its sentence."""
    return {
        "command": f"{COMMAND} {found.conditions.model_id}",
        "conditions": dataclasses.asdict(found.conditions),
        "sides": [side.value for side in found.sides],
        "sentences": [probe.sentence for probe in found.probes],
        "skipped": [probe.sentence for probe in found.skipped],
        "vocabulary": found.vocabulary,
        "bits": found.bits.round(DIGITS).tolist(),
        "ranks": found.ranks.tolist(),
    }


if __name__ == "__main__":
    main(sys.argv[1:])
