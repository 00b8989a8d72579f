"""A run from beginning to end on a small model: what it tells, what it leaves, and what that says afterwards."""

from dataclasses import replace
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.finetuned import register_finetuned, unregister_finetuned
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import InFolder
from components.model.checkpoints.registry import model_record
from components.model.lists.datasets import LabelledDataset, shipped_dataset
from components.model.serialisation import from_json, from_tagged_json, to_json, to_tagged_json
from components.model.user_errors import ModelUnavailable
from components.teaching.model.explanations import classify, explain
from components.teaching.model.layer_analysis import measure_spread, project_to_plane
from components.teaching.model.plan import FineTuningRequest, Plan, Start, WorkerRequest
from components.teaching.model.results import (
    Baseline,
    FineTuningResult,
    HeldOutEvaluation,
    Message,
    RunFailure,
    Status,
    TrainingStep,
)
from components.teaching.model.run import TrainedClassifier, fine_tune, training_sentences
from components.teaching.model.saving import CARD_FILE, load_head, save_weights

pytestmark = pytest.mark.thorough  # both classifiers are trained

PLAN = Plan(model_id="pocket-bert", train_size=16, epochs=2, batch_size=8, learning_rate=5e-4)
LIST = shipped_dataset("opinions")


def opens(start: Start) -> tuple[OpenModel, Path]:
    known = model_record(PLAN.model_id)
    folder = weights_folder(known)
    assert folder is not None
    return Loader(weights_folder).open(known), folder


@pytest.fixture(scope="module")
def messages() -> list[TrainingStep | HeldOutEvaluation | str]:
    return []


@pytest.fixture(scope="module")
def trained(messages: list[TrainingStep | HeldOutEvaluation | str]) -> TrainedClassifier:
    causal = Loader(weights_folder).open(model_record("pocket-gpt"))
    short = replace_test(30)
    return fine_tune(PLAN, short, opens, causal, messages.append)


