"""Ask the probe set of blanks of models: ``python -m cache.score_sides [model-id …]``.

Without an id, of the two bundled twins, the one that reads both sides and the one that reads from the left. A model
that is not bundled has to be on this machine already.
"""

import dataclasses
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cache.side_effects import FOLDER, file_name
from components.model.availability import weights_folder
from components.model.blank_probes import blank_probes
from components.model.loader import Loader
from components.model.registry import record
from components.model.side_effects import side_effects
from components.model.sides_results import SideEffects

COMMAND = "python -m cache.score_sides"
TWINS = ("pocket-bert", "pocket-gpt")
DIGITS = 4


def main(model_ids: Sequence[str], *, folder: Path = FOLDER) -> None:
    """Write the answers of every model named, or of the twins."""
    loader = Loader(weights_folder)
    folder.mkdir(exist_ok=True)
    for model_id in model_ids or TWINS:
        found = side_effects(loader.open(record(model_id)), blank_probes())
        text = json.dumps(side_effects_entry(found), ensure_ascii=False, separators=(",", ":"))
        (folder / file_name(model_id)).write_text(text + "\n", encoding="utf-8")


def side_effects_entry(found: SideEffects) -> dict[str, Any]:
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
