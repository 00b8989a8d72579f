"""Tables and sentences of a run: shares, intervals, calibration, maps, and what words say of numbers."""

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import ttest_rel

from cache.shipped.first_runs import first_run, teaching_grid
from components.model.checkpoints.registry import model_record
from components.teaching.charts.grid import seed_curves
from components.teaching.charts.histories import accuracy_curves, live_accuracy_spec, live_loss_spec, loss_curves
from components.teaching.charts.maps import sentence_map
from components.teaching.charts.quality import confusion_cells, reliability_points
from components.teaching.model.grid import GridCell
from components.teaching.model.plan import Start
from components.teaching.model.presets import DEFAULT_PLAN, SHORT_RUNS
from components.teaching.model.results import Baseline, BaselineResult, FineTuningResult, VectorSpread
from components.teaching.model.sst2 import WHOLE_SENTENCES
from components.teaching.tables.explanations import failure_finding, failure_table, fitting_sentence
from components.teaching.tables.grid import (
    GUESSING,
    label_table,
    labels_finding,
    labels_saved_note,
    rate_table,
    rates_finding,
    seed_spread_note,
    seeds_note,
    warmup_note,
)
from components.teaching.tables.histories import (
    evaluation_table,
    held_out_evaluations,
    history_names,
    loss_table,
    training_accuracy_finding,
    training_steps,
)
from components.teaching.tables.inside import (
    blanks_note,
    layer_change_table,
    similarity_finding,
    weight_finding,
)
from components.teaching.tables.maps import has_dividing_line, map_bounds, map_finding, map_table
from components.teaching.tables.quality import (
    BASELINE_NAMES,
    BINS,
    accuracy_interval,
    calibration_error,
    calibration_note,
    confusion_note,
    confusion_table,
    majority_share,
    quality_finding,
    quality_table,
    reliability_table,
)


def shipped(number: int = 0) -> FineTuningResult:
    result = first_run(SHORT_RUNS[number].plan.key)
    assert result is not None
    return result


def saying(result: FineTuningResult, rows: list[tuple[float, ...]]) -> FineTuningResult:
    """The same run, had it said this of the held-out sentences."""
    return replace(result, histories=(replace(result.history, probabilities=tuple(rows)), *result.histories[1:]))


def sure(result: FineTuningResult, share: float, *, right: bool = True) -> FineTuningResult:
    """The same run, had it been so sure of every answer, and right or wrong of all."""
    rows = [(share, 1 - share) if (label == 0) is right else (1 - share, share) for _, label in result.test]
    return saying(result, rows)


def test_a_finding_counts_what_the_table_says() -> None:
    result = shipped()
    right = sum(result.correct(result.history))
    assert f"It gets {right} of {len(result.test)} " in training_accuracy_finding(result)
    table = evaluation_table(held_out_evaluations(result))
    assert table[table["run"] == "Pre-trained"]["accuracy"].iloc[-1] == pytest.approx(right / len(result.test))
    assert f"It gets {len(result.test)} of" in training_accuracy_finding(sure(result, 0.9))


def test_pre_training_helps_only_where_more_is_right_than_from_scratch_by_more_than_chance() -> None:
    result = shipped()
    assert result.random_history is not None
    same = replace(result, histories=(result.random_history, result.random_history))
    others = [training_accuracy_finding(each) for each in (same, sure(result, 0.9, right=False))]
    assert not any(each.startswith(training_accuracy_finding(sure(result, 0.9)).split(":")[0]) for each in others)


def test_losses_are_means_of_the_last_few_steps() -> None:
    result = shipped()
    table = loss_table(training_steps(result))
    pretrained = table[table["run"] == "Pre-trained"]["loss"].to_numpy()
    assert pretrained[0] == pytest.approx(result.history.losses[0])
    assert pretrained[10] == pytest.approx(np.mean(result.history.losses[6:11]))
    assert history_names(result.plan.start) == list(dict.fromkeys(table["run"]))


