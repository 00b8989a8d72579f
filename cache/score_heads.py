"""Score every head over the probe set: ``python -m cache.score_heads [model-id …]``.

Without an id, every bundled model is scored. A model that is not bundled has to be on this machine already.
"""

import dataclasses
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cache.head_scores import FOLDER, file_name
from components.model.availability import weights_folder
from components.model.catalogue import MODELS
from components.model.head_probes import head_probes
from components.model.head_scores import head_scores
from components.model.head_scores_results import HeadScores
from components.model.loader import Loader, Purpose
from components.model.registry import record

COMMAND = "python -m cache.score_heads"
DIGITS = 4


def main(model_ids: Sequence[str], *, folder: Path = FOLDER) -> None:
    """Write the scores of every model named, or of every bundled one."""
    loader, probes = Loader(weights_folder), head_probes()
    folder.mkdir(exist_ok=True)
    for model_id in model_ids or [model.id for model in MODELS if model.pocket]:
        scores = head_scores(loader.open(record(model_id), Purpose.LOOK_INSIDE), probes)
        text = json.dumps(head_scores_entry(scores), ensure_ascii=False, separators=(",", ":"))
        (folder / file_name(model_id)).write_text(text + "\n", encoding="utf-8")


def head_scores_entry(scores: HeadScores) -> dict[str, Any]:
    """Scores as they are written, rounded to :data:`DIGITS`."""
    return {
        "command": f"{COMMAND} {scores.conditions.model_id}",
        "conditions": dataclasses.asdict(scores.conditions),
        "sentences": scores.sentences,
        "bits": scores.bits.round(DIGITS).tolist(),
        "most_bits": round(scores.most_bits, DIGITS),
        "kinds": {
            found.kind.value: {
                "score": found.score.round(DIGITS).tolist(),
                "error": found.error.round(DIGITS).tolist(),
                "least": found.least.round(DIGITS).tolist(),
                "baseline": round(found.baseline, DIGITS),
                "count": found.count,
                "offset": found.offset,
            }
            for found in scores.kinds
        },
    }


if __name__ == "__main__":
    main(sys.argv[1:])
