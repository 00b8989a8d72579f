"""The result of a finished run: what is measured once training has ended."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.model.checkpoints.open_model import OpenModel
from components.model.lists.datasets import LabelledDataset, LabelledSentence
from components.teaching.model.baselines import causal_baseline, probe_baseline, text_baselines
from components.teaching.model.classifier import Classifier, blank_loss, predict_labels
from components.teaching.model.cls_maps import cls_map, cls_vectors
from components.teaching.model.layer_analysis import (
    compare_layers,
    measure_spread,
    project_to_plane,
    vectors_by_layer,
    weights_by_layer,
)
from components.teaching.model.plan import Plan, Start
from components.teaching.model.results import FineTuningResult, TrainingHistory


@dataclass(frozen=True)
class FinishedRun:
    """A run whose training has ended.

    Attributes:
        plan: The settings.
        dataset: The dataset, with the held-out sentences that were evaluated.
        train: The training sentences.
        model: The trained classifier.
        opened: Its language model.
        train_token_ids: The training sentences as they were read.
        test_token_ids: The held-out sentences as they were read.
        histories: As in :class:`FineTuningResult`.
        evaluation_vectors: The held-out sentences' vectors at each evaluation. *Shape:* each (sentence, width)
        truncated_count: The number of sentences that were truncated.
        seconds: The duration of the training.
    """

    plan: Plan
    dataset: LabelledDataset
    train: tuple[LabelledSentence, ...]
    model: Classifier
    opened: OpenModel
    train_token_ids: Sequence[Sequence[int]]
    test_token_ids: Sequence[Sequence[int]]
    histories: tuple[TrainingHistory, ...]
    evaluation_vectors: Sequence[npt.NDArray[np.floating]]
    truncated_count: int
    seconds: float


def measure_run(run: FinishedRun, untuned: Classifier, causal: OpenModel | None) -> FineTuningResult:
    """Compare a finished run with the model that it started from, and with baselines.

    Args:
        run: The run.
        untuned: The classifier before its first step.
        causal: A causal model for the zero-shot baseline, or None.
    """
    vectors_before, vectors_after = (
        vectors_by_layer(model, run.opened, run.test_token_ids) for model in (untuned, run.model)
    )
    train_vectors = predict_labels(untuned, run.opened, run.train_token_ids).vectors
    blanks = None
    if run.plan.start is not Start.RANDOM:
        before, after = (blank_loss(model, run.opened) for model in (untuned, run.model))
        blanks = None if before is None or after is None else (before, after)
    test = run.dataset.test
    baselines = [
        *text_baselines(run.dataset, run.train),
        *probe_baseline(train_vectors, run.train, run.evaluation_vectors[0], test),
        *(causal_baseline(causal, run.dataset) if causal is not None else []),
    ]
    evaluation_vectors = [vectors.astype(np.float64) for vectors in run.evaluation_vectors]
    labels = [each.label for each in test]
    return FineTuningResult(
        plan=run.plan,
        labels=run.dataset.labels,
        test=tuple((each.text, each.label) for each in test),
        histories=run.histories,
        maps=tuple(project_to_plane(*evaluation_vectors)),
        map_spreads=tuple(measure_spread(vectors, labels) for vectors in evaluation_vectors),
        layer_changes=compare_layers(
            weights_by_layer(untuned), weights_by_layer(run.model), vectors_before, vectors_after
        ),
        blank_losses=blanks,
        baselines=tuple(baselines),
        head_parameters=sum(weights.numel() for weights in run.model.head.parameters()),
        trained_parameters=sum(weights.numel() for weights in run.model.parameters() if weights.requires_grad),
        parameters=sum(weights.numel() for weights in run.model.parameters()),
        truncated_count=run.truncated_count,
        seconds=run.seconds,
        conditions=run.opened.conditions,
        cls_map=cls_map(*(cls_vectors(model, run.opened, run.test_token_ids) for model in (untuned, run.model))),
    )
