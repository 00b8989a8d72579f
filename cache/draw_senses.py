"""Draw the pictures that ship with the room "Which bank?": ``python -m cache.draw_senses``."""

from typing import Any

import numpy as np

from cache.precomputed import FIRST_MODEL
from cache.senses import FIRST_MAP, FOLDER, PART, Question, map_bytes
from components.model.availability import weights_folder
from components.model.engine import Engine
from components.model.occurrences import LabelledSentence
from components.model.projection import projected
from components.model.projection_results import Method, Settings, projection_entry
from components.model.senses import sense_presets
from components.model.word_vectors_results import joined, point_senses


def main() -> None:
    """Write a UMAP of every preset, and the first word's map by PCA for the first screen."""
    engine = Engine(weights_folder)
    FOLDER.mkdir(exist_ok=True)
    for number, preset in enumerate(sense_presets()):
        sentences = tuple(LabelledSentence(one.sentence, one.sense) for one in preset.sentences)
        question = Question(FIRST_MODEL, preset.forms, sentences)
        texts = tuple(one.sentence for one in sentences)
        parts = [texts[start : start + PART] for start in range(0, len(texts), PART)]
        found = joined([engine.word_vectors(FIRST_MODEL, part, preset.forms, question.pooling) for part in parts])
        drawn = projected(found.vectors, Settings(Method.UMAP))
        entry: dict[str, Any] = {"question": np.array(question.key), **projection_entry(drawn)}
        np.savez_compressed(FOLDER / f"{preset.word}.npz", **entry)
        if number == 0:
            labels = tuple(sense or "" for sense in point_senses(found.points, sentences))
            FIRST_MAP.write_bytes(map_bytes(projected(found.vectors, Settings()).points, found, labels))


if __name__ == "__main__":
    main()
