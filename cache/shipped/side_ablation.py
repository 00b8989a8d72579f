"""Precomputed effects of hiding one side of a blank, over the probe set.

``python -m cache.shipped.side_ablation [model-id …]`` writes them: without an id, for pocket BERT and pocket GPT. A
test compares the files with the bundled models.
"""

import dataclasses
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from components.model.arrays import make_read_only
from components.model.blanks.blank_probes import BlankProbe, blank_probes
from components.model.blanks.sides_results import ContextSide, SideAblation
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.registry import model_record
from components.model.results import Conditions

FOLDER = Path(__file__).with_name("side_ablation")


def file_name(model_id: str) -> str:
    """The file of a model, below :data:`FOLDER`."""
    return f"{model_id.replace('/', '--')}.json"


def shipped_side_ablation(model_id: str) -> SideAblation | None:
    """The effects for ``model_id``, rounded to :data:`DIGITS`; None if they are not shipped."""
    return _all().get(model_id)


@st.cache_resource(max_entries=1, show_spinner=False)
def _all() -> dict[str, SideAblation]:
    # By the ids in the files, so that an id from a link never becomes a path.
    ablations = [_effects(json.loads(file.read_text(encoding="utf-8"))) for file in sorted(FOLDER.glob("*.json"))]
    return {effects.conditions.model_id: effects for effects in ablations}


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
    """Write the effects for the given models, or for :data:`TWINS`."""
    from components.masks.model.side_ablation import side_ablation
    from components.model.checkpoints.loader import Loader

    loader = Loader(weights_folder)
    folder.mkdir(exist_ok=True)
    for model_id in model_ids or TWINS:
        ablation = side_ablation(loader.open(model_record(model_id)), blank_probes())
        text = json.dumps(side_ablation_entry(ablation), ensure_ascii=False, separators=(",", ":"))
        (folder / file_name(model_id)).write_text(text + "\n", encoding="utf-8")


def side_ablation_entry(ablation: SideAblation) -> dict[str, Any]:
    """The JSON value of the effects, rounded to :data:`DIGITS`; a probe is identified by its sentence."""
    return {
        "command": f"{COMMAND} {ablation.conditions.model_id}",
        "conditions": dataclasses.asdict(ablation.conditions),
        "sides": [side.value for side in ablation.sides],
        "sentences": [probe.sentence for probe in ablation.probes],
        "skipped": [probe.sentence for probe in ablation.skipped],
        "vocabulary": ablation.vocabulary,
        "bits": ablation.bits.round(DIGITS).tolist(),
        "ranks": ablation.ranks.tolist(),
    }


if __name__ == "__main__":
    main(sys.argv[1:])
