"""Tables and sentences of a run: shares, intervals, calibration, maps, and what words say of numbers."""

from dataclasses import replace

import numpy as np
import pytest

from cache.shipped.first_runs import first_run
from cache.shipped.teaching_grids import grid
from components.teaching.charts.courses import accuracy_curves, loss_curves
from components.teaching.charts.grid import seed_curves
from components.teaching.charts.growing import growing_accuracy, growing_losses
from components.teaching.charts.maps import sentence_map
from components.teaching.charts.quality import confusion_cells, reliability_points
from components.teaching.model.presets import TEACHING_PRESETS, USUAL
from components.teaching.model.results import Baseline, Ran, Simpler
from components.teaching.tables.courses import course_finding, course_names, look_table, looks_of, loss_table, steps_of
from components.teaching.tables.grid import (
    collapse_note,
    forgetting_table,
    label_table,
    labels_finding,
    own_point,
    rate_table,
    rates_finding,
    spread_note,
    warmup_note,
)
from components.teaching.tables.inside import blanks_note, inside_finding, layer_changes
from components.teaching.tables.maps import layer_captions, map_ends, map_table, parted
from components.teaching.tables.quality import (
    accuracy_interval,
    calibration_error,
    confusion_table,
    quality_finding,
    quality_table,
    reliability_table,
)
from components.teaching.tables.using import failure_finding, failure_table


def shipped(number: int = 0) -> Ran:
    ran = first_run(TEACHING_PRESETS[number].plan.text)
    assert ran is not None
    return ran


def saying(ran: Ran, rows: list[tuple[float, ...]]) -> Ran:
    """The same run, had it said this of the held-out sentences."""
    return replace(ran, courses=(replace(ran.own, probabilities=tuple(rows)), *ran.courses[1:]))


def sure(ran: Ran, share: float, *, right: bool = True) -> Ran:
    """The same run, had it been so sure of every answer, and right or wrong of all."""
    rows = [(share, 1 - share) if (label == 0) is right else (1 - share, share) for _, label in ran.test]
    return saying(ran, rows)


def test_a_finding_counts_what_the_table_says() -> None:
    ran = shipped()
    right = sum(ran.right(ran.own))
    assert f"gets {right} of {len(ran.test)}" in course_finding(ran)
    table = look_table(looks_of(ran))
    assert table[table["way"] == "Pre-trained"]["accuracy"].iloc[-1] == pytest.approx(right / len(ran.test))
    assert f"gets {len(ran.test)} of" in course_finding(sure(ran, 0.9))


def test_losses_are_means_of_the_last_few_steps() -> None:
    ran = shipped()
    table = loss_table(steps_of(ran))
    own = table[table["way"] == "Pre-trained"]["loss"].to_numpy()
    assert own[0] == pytest.approx(ran.own.losses[0])
    assert own[10] == pytest.approx(np.mean(ran.own.losses[6:11]))
    assert course_names(ran.plan.start) == list(dict.fromkeys(table["way"]))


def test_confusion_counts_every_sentence_once() -> None:
    ran = shipped(1)
    table = confusion_table(ran)
    assert table["count"].sum() == len(ran.test)
    assert table.groupby("label")["share"].sum().tolist() == pytest.approx([1.0] * len(ran.labels))
    right = table[table["label"] == table["told"]]["count"].sum()
    assert right == sum(ran.right(ran.own))


def test_one_that_is_as_right_as_it_is_sure_has_no_calibration_error() -> None:
    ran = shipped()
    assert calibration_error(sure(ran, 1.0)) == pytest.approx(0.0)
    assert calibration_error(sure(ran, 1.0, right=False)) == pytest.approx(1.0)
    assert calibration_error(sure(ran, 0.8)) == pytest.approx(0.2)
    assert reliability_table(ran)["count"].sum() == len(ran.test)


def test_intervals_hold_their_figure_and_where_something_simpler_wins_it_is_said() -> None:
    ran = shipped()
    found = accuracy_interval(ran, ran.own)
    assert found.low < found.value < found.high
    table = quality_table(ran)
    assert table["value"].is_monotonic_decreasing
    assert len(table) == len(ran.courses) + len(ran.baselines)
    better = replace(ran, baselines=(Baseline(Simpler.WORDS, 0.99),))
    assert "something simpler does as well or better: counting words, 99 %" in quality_finding(better)
    worse = replace(ran, baselines=(Baseline(Simpler.WORDS, 0.1),))
    assert "the best of the simpler ways, counting words, gets 10 %" in quality_finding(worse)


