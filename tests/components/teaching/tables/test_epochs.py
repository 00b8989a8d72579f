"""The table by epoch, the recipe, and what few labels show."""

import math
from dataclasses import replace

import pytest

from cache.shipped.first_runs import first_run
from components.model.lists.datasets import FOUR, shipped_dataset
from components.teaching.model.plan import Start
from components.teaching.model.presets import DEFAULT_PLAN, SHORT_RUNS, TEACHING_PRESETS, TeachingPreset
from components.teaching.model.results import ClsMap, FineTuningResult, HeldOutEvaluation, MapMethod
from components.teaching.model.run import evaluation_steps
from components.teaching.tables.histories import (
    batch_sizes,
    epoch_finding,
    epoch_table,
    few_labels_note,
    recipe_steps,
    time_limit_note,
    training_accuracy_finding,
    training_loss_note,
    unevaluated_note,
)
from components.teaching.tables.inside import head_note
from components.teaching.tables.maps import cls_bounds, cls_table


def stored() -> FineTuningResult:
    result = first_run(DEFAULT_PLAN.key)
    assert result is not None
    return result


def with_history(accuracies: tuple[float, ...]) -> FineTuningResult:
    plan = replace(DEFAULT_PLAN, train_size=5, batch_size=2, epochs=2)
    evaluation = HeldOutEvaluation(Start.PRETRAINED, 6, 0.75, 0.5)
    history = replace(
        stored().history, losses=(1.0, 2.0, 3.0, 4.0, 5.0, 6.0), accuracies=accuracies, evaluations=(evaluation,)
    )
    return replace(stored(), plan=plan, histories=(history,))


def test_an_epoch_is_the_mean_over_its_sentences() -> None:
    result = with_history((1.0, 0.5, 0.0, 1.0, 1.0, 1.0))
    assert batch_sizes(result.plan) == [2, 2, 1]
    table = epoch_table(result)
    assert table["loss"].tolist() == pytest.approx([(2 * 1 + 2 * 2 + 3) / 5, (2 * 4 + 2 * 5 + 6) / 5])
    assert table["train"].tolist() == pytest.approx([3 / 5, 1.0])
    assert math.isnan(table["held_out"][0])
    assert table["held_out"][1] == 0.75
    assert epoch_finding(table) == "Epoch 2: training loss 4.800, training accuracy 100%, held-out accuracy 75%."


def cut_short(steps: int, random_steps: int) -> FineTuningResult:
    """The stored run as if it had reached its time limit, and so its comparison."""
    run, random = stored().histories
    shortened = (replace(each, losses=each.losses[:count]) for each, count in ((run, steps), (random, random_steps)))
    return replace(stored(), histories=tuple(shortened))


def test_a_run_that_reached_its_time_limit_says_how_far_it_came() -> None:
    whole = stored()
    assert time_limit_note(whole) == ""
    cut = cut_short(30, 30)
    assert f"30 of {whole.plan.steps} steps" in time_limit_note(cut)
    assert f"30 of {whole.plan.steps} steps" in recipe_steps(cut, "MiniLM")[2][1]
    assert f"of {whole.plan.steps} steps" not in recipe_steps(whole, "MiniLM")[2][1]
    assert "after 30 steps" in training_accuracy_finding(cut)
    assert training_accuracy_finding(cut).count("steps") == 1  # as many from scratch
    behind = cut_short(30, 20)
    assert "20 from random weights" in time_limit_note(behind)
    assert training_accuracy_finding(behind).endswith("after 20 steps.")


def test_an_epoch_that_was_cut_short_is_the_mean_over_what_was_read() -> None:
    result = with_history((1.0, 0.5, 0.0, 1.0))
    evaluation = HeldOutEvaluation(Start.PRETRAINED, 4, 0.25, 0.5)
    history = replace(result.history, losses=(1.0, 2.0, 3.0, 4.0), evaluations=(evaluation,))
    table = epoch_table(replace(result, histories=(history,)))
    assert table["epoch"].tolist() == [1, 2]
    assert table["loss"][1] == 4.0
    assert table["held_out"][1] == 0.25