def test_confusion_counts_every_sentence_once() -> None:
    result = shipped(1)
    table = confusion_table(result)
    assert table["count"].sum() == len(result.test)
    assert table.groupby("label")["share"].sum().tolist() == pytest.approx([1.0] * len(result.labels))
    right = table[table["label"] == table["predicted"]]["count"].sum()
    assert right == sum(result.correct(result.history))
    assert confusion_note(result).startswith(f"Of {len(result.test)} sentences, {right} ")


def test_one_that_is_as_right_as_it_is_sure_has_no_calibration_error() -> None:
    result = shipped()
    assert calibration_error(sure(result, 1.0)) == pytest.approx(0.0)
    assert calibration_error(sure(result, 1.0, right=False)) == pytest.approx(1.0)
    assert calibration_error(sure(result, 0.8)) == pytest.approx(0.2)
    assert reliability_table(result)["count"].sum() == len(result.test)


def test_the_calibration_error_weighs_bins_by_their_sentences_and_bins_start_from_chance() -> None:
    result = shipped()
    (small, large), chance = (5, len(result.test) - 5), 1 / len(result.labels)
    width = (1 - chance) / BINS
    answers = [*[(0.95, False)] * small, *[(0.6, True)] * large]  # 95% sure and wrong; 60% sure and right
    pairs = [
        (share, 1 - share) if (label == 0) is right else (1 - share, share)
        for (_, label), (share, right) in zip(result.test, answers, strict=True)
    ]
    two_bins = saying(result, pairs)
    assert list(reliability_table(two_bins)["count"]) == [large, small]
    assert calibration_error(two_bins) == pytest.approx((small * 0.95 + large * 0.4) / (small + large))
    edge = chance + 2 * width  # 0.7 of two labels; the bins from 0.6 to 0.8, of five from 0 to 1, would hold both
    beside = [(edge - 0.01, 1 - edge + 0.01), *[(edge + 0.01, 1 - edge - 0.01)] * (len(result.test) - 1)]
    assert list(reliability_table(saying(result, beside))["count"]) == [1, len(result.test) - 1]


def test_intervals_hold_their_figure_and_where_something_simpler_wins_it_is_said() -> None:
    result = shipped()
    interval = accuracy_interval(result, result.history)
    assert interval.low < interval.value < interval.high
    table = quality_table(result)
    assert table["value"].is_monotonic_decreasing
    assert len(table) == len(result.histories) + len(result.baselines) - 1, "guessing is a line of the chart"
    models = table.set_index("name")["model_id"]
    assert models[BASELINE_NAMES[Baseline.CAUSAL]] == "pocket-gpt" != result.conditions.model_id
    assert models[BASELINE_NAMES[Baseline.PROBE]] == result.conditions.model_id
    assert models[BASELINE_NAMES[Baseline.WORDS]] == ""
    assert model_record("pocket-gpt").name in BASELINE_NAMES[Baseline.CAUSAL]
    better = replace(result, baselines=(BaselineResult(Baseline.WORDS, 0.99),))
    assert "99%" in quality_finding(better)
    assert "gains nothing" in quality_finding(better)
    worse = replace(result, baselines=(BaselineResult(Baseline.WORDS, 0.1),))
    assert "10%" in quality_finding(worse)
    equal = replace(result, baselines=(BaselineResult(Baseline.WORDS, interval.value - 0.01),))
    endings = {
        re.sub(r"\d+%", "", quality_finding(each).split(". ")[0])
        for each in (better, worse, equal, replace(result, baselines=()))
    }
    assert len(endings) == 4, "four sentences for four outcomes"


def test_what_labels_account_for_is_told_of_all_dimensions_and_not_of_the_plane() -> None:
    result = shipped()
    assert "%" not in map_finding(replace(result, map_spreads=()))
    moved = replace(result, map_spreads=(VectorSpread(1.0, 0.1), VectorSpread(1.0, 0.4)))
    assert "10.0%" in map_finding(moved)
    assert "40.0%" in map_finding(moved)


