"""Precomputed scores of attention heads, over hundreds of sentences.

``python -m cache.shipped.head_scores [model-id …]`` writes them: without an id, for every pocket model. A test compares
the files with the bundled models.
"""

import dataclasses
import functools
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from components.attention.model.head_probes import head_probes
from components.attention.model.results import Float64s, HeadPattern, HeadScores, PatternScores
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import MODELS
from components.model.checkpoints.registry import model_record
from components.model.results import Conditions

FOLDER = Path(__file__).with_name("head_scores")


def file_name(model_id: str) -> str:
    """The file of a model, below :data:`FOLDER`."""
    return f"{model_id.replace('/', '--')}.json"


def shipped_head_scores(model_id: str) -> HeadScores | None:
    """The scores of ``model_id``, rounded to :data:`DIGITS`; None if they are not shipped."""
    return _all().get(model_id)


@functools.cache  # and not Streamlit's, because the package ``riverbank`` reads them too
def _all() -> dict[str, HeadScores]:
    # By the ids in the files, so that an id from a link never becomes a path.
    scores_by_file = [_scores(json.loads(file.read_text(encoding="utf-8"))) for file in sorted(FOLDER.glob("*.json"))]
    return {scores.conditions.model_id: scores for scores in scores_by_file}


def _scores(entry: dict[str, Any]) -> HeadScores:
    return HeadScores(
        patterns=tuple(
            PatternScores(
                pattern=HeadPattern(name),
                score=_array(values["score"]),
                error=_array(values["error"]),
                weaker_half=_array(values["least"]),
                baseline=values["baseline"],
                count=values["count"],
                offset=values["offset"],
            )
            for name, values in entry["kinds"].items()
        ),
        bits=_array(entry["bits"]),
        uniform_bits=entry["most_bits"],
        sentences=entry["sentences"],
        conditions=Conditions(**entry["conditions"]),
    )


def _array(values: list[list[float]]) -> Float64s:
    """As an array that nobody can write to: visitors share it."""
    array = np.array(values, dtype=np.float64)
    array.flags.writeable = False
    return array


COMMAND = "python -m cache.shipped.head_scores"
DIGITS = 4


def main(model_ids: Sequence[str], *, folder: Path = FOLDER) -> None:
    """Write the scores of the given models, or of every pocket model."""
    from components.attention.model.head_scores import head_scores
    from components.model.checkpoints.loader import Loader
    from components.model.checkpoints.open_model import Purpose

    loader, probes = Loader(weights_folder), head_probes()
    folder.mkdir(exist_ok=True)
    for model_id in model_ids or [model.id for model in MODELS if model.pocket]:
        scores = head_scores(loader.open(model_record(model_id), Purpose.INSPECT), probes)
        text = json.dumps(head_scores_entry(scores), ensure_ascii=False, separators=(",", ":"))
        (folder / file_name(model_id)).write_text(text + "\n", encoding="utf-8")


def head_scores_entry(scores: HeadScores) -> dict[str, Any]:
    """The JSON value of scores, rounded to :data:`DIGITS`."""
    return {
        "command": f"{COMMAND} {scores.conditions.model_id}",
        "conditions": dataclasses.asdict(scores.conditions),
        "sentences": scores.sentences,
        "bits": scores.bits.round(DIGITS).tolist(),
        "most_bits": round(scores.uniform_bits, DIGITS),
        "kinds": {
            scored.pattern.value: {
                "score": scored.score.round(DIGITS).tolist(),
                "error": scored.error.round(DIGITS).tolist(),
                "least": scored.weaker_half.round(DIGITS).tolist(),
                "baseline": round(scored.baseline, DIGITS),
                "count": scored.count,
                "offset": scored.offset,
            }
            for scored in scores.patterns
        },
    }


if __name__ == "__main__":
    main(sys.argv[1:])
