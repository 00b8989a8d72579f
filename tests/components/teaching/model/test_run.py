"""A run from beginning to end on a small model: what it tells, what it leaves, and what that says afterwards."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.finetuned import register_finetuned, unregister_finetuned
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.records import InFolder
from components.model.checkpoints.registry import model_record
from components.model.serialisation import from_json, to_json
from components.model.user_errors import ModelUnavailable
from components.teaching.model.inside import plane, spread
from components.teaching.model.labelled import LabelledList, shipped_list
from components.teaching.model.order_form import (
    Doing,
    Order,
    Refused,
    WorkerRequest,
    message_from,
    message_line,
)
from components.teaching.model.plan import Plan, Start
from components.teaching.model.results import Look, Ran, Simpler, Step
from components.teaching.model.run import Trained, learned_from, run
from components.teaching.model.saving import CARD, head_of, save
from components.teaching.model.using import explained, told

PLAN = Plan(model_id="pocket-bert", labels=16, epochs=2, batch=8, rate=5e-4)
LIST = shipped_list("opinions")


def opens(start: Start) -> tuple[OpenModel, Path]:
    known = model_record(PLAN.model_id)
    folder = weights_folder(known)
    assert folder is not None
    return Loader(weights_folder).open(known), folder


@pytest.fixture(scope="module")
def messages() -> list[Step | Look | str]:
    return []


@pytest.fixture(scope="module")
def trained(messages: list[Step | Look | str]) -> Trained:
    causal = Loader(weights_folder).open(model_record("pocket-gpt"))
    short = replace_test(30)
    return run(PLAN, short, opens, causal, messages.append)


def replace_test(count: int) -> LabelledList:
    some = LIST.test[: count // 2] + LIST.test[-count // 2 :]
    return replace(LIST, test=some)


@pytest.fixture(scope="module")
def saved(trained: Trained, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("taught") / "1"
    save(trained, folder)
    return folder


def test_what_is_told_on_the_way_is_what_stands_in_the_result(
    trained: Trained, messages: list[Step | Look | str]
) -> None:
    ran = trained.ran
    for course in ran.courses:
        steps = [one for one in messages if isinstance(one, Step) and one.start is course.start]
        assert [one.number for one in steps] == list(range(1, PLAN.steps + 1))
        assert [one.loss for one in steps] == pytest.approx(course.losses, abs=1e-4)
        assert tuple(one for one in messages if isinstance(one, Look) and one.start is course.start) == course.looks
        assert [look.step for look in course.looks] == [0, *range(1, PLAN.steps + 1)]
    assert [course.start for course in ran.courses] == [Start.PRETRAINED, Start.RANDOM]


def test_shares_sum_to_one_and_accuracy_is_counted_from_them(trained: Trained) -> None:
    ran = trained.ran
    for course in ran.courses:
        assert [sum(row) for row in course.probabilities] == pytest.approx([1.0] * len(ran.test), abs=2e-4)
        assert np.mean(ran.right(course)) == pytest.approx(course.looks[-1].accuracy)
        logs = [np.log(row[label]) for row, (_, label) in zip(course.probabilities, ran.test, strict=True)]
        assert -np.mean(logs) == pytest.approx(course.looks[-1].loss, abs=2e-3)


def test_what_is_told_of_the_inside(trained: Trained) -> None:
    ran = trained.ran
    assert [each.layer for each in ran.layers] == [0, 1, 2, 3, 4]
    assert all(each.moved > 0 and 0 < each.alike <= 1 for each in ran.layers)
    assert np.array(ran.maps).shape == (len(ran.own.looks), len(ran.test), 2)
    assert np.array(ran.layer_maps).shape == (5, 2, len(ran.test), 2)
    assert len(ran.map_spreads) == len(ran.own.looks)
    assert np.array([[(s.distance, s.by_label) for s in pair] for pair in ran.layer_spreads]).shape == (5, 2, 2)
    assert ran.head == 2 * 256 + 2
    assert ran.trained < ran.parameters
    assert ran.blanks is not None
    assert ran.blanks[1] != ran.blanks[0]


def test_simpler_ways_are_asked_about_the_same_sentences(trained: Trained) -> None:
    simpler = {each.name: each.accuracy for each in trained.ran.baselines}
    assert set(simpler) == set(Simpler)
    assert simpler[Simpler.MAJORITY] == 0.5
    assert all(0 <= share <= 1 and share * 30 == pytest.approx(round(share * 30)) for share in simpler.values())


def test_a_result_is_the_same_after_being_written(trained: Trained) -> None:
    assert from_json(Ran, to_json(trained.ran)) == trained.ran
    for message in (trained.ran, trained.ran.own.looks[2], Step(Start.HALF, 3, 0.5), Doing("this"), Refused("no")):
        assert message_from(message_line(message)) == message
    request = WorkerRequest(Order(PLAN, LIST), "/there")
    assert from_json(WorkerRequest, to_json(request)) == request
    with pytest.raises(ValueError, match="no message"):
        message_from('{"kind": "Exit", "values": {}}')


def test_the_weights_that_are_left_say_what_the_run_said(trained: Trained, saved: Path) -> None:
    known = replace(model_record(PLAN.model_id), id="test", home=InFolder(saved))
    opened = Loader(weights_folder).open(known)
    found = told(opened, head_of(saved), PLAN.pooling, [text for text, _ in trained.ran.test])
    assert np.array([each.probabilities for each in found]) == pytest.approx(
        np.array(trained.ran.own.probabilities), abs=1e-4
    )
    assert f"{sum(trained.ran.right(trained.ran.own))} of 30" in (saved / CARD).read_text(encoding="utf-8")
    assert not [*saved.parent.glob("*.partial")]


def test_a_word_left_out_changes_the_score_by_what_is_said(trained: Trained, saved: Path) -> None:
    known = replace(model_record(PLAN.model_id), id="test", home=InFolder(saved))
    opened = Loader(weights_folder).open(known)
    head = head_of(saved)
    sentence = "Unbelievably good – émigré 😀 food."
    found = explained(opened, head, PLAN.pooling, sentence)
    assert [each.word for each in found.words] == ["Unbelievably", "good", "–", "émigré", "😀", "food."]
    assert told(opened, head, PLAN.pooling, [sentence])[0].probabilities == found.probabilities
    assert any(abs(each.effect) > 1e-4 for each in found.words)


def test_a_trained_model_is_found_by_name_as_long_as_it_is_there(saved: Path) -> None:
    known = register_finetuned(model_record(PLAN.model_id), PLAN.text, saved, "It learned.")
    assert model_record(known.id) == known
    assert weights_folder(known) == saved
    unregister_finetuned(saved)
    with pytest.raises(ModelUnavailable, match="no model called"):
        model_record(known.id)


def test_which_sentences_it_learns_from_depends_on_the_seed_alone() -> None:
    assert learned_from(PLAN, LIST) == learned_from(replace(PLAN, rate=1e-2), LIST)
    assert learned_from(PLAN, LIST) != learned_from(replace(PLAN, seed=1), LIST)
    assert set(learned_from(PLAN, LIST)) <= set(LIST.train)


def test_spread_is_measured_in_all_dimensions() -> None:
    rng = np.random.default_rng(0)
    labels = [0, 1] * 30
    vectors = rng.normal(size=(60, 12)) + np.array(labels)[:, None] * 0.4
    measured = spread(vectors, labels)
    distances = ((vectors[:, None] - vectors[None, :]) ** 2).sum(axis=-1)
    whole = distances.mean() / 2  # half the mean squared distance of two
    assert measured.distance**2 == pytest.approx(whole, rel=1e-4)
    within = np.mean([distances[np.ix_(some, some)].mean() / 2 for some in (range(0, 60, 2), range(1, 60, 2))])
    assert measured.by_label == pytest.approx(1 - within / whole, rel=1e-4)
    assert spread(np.ones((4, 3)), [0, 0, 1, 1]).by_label == 0.0
    assert np.isfinite(spread(np.where(vectors > 2, np.nan, vectors), labels).distance)


def test_the_plane_of_what_changed_most_says_more_than_all_dimensions() -> None:
    rng = np.random.default_rng(1)
    before = rng.normal(size=(60, 40))
    after = before * np.array([30.0, 30.0, *[1.0] * 38])
    on_plane = [float(np.linalg.norm(np.array(points) - np.mean(points, axis=0))) for points in plane(before, after)]
    whole = [spread(each, [0, 1] * 30).distance for each in (before, after)]
    assert on_plane[1] / on_plane[0] > 2 * whole[1] / whole[0]
