"""Grids: runs that differ in their seed are one cell, and what ships is complete."""

from dataclasses import replace

import pytest

from cache.shipped.first_runs import first_run, teaching_grid
from components.model.serialisation import from_json, to_json
from components.teaching.model.grid import GridCell, GridRun, summarise_runs
from components.teaching.model.plan import SST2_PLAN, Plan, Start
from components.teaching.model.presets import DEFAULT_PLAN, TEACHING_PRESETS

PLAN = Plan(train_size=10, epochs=1, batch_size=5)


def grid_run(plan: Plan, accuracy: float) -> GridRun:
    return GridRun(plan, accuracy, losses=(0.7, accuracy))


def test_seeds_are_put_together_in_their_order() -> None:
    runs = [
        grid_run(replace(PLAN, seed=1), 0.9),
        grid_run(PLAN, 0.5),
        grid_run(replace(PLAN, learning_rate=1e-2), 0.4),
    ]
    cells = summarise_runs(runs, keep_first=PLAN)
    assert [cell.plan for cell in cells] == [PLAN, replace(PLAN, learning_rate=1e-2)]
    first = cells[0]
    assert first.accuracies == (0.5, 0.9)
    assert first.accuracy == pytest.approx(0.7)
    assert first.first_seed_losses == (0.7, 0.5)
    assert from_json(tuple[GridCell, ...], to_json(cells)) == cells


def test_every_rate_that_ships_has_all_its_seeds() -> None:
    cells = teaching_grid("rates")
    assert {len(cell.accuracies) for cell in cells} == {5}
    assert all(0.0 <= share <= 1.0 for cell in cells for share in cell.accuracies)


def test_labels_are_followed_from_a_hundred_to_all_from_both_starts() -> None:
    cells = teaching_grid("labels")
    seeds = {(cell.plan.start, cell.plan.train_size): len(cell.accuracies) for cell in cells}
    few, full = 100, SST2_PLAN.train_size
    assert set(seeds) >= {(start, size) for start in (Start.PRETRAINED, Start.RANDOM) for size in (few, 3000, full)}
    assert {size for _, size in seeds if size <= few} == {few}
    assert all(count == 5 for (_, size), count in seeds.items() if size < 1000)
    recipes = {replace(cell.plan, train_size=0, epochs=0, start=Start.RANDOM) for cell in cells}
    assert recipes == {replace(SST2_PLAN, train_size=0, epochs=0, start=Start.RANDOM)}, "one recipe for all sizes"


def test_the_last_points_are_those_of_the_recorded_run() -> None:
    record = first_run(SST2_PLAN.key)
    assert record is not None
    last = {cell.plan.start: cell.accuracies for cell in teaching_grid("labels") if cell.plan.train_size > 50_000}
    assert last == {each.start: (each.evaluations[-1].accuracy,) for each in record.histories}


def test_rates_go_from_nothing_to_a_collapse() -> None:
    full = (cell for cell in teaching_grid("rates") if cell.plan.train_size == 300 and cell.plan.warmup_ratio)
    by = {cell.plan.learning_rate: cell for cell in full if cell.plan.start is Start.PRETRAINED}
    assert min(by) == 1e-6
    assert max(by) == 1e-2
    assert by[1e-2].accuracies == (0.5,) * 5, "it collapses to one answer"
    assert max(by[1e-6].accuracies) < 0.6, "nothing is learned"
    assert min(by[1e-4].accuracies) > 0.6, "it works"


@pytest.mark.parametrize("preset", TEACHING_PRESETS, ids=lambda preset: preset.name)
def test_every_example_ships_and_fits_its_plan(preset: object) -> None:
    plan = preset.plan  # type: ignore[attr-defined]
    result = first_run(plan.key)
    assert result is not None
    assert result.plan == plan
    assert len(result.history.losses) == plan.steps
    assert len(result.histories) == (1 if plan.start is Start.RANDOM else 2)


def test_only_what_is_trained_has_moved_in_what_ships() -> None:
    frozen = next(preset.plan for preset in TEACHING_PRESETS if preset.plan.frozen_layers)
    result = first_run(frozen.key)
    assert result is not None
    assert all(each.weight_change == 0 for each in result.layer_changes)
    assert result.trained_parameters == result.head_parameters


def test_pre_training_is_worth_more_than_the_seed_moves() -> None:
    """What the page says of the usual run holds over five seeds, not of one that was chosen."""
    by = {
        (cell.plan.start, cell.plan.train_size, cell.plan.learning_rate, bool(cell.plan.warmup_ratio)): cell
        for cell in teaching_grid("rates")
    }
    default = by[Start.PRETRAINED, DEFAULT_PLAN.train_size, DEFAULT_PLAN.learning_rate, True]
    random = by[Start.RANDOM, DEFAULT_PLAN.train_size, DEFAULT_PLAN.learning_rate, True]
    assert min(default.accuracies) > max(random.accuracies) + 0.1
