"""The command line asks for what it is told to, writes what it measured, and says no in words."""

import json
from pathlib import Path

import pytest

from benchmarks.speed import main
from cache.shipped.first_timing import parse_result, serialise_result
from components.model.user_errors import UserError
from components.speed.model.spec import Benchmark, parse_spec
from components.speed.tables.findings import self_check_finding
from components.speed.tables.times import model_names
from tests.components.speed.model.timed_results import timing_result


def test_what_is_measured_is_written_with_its_conditions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = timing_result(random=True)
    folder = tmp_path / "results"
    assert main([], timing=lambda _: iter([result.setup, *result.cells, result]), folder=folder) == 0
    written = json.loads((folder / "speed-cpu.json").read_text(encoding="utf-8"))
    assert parse_spec(written["conditions"]["benchmark"]) == result.benchmark
    assert written["conditions"]["first_random_weights"] is True
    assert len(written["rows"]) == 2 * len(result.cells)
    output = capsys.readouterr().out
    assert "random weights" in output
    assert self_check_finding(result.self_check, model_names(result.setup)[0]) in output
    assert output.count("1.60 (") == len(result.cells)


def test_every_condition_can_be_chosen() -> None:
    benchmarks: list[Benchmark] = []
    arguments = (
        "--models pocket-bert pocket-scratch --device cpu --dtype bfloat16 --attention eager --compiled "
        "--batch 2 4 --length 8 --count 7 --seconds 0.5 --warm-ups 1"
    )
    assert main(arguments.split(), timing=lambda benchmark: iter(benchmarks.append(benchmark) or ())) == 0
    assert benchmarks == [
        Benchmark(
            first="pocket-bert",
            second="pocket-scratch",
            device="cpu",
            dtype="bfloat16",
            attention="eager",
            compiled=True,
            batches=(2, 4),
            lengths=(8,),
            least_count=7,
            least_seconds=0.5,
            warm_ups=1,
        )
    ]


def test_a_refusal_is_told_and_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(_: Benchmark) -> None:
        raise UserError("This machine has no such device.")

    assert main([], timing=refuse, folder=tmp_path) == 2  # type: ignore[arg-type]
    assert capsys.readouterr().err == "This machine has no such device.\n"
    assert list(tmp_path.iterdir()) == []


def test_what_the_room_begins_with_is_the_whole_benchmark(tmp_path: Path) -> None:
    result = timing_result()
    first, folder = tmp_path / "first.json", tmp_path / "results"
    assert main(["--first"], timing=lambda _: iter([result.setup, result]), folder=folder, first=first) == 0
    assert serialise_result(parse_result(first.read_text(encoding="utf-8"))) == serialise_result(result)
    assert not folder.exists()
