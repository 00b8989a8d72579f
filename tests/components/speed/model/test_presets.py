"""Every preset benchmark can be run and linked to."""

import pytest

from components.speed.model.presets import BENCHMARK_PRESETS
from components.speed.model.spec import Benchmark, format_spec, parse_spec, validate


@pytest.mark.parametrize("preset", BENCHMARK_PRESETS, ids=lambda preset: preset.name)
def test_a_preset_can_be_run_and_linked_to(preset) -> None:
    assert validate(preset.benchmark) == preset.benchmark
    assert parse_spec(format_spec(preset.benchmark)) == preset.benchmark


def test_there_are_enough_and_no_two_are_alike() -> None:
    assert len({preset.benchmark for preset in BENCHMARK_PRESETS}) == len(BENCHMARK_PRESETS) >= 6
    assert BENCHMARK_PRESETS[0].benchmark == Benchmark()
