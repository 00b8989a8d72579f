"""Cached results of the room “Distillation”, shared by all visitors."""

from collections.abc import Callable

from cache.engine import engine
from cache.shipped.agreement import shipped_agreement
from cache.sized_cache import share_results
from components.distillation.model.agreement_results import Agreement
from components.distillation.model.pair_results import ModelPair
from components.distillation.model.results import (
    TEMPERATURES,
    DistillationLosses,
    LayerSimilarity,
    LossWeights,
    SoftTargets,
)
from components.model.blanks.blank_probes import blank_probes, similarity_sentences


@share_results(20)
def measure_agreement(teacher_id: str, student_id: str, on_progress: Callable[[int, int], None]) -> Agreement:
    """The agreement of a student with a teacher over the probe set, shipped or computed with ``on_progress``."""
    shipped = shipped_agreement(teacher_id, student_id)
    if shipped is not None:
        return shipped
    from components.distillation.model.agreement import measure_agreement

    return measure_agreement(
        engine().open_model(teacher_id), engine().open_model(student_id), blank_probes(), on_progress=on_progress
    )


@share_results(500)
def soft_targets(
    model_id: str,
    sentence: str,
    masked: tuple[int, ...],
    position: int,
    temperatures: tuple[float, ...] = TEMPERATURES,
) -> SoftTargets:
    """A model's distribution at the blank at ``position``, at each temperature."""
    from components.distillation.model.soft_targets import soft_targets

    return soft_targets(*engine().read(model_id, sentence), masked, position, temperatures)


@share_results(500)
def distillation_losses(
    teacher_id: str,
    student_id: str,
    sentence: str,
    masked: tuple[int, ...],
    temperature: float,
    weights: tuple[float, float, float],
) -> DistillationLosses:
    """The losses of distillation on a sentence; ``weights`` are those of soft targets, masked words and cosine."""
    from components.distillation.model.losses import distillation_losses

    teacher, tokens = engine().inspect(teacher_id, sentence)
    student = engine().open_for_inspection(student_id)
    return distillation_losses(teacher, student, tokens, masked, temperature=temperature, weights=LossWeights(*weights))


@share_results(100)
def layer_similarity(teacher_id: str, student_id: str, sentences: tuple[str, ...] = ()) -> LayerSimilarity:
    """The similarity of all layers of a student and its teacher, over ``sentences`` or part of the probe set."""
    from components.distillation.model.layer_similarity import layer_similarity

    teacher, student = engine().open_for_inspection(teacher_id), engine().open_for_inspection(student_id)
    return layer_similarity(teacher, student, sentences or similarity_sentences())


@share_results(500)
def model_pair(model_id: str, other_id: str, sentence: str, masked: tuple[int, ...], number: int) -> ModelPair:
    """Two models compared at blank ``number``, from 0; ``masked`` are positions of the first model's tokens."""
    from components.distillation.model.model_pair import model_pair

    opened, tokens = engine().read(model_id, sentence)
    return model_pair(opened, engine().open_model(other_id), tokens, masked, number)