def test_maps_never_leave_their_frame() -> None:
    result = shipped()
    left, right, low, high = map_bounds(result)
    for look in range(len(result.maps)):
        table = map_table(result, look)
        assert table["x"].between(left, right).all()
        assert table["y"].between(low, high).all()


def test_a_line_divides_the_map_where_the_finished_model_changes_its_answer() -> None:
    result = shipped()
    assert has_dividing_line(result)
    says_second = pd.Series([second > first for first, second in result.history.probabilities])
    assert ((map_table(result, len(result.maps) - 1)["x"] > 0) == says_second).mean() > 0.98
    unsure = replace(result.history, probabilities=((0.4, 0.6), (0.6, 0.4)) * (len(result.test) // 2))
    other = replace(result, histories=(unsure, *result.histories[1:]))
    assert not has_dividing_line(other), "the map does not show what these answers depend on"
    assert map_table(other, 0)[["x", "y"]].values.tolist() == [list(point) for point in result.maps[0]]


def test_a_frozen_run_says_that_nothing_moved() -> None:
    number = next(n for n, preset in enumerate(SHORT_RUNS) if preset.plan.frozen_layers)
    assert f"{shipped(number).head_parameters:,}" in weight_finding(shipped(number))
    assert "%" not in weight_finding(shipped(number))
    assert len(layer_change_table(shipped(number))) == 7
    assert "about as well" in blanks_note(shipped(number))
    assert "worse than before" in blanks_note(shipped())


def test_the_fitting_sentence_is_classified_correctly_where_one_is() -> None:
    result = shipped()
    right = [text for (text, _), ok in zip(result.test, result.correct(result.history), strict=True) if ok]
    assert fitting_sentence(result) == right[0] != failure_table(result)["sentence"][0]
    (wrong,) = [case for case in result.test if case[0] == failure_table(result)["sentence"][0]]
    row = result.history.probabilities[result.test.index(wrong)]
    history = replace(result.history, probabilities=(row,))
    assert fitting_sentence(replace(result, test=(wrong,), histories=(history,))) == wrong[0]


def test_failures_are_wrong_and_the_surest_come_first() -> None:
    result = shipped()
    table = failure_table(result)
    assert (table["label"] != table["predicted"]).all()
    assert table["sure"].is_monotonic_decreasing
    assert failure_table(sure(result, 0.9)).empty
    assert "All 200" in failure_finding(sure(result, 0.9))


def test_grids_say_what_their_cells_say() -> None:
    rates, labels = teaching_grid("rates"), teaching_grid("labels")
    table = rate_table(rates)
    assert ((table["low"] <= table["value"]) & (table["value"] <= table["high"])).all()
    best = table[table["series"] == "300 labels"].sort_values("value").iloc[-1]
    assert f"({100 * best['value']:.0f}%" in rates_finding(rates)
    assert "1e-3" in warmup_note(rates)
    curve = label_table(labels)
    accuracy = curve[(curve["series"] == "Pre-trained") & (curve["x"] == 100)]["value"].iloc[0]
    assert f"100 labels with it {100 * accuracy:.0f}%" in labels_finding(labels, WHOLE_SENTENCES)
    assert "5 random seeds" in seed_spread_note(shipped(), rates)
    assert seed_spread_note(shipped(1), rates) == ""


def cell(
    start: Start, labels: int, accuracies: tuple[float, ...], *, rate: float = 1e-4, warmup: float = 0.1
) -> GridCell:
    plan = replace(DEFAULT_PLAN, start=start, train_size=labels, learning_rate=rate, warmup_ratio=warmup)
    return GridCell(plan, accuracies)


LOW, HIGH = (0.60, 0.62, 0.61, 0.63, 0.62), (0.70, 0.73, 0.71, 0.72, 0.72)


def test_a_rate_works_best_only_where_that_is_shown() -> None:
    def finding(second: tuple[float, ...]) -> str:
        return rates_finding([cell(Start.PRETRAINED, 300, HIGH, rate=3e-4), cell(Start.PRETRAINED, 300, second)])

    close = tuple(share + error for share, error in zip(HIGH, (0.03, -0.04, 0.02, -0.03, 0.01), strict=True))
    assert "not clearly" not in finding(LOW)
    assert "not clearly" in finding(close)
    assert f"p = {ttest_rel(HIGH, close).pvalue:.2f}" in finding(close)
    swapped = rates_finding([cell(Start.PRETRAINED, 300, LOW, rate=3e-4), cell(Start.PRETRAINED, 300, HIGH)])
    assert "1e-4 does best" in swapped


def test_equal_ends_are_told_together_and_beside_guessing() -> None:
    def finding(low: float, high: float) -> str:
        ends = ((1e-6, low), (1e-2, high))
        cells = [cell(Start.PRETRAINED, 300, (share,) * 5, rate=rate) for rate, share in ends]
        return rates_finding([*cells, cell(Start.PRETRAINED, 300, HIGH)])

    assert "Both 1e-6 and 1e-2 give 50%, no better than guessing" in finding(0.5, 0.5)
    assert "Both 1e-6 and 1e-2 give 60%." in finding(0.6, 0.6)
    assert "1e-6 gives 60%, and 1e-2 gives 50% (no better than guessing)." in finding(0.6, 0.5)
    assert majority_share(shipped()) == pytest.approx(GUESSING, abs=0.01)


def label_cells(pretrained: tuple[float, ...], random: tuple[float, ...]) -> list[GridCell]:
    """Single runs with 100, 10,000 and 50,000 labels."""
    sizes = (100, 10_000, 50_000)
    return [
        cell(start, size, (share,))
        for start, shares in ((Start.PRETRAINED, pretrained), (Start.RANDOM, random))
        for size, share in zip(sizes, shares, strict=True)
    ]


def test_labels_or_pre_training_win_as_the_runs_have_it() -> None:
    labels_win = labels_finding(label_cells((0.6, 0.8, 0.9), (0.5, 0.75, 0.8)), 1000)
    training_wins = labels_finding(label_cells((0.75, 0.8, 0.9), (0.5, 0.6, 0.8)), 1000)
    assert "labels win, as" in labels_win
    assert "pre-training wins" in training_wins
    assert "no clear difference, though" in labels_finding(label_cells((0.74, 0.8, 0.9), (0.5, 0.75, 0.8)), 1000)
    assert "no clear difference, though" in labels_finding(label_cells((0.6, 0.8, 0.9), (0.5, 0.75, 0.8)), 10)


def test_the_claim_is_about_the_fewest_labels_that_are_a_hundred_times_as_many() -> None:
    cells = label_cells((0.6, 0.8, 0.9), (0.5, 0.75, 0.8))
    assert labels_finding(cells, 1000).startswith("10,000 labels")
    without_these = [each for each in cells if each.plan.train_size != 10_000]
    assert labels_finding(without_these, 1000).startswith("50,000 labels")


def test_what_pre_training_adds_to_all_labels_turns_round() -> None:
    def finding(pretrained: float, random: float) -> str:
        return labels_finding(label_cells((0.6, 0.7, pretrained), (0.5, 0.6, random)), 1000)

    assert "still helps (90% with it, 80% without)" in finding(0.9, 0.8)
    assert "hurts (80% with it, 90% without)" in finding(0.8, 0.9)
    assert "makes no clear difference" in finding(0.85, 0.85)


def test_so_few_labels_replace_all_only_where_they_do() -> None:
    assert "10,000 labels (80%) do as well as all 50,000" in labels_saved_note(
        label_cells((0.6, 0.8, 0.9), (0.5, 0.6, 0.78))
    )
    assert "100 labels" in labels_saved_note(label_cells((0.79, 0.8, 0.9), (0.5, 0.6, 0.78)))
    assert labels_saved_note(label_cells((0.6, 0.7, 0.9), (0.5, 0.6, 0.78))) == ""
    assert labels_saved_note(label_cells((0.6, 0.7, 0.7), (0.5, 0.6, 0.78))) == ""


def test_the_seeds_of_each_point_are_named() -> None:
    assert "5 at 100 labels. One run each from 1,000 labels" in seeds_note(
        [cell(Start.RANDOM, 100, LOW), cell(Start.RANDOM, 1000, (0.6,))]
    )
    assert "One run" not in seeds_note([cell(Start.RANDOM, 100, LOW)])


def test_warm_up_helps_costs_or_is_not_shown_to_matter() -> None:
    def note(with_it: tuple[float, ...], without: tuple[float, ...]) -> str:
        return warmup_note([cell(Start.PRETRAINED, 300, with_it), cell(Start.PRETRAINED, 300, without, warmup=0.0)])

    close = tuple(share + error for share, error in zip(LOW, (0.03, -0.03, 0.02, -0.03, 0.02), strict=True))
    assert "helps" in note(HIGH, LOW)
    assert "hurts" in note(LOW, HIGH)
    assert "no clear difference" in note(LOW, close)


def test_every_chart_is_one_that_vega_draws() -> None:
    result = shipped()
    names, steps = history_names(result.plan.start), DEFAULT_PLAN.steps
    sure_table = reliability_table(result)
    charts = [
        accuracy_curves(evaluation_table(held_out_evaluations(result)), names=names, steps=steps, chance=0.5),
        loss_curves(loss_table(training_steps(result)), names=names, steps=steps),
        sentence_map(map_table(result, 0), labels=result.labels, bounds=map_bounds(result), title="Map"),
        confusion_cells(confusion_table(shipped(1))),
        reliability_points(sure_table, least=0.5),
        seed_curves(
            label_table(teaching_grid("labels")),
            across="x",
            values=[10, 1000],
            title="Grid",
        ),
    ]
    for chart in charts:
        assert chart.to_dict()["$schema"]


def test_curves_that_grow_are_drawn_once_for_all_and_are_each_ones_own() -> None:
    result = shipped()
    first = live_loss_spec(training_steps(result)[:20], result.plan)
    first.pop("mark")
    again = live_loss_spec(training_steps(result)[:20], result.plan)
    assert "mark" in again
    assert live_loss_spec(training_steps(result)[:30], result.plan) != again
    assert live_accuracy_spec(held_out_evaluations(result)[:3], result.plan, 0.5)["layer"]


def test_certainty_and_truth_are_compared_with_their_interval() -> None:
    half = shipped()
    assert "underconfident" in calibration_note(sure(half, 0.6))
    assert "but right only 0% of the time" in calibration_note(sure(half, 0.6, right=False))
    assert "overconfident" in calibration_note(sure(half, 0.6, right=False))
    rows = [
        (0.75, 0.25) if (label == 0) == (place % 4 != 0) else (0.25, 0.75) for place, (_, label) in enumerate(half.test)
    ]
    assert "no clear difference" in calibration_note(saying(half, rows))


def with_similarities(*similarities: float) -> FineTuningResult:
    result = shipped()
    changes = tuple(replace(result.layer_changes[0], layer=layer, cka=cka) for layer, cka in enumerate(similarities))
    return replace(result, layer_changes=changes)


@pytest.mark.parametrize(
    ("similarities", "parts"),
    [
        (
            (1.0, 0.999, 0.984, 0.5, 0.2),
            ("Layers 0–2 still place ", "at least 0.98 ", "layers 3 and 4 place ", "layer 4 most", "0.20"),
        ),
        ((1.0, 0.4), ("Layer 0 still places ", "at least 1.00 ", "layer 1 places ", "(CKA 0.40)")),
        ((1.0, 0.996), ("Every layer still ", "at least 0.99 ")),
        ((0.3, 0.8), ("Every layer places the sentences differently", "layer 0 most (CKA 0.30)")),
    ],
)
def test_the_layers_that_place_sentences_as_before_are_those_with_a_high_similarity(
    similarities: tuple[float, ...], parts: tuple[str, ...]
) -> None:
    finding = similarity_finding(with_similarities(*similarities))
    assert [part for part in parts if part not in finding] == []


def test_nothing_is_said_of_similarities_that_are_not_numbers() -> None:
    assert similarity_finding(with_similarities(1.0, float("nan"))) == ""
