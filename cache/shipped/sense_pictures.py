"""Precomputed UMAP projections for the presets of the room “Word meanings”, since UMAP is slow.

``python -m cache.shipped.sense_pictures`` writes them. They are used if a request equals the one they were made for.
"""

from pathlib import Path
from typing import Any

import numpy as np

from cache.sized_cache import share_results
from components.senses.model.projection_results import (
    Projection,
    ProjectionMethod,
    ProjectionSettings,
    projection_arrays,
    projection_from_arrays,
)

FOLDER = Path(__file__).with_name("senses")


@share_results(1)
def shipped_projections() -> dict[tuple[str, ProjectionSettings], Projection]:
    """Every projection, by the key of its request and its settings."""
    projections = {}
    for file in sorted(FOLDER.glob("*.npz")):
        with np.load(file, allow_pickle=False) as entry:
            drawn = projection_from_arrays(entry)
            projections[str(entry["question"]), drawn.settings] = drawn
    return projections


def main() -> None:
    """Write a UMAP of every preset."""
    from components.model.checkpoints.availability import weights_folder
    from components.model.checkpoints.catalogue import DEFAULT_MODEL
    from components.model.inference.engine import Engine
    from components.model.word_senses import sense_presets
    from components.senses.model.projection import project
    from components.senses.model.request import SENTENCES_PER_PART, preset_request
    from components.senses.model.results import concatenate_vectors
    from components.senses.model.word_vectors import word_vectors

    opened = Engine(weights_folder).open_model(DEFAULT_MODEL)
    FOLDER.mkdir(exist_ok=True)
    for preset in sense_presets():
        question = preset_request(DEFAULT_MODEL, preset)
        texts = tuple(example.sentence for example in preset.sentences)
        parts = [texts[start : start + SENTENCES_PER_PART] for start in range(0, len(texts), SENTENCES_PER_PART)]
        vectors = concatenate_vectors(
            [word_vectors(opened, part, preset.forms, pooling=question.pooling) for part in parts]
        )
        drawn = project(vectors.vectors, ProjectionSettings(ProjectionMethod.UMAP))
        entry: dict[str, Any] = {"question": np.array(question.key), **projection_arrays(drawn)}
        np.savez_compressed(FOLDER / f"{preset.word}.npz", **entry)


if __name__ == "__main__":
    main()