def test_the_loss_in_the_sentence_says_over_which_steps_it_is_the_mean() -> None:
    result = with_history((1.0,) * 6)
    assert "the last 5 steps" in training_loss_note(result)
    assert " 4.00 nats" in training_loss_note(result)  # of 2 to 6; the last epoch has 4.80
    short = replace(result, histories=(replace(result.history, losses=(7.0,)),))
    assert "the last step," in training_loss_note(short)
    assert " 7.00 nats" in training_loss_note(short)


def test_a_dash_in_the_table_is_explained_and_nothing_else_is() -> None:
    table = epoch_table(with_history((1.0, 0.5, 0.0, 1.0, 1.0, 1.0)))
    assert "after 1 of the 2 epochs" in unevaluated_note(table)
    assert unevaluated_note(epoch_table(stored())) == ""


@pytest.mark.parametrize("preset", TEACHING_PRESETS, ids=lambda preset: preset.name)
def test_every_recorded_run_has_its_training_accuracy_and_its_maps(preset: TeachingPreset) -> None:
    result = first_run(preset.plan.key)
    assert result is not None
    assert epoch_table(result)["train"].between(0, 1).all()
    assert result.cls_map.projection is MapMethod.TSNE


@pytest.mark.parametrize("epochs", [1, 2, 3, 4, 8, 10])
def test_every_epoch_is_evaluated_where_there_are_few(epochs: int) -> None:
    plan = replace(DEFAULT_PLAN, epochs=epochs)
    ends = {plan.steps_per_epoch * (epoch + 1) for epoch in range(epochs)}
    assert ends <= set(evaluation_steps(plan))
    many = replace(plan, epochs=30)
    assert len(evaluation_steps(many)) == 7
    assert all(step % many.steps_per_epoch == 0 for step in evaluation_steps(many))


def test_four_sentences_are_tested_on_the_opinions_and_their_worth_is_said() -> None:
    four, opinions = shipped_dataset(FOUR), shipped_dataset("opinions")
    assert len(four.train) == 4
    assert four.test == opinions.test
    assert not {each.text for each in four.train} & {each.text for each in four.test}
    preset = next(preset for preset in TEACHING_PRESETS if preset.plan.dataset == FOUR)
    result = first_run(preset.plan.key)
    assert result is not None
    assert "4 sentences" in few_labels_note(result)
    assert few_labels_note(stored()) == ""
    right = tuple(tuple(float(index == label) for index in (0, 1)) for _, label in result.test)
    perfect = replace(result, histories=(replace(result.history, probabilities=right),))
    assert "still, it is better" in few_labels_note(perfect)
    guessing = tuple((1.0, 0.0) for _ in result.test)
    assert "not clearly better" in few_labels_note(
        replace(result, histories=(replace(result.history, probabilities=guessing),))
    )


def test_the_recipe_has_four_steps_with_the_numbers_of_the_run() -> None:
    steps = recipe_steps(stored(), "MiniLM")
    assert len(steps) == 4
    assert f"{stored().head_parameters:,}" in steps[1][1]
    assert str(DEFAULT_PLAN.steps) in steps[2][1]
    assert "random weights" in recipe_steps(replace(stored(), plan=DEFAULT_PLAN.with_random_start()), "MiniLM")[0][1]


def test_cls_maps_have_a_point_a_sentence_before_and_after() -> None:
    result = stored()
    points = tuple((float(n), -float(n)) for n in range(len(result.test)))
    table = cls_table(replace(result, cls_map=ClsMap(MapMethod.TSNE, points, points)))
    assert len(table) == 2 * len(result.test)
    assert cls_bounds(table) == (0.0, len(points) - 1.0, 1.0 - len(points), 0.0)


def test_what_was_not_trained_is_named() -> None:
    result = first_run(SHORT_RUNS[0].plan.key)
    assert result is not None
    assert result.trained_parameters < result.parameters
    assert "without the head from pre-training" in head_note(result)
    assert "frozen" not in head_note(result)
    assert "frozen" in head_note(replace(result, plan=replace(result.plan, frozen_layers=2)))
    assert "without" not in head_note(replace(result, trained_parameters=result.parameters))