def replace_test(count: int) -> LabelledDataset:
    some = LIST.test[: count // 2] + LIST.test[-count // 2 :]
    return replace(LIST, test=some)


@pytest.fixture(scope="module")
def saved(trained: TrainedClassifier, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("taught") / "1"
    save_weights(trained, folder)
    return folder


def test_what_is_told_on_the_way_is_what_stands_in_the_result(
    trained: TrainedClassifier, messages: list[TrainingStep | HeldOutEvaluation | str]
) -> None:
    result = trained.result
    for history in result.histories:
        steps = [
            message for message in messages if isinstance(message, TrainingStep) and message.start is history.start
        ]
        assert [message.number for message in steps] == list(range(1, PLAN.steps + 1))
        assert [message.loss for message in steps] == pytest.approx(history.losses, abs=1e-4)
        assert (
            tuple(
                message
                for message in messages
                if isinstance(message, HeldOutEvaluation) and message.start is history.start
            )
            == history.evaluations
        )
        assert [look.step for look in history.evaluations] == [0, *range(1, PLAN.steps + 1)]
    assert [history.start for history in result.histories] == [Start.PRETRAINED, Start.RANDOM]


def test_shares_sum_to_one_and_accuracy_is_counted_from_them(trained: TrainedClassifier) -> None:
    result = trained.result
    for history in result.histories:
        assert [sum(row) for row in history.probabilities] == pytest.approx([1.0] * len(result.test), abs=2e-4)
        assert np.mean(result.correct(history)) == pytest.approx(history.evaluations[-1].accuracy)
        logs = [np.log(row[label]) for row, (_, label) in zip(history.probabilities, result.test, strict=True)]
        assert -np.mean(logs) == pytest.approx(history.evaluations[-1].loss, abs=2e-3)


def test_what_is_told_of_the_inside(trained: TrainedClassifier) -> None:
    result = trained.result
    assert [each.layer for each in result.layer_changes] == [0, 1, 2, 3, 4]
    assert all(each.weight_change > 0 and 0 < each.cka <= 1 for each in result.layer_changes)
    assert np.array(result.maps).shape == (len(result.history.evaluations), len(result.test), 2)
    assert len(result.map_spreads) == len(result.history.evaluations)
    assert result.head_parameters == 2 * 256 + 2
    assert result.trained_parameters < result.parameters
    assert result.blank_losses is not None
    assert result.blank_losses[1] != result.blank_losses[0]


def test_simpler_ways_are_asked_about_the_same_sentences(trained: TrainedClassifier) -> None:
    simpler = {each.name: each.accuracy for each in trained.result.baselines}
    assert set(simpler) == set(Baseline)
    assert simpler[Baseline.MAJORITY] == 0.5
    assert all(0 <= share <= 1 and share * 30 == pytest.approx(round(share * 30)) for share in simpler.values())


def test_a_result_is_the_same_after_being_written(trained: TrainedClassifier) -> None:
    assert from_json(FineTuningResult, to_json(trained.result)) == trained.result
    for message in (
        trained.result,
        trained.result.history.evaluations[2],
        TrainingStep(Start.HALF, 3, 0.5),
        Status("this"),
        RunFailure("no"),
    ):
        assert from_tagged_json(get_args(Message), to_tagged_json(message)) == message
    request = WorkerRequest(FineTuningRequest(PLAN, LIST), "/there")
    assert from_json(WorkerRequest, to_json(request)) == request
    with pytest.raises(ValueError, match="not one of"):
        from_tagged_json(get_args(Message), '{"kind": "Exit", "values": {}}')


def test_the_weights_that_are_left_say_what_the_run_said(trained: TrainedClassifier, saved: Path) -> None:
    known = replace(model_record(PLAN.model_id), id="test", home=InFolder(saved))
    opened = Loader(weights_folder).open(known)
    classifications = classify(opened, load_head(saved), PLAN.pooling, [text for text, _ in trained.result.test])
    assert np.array([each.probabilities for each in classifications]) == pytest.approx(
        np.array(trained.result.history.probabilities), abs=1e-4
    )
    assert f"{sum(trained.result.correct(trained.result.history))} of 30" in (saved / CARD_FILE).read_text(
        encoding="utf-8"
    )
    assert not [*saved.parent.glob("*.partial")]


def test_a_word_left_out_changes_the_score_by_what_is_said(trained: TrainedClassifier, saved: Path) -> None:
    known = replace(model_record(PLAN.model_id), id="test", home=InFolder(saved))
    opened = Loader(weights_folder).open(known)
    head = load_head(saved)
    sentence = "Unbelievably good – émigré 😀 food."
    explanation = explain(opened, head, PLAN.pooling, sentence)
    assert [each.word for each in explanation.word_effects] == ["Unbelievably", "good", "–", "émigré", "😀", "food."]
    assert classify(opened, head, PLAN.pooling, [sentence])[0].probabilities == explanation.probabilities
    assert any(abs(each.effect) > 1e-4 for each in explanation.word_effects)


def test_a_trained_model_is_found_by_name_as_long_as_it_is_there(saved: Path) -> None:
    known = register_finetuned(model_record(PLAN.model_id), PLAN.key, saved, "It learned.")
    assert model_record(known.id) == known
    assert weights_folder(known) == saved
    unregister_finetuned(saved)
    with pytest.raises(ModelUnavailable, match="no model called"):
        model_record(known.id)


def test_which_sentences_it_learns_from_depends_on_the_seed_alone() -> None:
    assert training_sentences(PLAN, LIST) == training_sentences(replace(PLAN, learning_rate=1e-2), LIST)
    assert training_sentences(PLAN, LIST) != training_sentences(replace(PLAN, seed=1), LIST)
    assert set(training_sentences(PLAN, LIST)) <= set(LIST.train)


def test_spread_is_measured_in_all_dimensions() -> None:
    rng = np.random.default_rng(0)
    labels = [0, 1] * 30
    vectors = rng.normal(size=(60, 12)) + np.array(labels)[:, None] * 0.4
    measured = measure_spread(vectors, labels)
    distances = ((vectors[:, None] - vectors[None, :]) ** 2).sum(axis=-1)
    whole = distances.mean() / 2  # half the mean squared distance of two
    assert measured.distance**2 == pytest.approx(whole, rel=1e-4)
    within = np.mean([distances[np.ix_(some, some)].mean() / 2 for some in (range(0, 60, 2), range(1, 60, 2))])
    assert measured.label_share == pytest.approx(1 - within / whole, rel=1e-4)
    assert measure_spread(np.ones((4, 3)), [0, 0, 1, 1]).label_share == 0.0
    assert np.isfinite(measure_spread(np.where(vectors > 2, np.nan, vectors), labels).distance)


def test_the_plane_of_what_changed_most_says_more_than_all_dimensions() -> None:
    rng = np.random.default_rng(1)
    before = rng.normal(size=(60, 40))
    after = before * np.array([30.0, 30.0, *[1.0] * 38])
    on_plane = [
        float(np.linalg.norm(np.array(points) - np.mean(points, axis=0))) for points in project_to_plane(before, after)
    ]
    whole = [measure_spread(each, [0, 1] * 30).distance for each in (before, after)]
    assert on_plane[1] / on_plane[0] > 2 * whole[1] / whole[0]


def test_a_run_that_reaches_its_time_limit_is_measured_after_the_steps_that_were_done() -> None:
    reported: list[TrainingStep | HeldOutEvaluation | str] = []
    result = fine_tune(PLAN, replace_test(10), opens, None, reported.append, training_seconds=0.0).result
    assert result.is_cut_short
    assert [len(history.losses) for history in result.histories] == [1, 1]
    assert [[look.step for look in history.evaluations] for history in result.histories] == [[0, 1], [0, 1]]
    assert len(result.maps) == len(result.map_spreads) == 2
    assert len(result.history.probabilities) == 10
    assert [step.number for step in reported if isinstance(step, TrainingStep)] == [1, 1]


def test_a_run_within_its_time_limit_does_all_steps(trained: TrainedClassifier) -> None:
    assert not trained.result.is_cut_short
    assert trained.result.steps == PLAN.steps
