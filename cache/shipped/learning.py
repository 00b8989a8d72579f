"""Precomputed figures of pocket BERT's training checkpoints that do not depend on a visitor's input.

``python -m cache.shipped.learning`` writes them, with the predictions for the first example.
"""

from dataclasses import replace

from cache.engine import engine
from cache.shipped.shipped import shipped
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.unlisted import EARLIER_STEPS
from components.pretraining.model.presets import PRETRAINING_PRESETS
from components.pretraining.model.results import CheckpointMeasures, LearningCurve

CANDIDATE_LIMIT = 8  # candidates of each
FINISHED = (16_574, 64_001_980)  # steps and tokens of the finished model


def checkpoint_ids() -> dict[str, tuple[int, int]]:
    """The steps and the tokens seen, by the id of each checkpoint; the finished model is last."""
    return {f"{REFERENCE}-step-{step}": (step, pieces) for step, pieces in EARLIER_STEPS.items()} | {
        REFERENCE: FINISHED
    }


@shipped("learning.json", indent=1)
def milestones() -> tuple[CheckpointMeasures, ...]:
    """The figures, checkpoint by checkpoint."""
    from components.model.blanks.blank_probes import blank_probes, similarity_sentences
    from components.model.word_senses import sense_presets
    from components.pretraining.model.learning import previous_token_head, probe_loss
    from components.senses.model.measures import best_layer_chance_accuracy, measures_by_layer
    from components.senses.model.results import WordPooling
    from components.senses.model.word_vectors import word_vectors

    bank = sense_presets()[0]
    sentences = tuple(example.sentence for example in bank.sentences)
    measured = []
    for model_id, (step, pieces) in checkpoint_ids().items():
        opened = engine().open_model(model_id)
        loss, first = probe_loss(opened, blank_probes())
        previous, head = previous_token_head(engine().open_for_inspection(model_id), similarity_sentences())
        vectors = word_vectors(opened, sentences, bank.forms, pooling=WordPooling.FIRST)
        senses = [bank.sentences[point.sentence_index].sense for point in vectors.points]
        measures = measures_by_layer(vectors.vectors, senses, vectors.texts, shuffles=0)
        best = float(measures.accuracy.value.max())
        chance = best_layer_chance_accuracy(vectors.vectors, senses, vectors.texts)
        measured.append(CheckpointMeasures(step, pieces, loss, first, previous, head, best, chance))
    return tuple(measured)


@shipped("first_learning.json", indent=1)
def first_learning() -> LearningCurve:
    """The first example through all checkpoints."""
    from components.pretraining.model.learning import learning_curve

    checkpoints = [(*progress, engine().open_model(model_id)) for model_id, progress in checkpoint_ids().items()]
    _, tokens = engine().read(REFERENCE, PRETRAINING_PRESETS[0].sentence)
    first_one = learning_curve(checkpoints, tokens, (), tokens.typed_masks[0])
    short = [
        replace(step, blank=replace(step.blank, candidates=step.blank.candidates[:CANDIDATE_LIMIT]))
        for step in first_one.steps
    ]
    return replace(first_one, steps=tuple(short))


if __name__ == "__main__":
    milestones.write()
    first_learning.write()