def test_labels_account_for_all_where_they_lie_in_two_points_and_for_nothing_in_one() -> None:
    ran = shipped()
    two = tuple((float(label), 0.0) for _, label in ran.test)
    assert parted(ran, two) == pytest.approx(1.0)
    assert parted(ran, tuple((1.0, 2.0) for _ in ran.test)) == 0.0
    assert parted(ran, ran.maps[-1]) > parted(ran, ran.maps[0])


def test_maps_never_leave_their_frame() -> None:
    ran = shipped()
    left, right, low, high = map_ends(ran)
    for look in range(len(ran.maps)):
        table = map_table(ran, look)
        assert table["x"].between(left, right).all()
        assert table["y"].between(low, high).all()
    assert layer_captions(ran, 0)[0].startswith("Before: labels account for")


def test_a_frozen_run_says_that_nothing_moved() -> None:
    number = next(n for n, preset in enumerate(TEACHING_PRESETS) if preset.plan.frozen)
    assert "Nothing inside has moved" in inside_finding(shipped(number))
    assert len(layer_changes(shipped(number))) == 7
    assert "about as before" in blanks_note(shipped(number))
    assert "worse than before" in blanks_note(shipped())


def test_failures_are_wrong_and_the_surest_come_first() -> None:
    ran = shipped()
    table = failure_table(ran)
    assert (table["label"] != table["told"]).all()
    assert table["sure"].is_monotonic_decreasing
    assert failure_table(sure(ran, 0.9)).empty
    assert "all 200" in failure_finding(sure(ran, 0.9))


def test_grids_say_what_their_cells_say() -> None:
    rates, labels = grid("rates"), grid("labels")
    table = rate_table(rates)
    assert ((table["low"] <= table["value"]) & (table["value"] <= table["high"])).all()
    best = table[table["series"] == "300 labels"].sort_values("value").iloc[-1]
    assert f"{100 * best['value']:.0f} % right on average" in rates_finding(rates)
    assert "1e-2 on" in collapse_note(rates) or "nearly every" in collapse_note(rates)
    assert "Warm-up matters most at 1e-3" in warmup_note(rates)
    assert forgetting_table(rates)["value"].min() > 0
    curve = label_table(labels)
    most = curve[(curve["series"] == "Pre-trained") & (curve["x"] == 1000)]["value"].iloc[0]
    assert f"With 1,000 labels {100 * most:.0f} % are right" in labels_finding(labels)
    assert "Over 5 seeds this run comes to" in spread_note(shipped(), rates)
    assert spread_note(shipped(1), rates) == ""


def test_every_chart_is_one_that_vega_draws() -> None:
    ran = shipped()
    names, steps = course_names(ran.plan.start), USUAL.steps
    sure_table = reliability_table(ran)
    charts = [
        accuracy_curves(look_table(looks_of(ran)), names=names, steps=steps, chance=0.5),
        loss_curves(loss_table(steps_of(ran)), names=names, steps=steps),
        sentence_map(map_table(ran, 0), labels=ran.labels, ends=map_ends(ran)),
        confusion_cells(confusion_table(shipped(1))),
        reliability_points(sure_table, least=0.5),
        seed_curves(label_table(grid("labels")), across="x", values=[10, 1000], up="y", own=own_point(ran)),
    ]
    for chart in charts:
        assert chart.to_dict()["$schema"]


def test_curves_that_grow_are_drawn_once_for_all_and_are_each_ones_own() -> None:
    ran = shipped()
    first = growing_losses(steps_of(ran)[:20], ran.plan)
    first.pop("mark")
    again = growing_losses(steps_of(ran)[:20], ran.plan)
    assert "mark" in again
    assert growing_losses(steps_of(ran)[:30], ran.plan) != again
    assert growing_accuracy(looks_of(ran)[:3], ran.plan, 0.5)["layer"]
