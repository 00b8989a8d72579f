"""Precomputed figures of pocket BERT's training checkpoints that do not depend on a visitor's input.

``python -m cache.shipped.learning`` writes them, with the predictions for the first example.
"""

from dataclasses import replace
from pathlib import Path

import streamlit as st

from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.unlisted import EARLIER_STEPS
from components.model.serialisation import from_json, to_json
from components.pretraining.model.presets import PRETRAINING_PRESETS
from components.pretraining.model.results import CheckpointMeasures, LearningCurve

FILE = Path(__file__).with_name("learning.json")
FIRST_FILE = Path(__file__).with_name("first_learning.json")
CANDIDATE_LIMIT = 8  # candidates of each
FINISHED = (16_574, 64_001_980)  # steps and tokens of the finished model


def checkpoint_ids() -> dict[str, tuple[int, int]]:
    """The steps and the tokens seen, by the id of each checkpoint; the finished model is last."""
    return {f"{REFERENCE}-step-{step}": (step, pieces) for step, pieces in EARLIER_STEPS.items()} | {
        REFERENCE: FINISHED
    }


@st.cache_data(max_entries=1, show_spinner=False)
def milestones() -> tuple[CheckpointMeasures, ...]:
    """The figures, checkpoint by checkpoint."""
    return from_json(tuple[CheckpointMeasures, ...], FILE.read_text(encoding="utf-8"))


@st.cache_resource(max_entries=1, show_spinner=False)
def first_learning() -> LearningCurve:
    """The first example through all checkpoints."""
    return from_json(LearningCurve, FIRST_FILE.read_text(encoding="utf-8"))


def main() -> None:
    """Compute and write both files."""
    from components.model.blanks.blank_probes import blank_probes, similarity_sentences
    from components.model.checkpoints.availability import weights_folder
    from components.model.inference.engine import Engine
    from components.model.word_senses import sense_presets
    from components.pretraining.model.learning import learning_curve, previous_token_head, probe_loss
    from components.senses.model.measures import best_layer_chance_accuracy, measures_by_layer
    from components.senses.model.results import WordPooling
    from components.senses.model.word_vectors import word_vectors

    engine, bank = Engine(weights_folder), sense_presets()[0]
    sentences = tuple(example.sentence for example in bank.sentences)
    milestones = []
    for model_id, (step, pieces) in checkpoint_ids().items():
        opened = engine.open_model(model_id)
        loss, first = probe_loss(opened, blank_probes())
        previous, head = previous_token_head(engine.open_for_inspection(model_id), similarity_sentences())
        vectors = word_vectors(opened, sentences, bank.forms, pooling=WordPooling.FIRST)
        senses = [bank.sentences[point.sentence_index].sense for point in vectors.points]
        measures = measures_by_layer(vectors.vectors, senses, vectors.texts, shuffles=0)
        best = float(measures.accuracy.value.max())
        chance = best_layer_chance_accuracy(vectors.vectors, senses, vectors.texts)
        milestones.append(CheckpointMeasures(step, pieces, loss, first, previous, head, best, chance))
    FILE.write_text(to_json(milestones, indent=1) + "\n", encoding="utf-8")
    checkpoints = [(*progress, engine.open_model(model_id)) for model_id, progress in checkpoint_ids().items()]
    _, tokens = engine.read(REFERENCE, PRETRAINING_PRESETS[0].sentence)
    first_one = learning_curve(checkpoints, tokens, (), tokens.typed_masks[0])
    short = [
        replace(step, blank=replace(step.blank, candidates=step.blank.candidates[:CANDIDATE_LIMIT]))
        for step in first_one.steps
    ]
    FIRST_FILE.write_text(to_json(replace(first_one, steps=tuple(short)), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
