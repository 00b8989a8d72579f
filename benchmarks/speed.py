"""``python -m benchmarks.speed``: two models timed against each other, as the room “Speed and size” does it.

Writes what the room offers to take away, ``benchmarks/results/speed-<device kind>.json``: every figure with all its
conditions. Models whose weights are not on this machine are built at their true size with random weights. With
``--first`` it writes instead what the room shows before a visitor has measured anything:
``python -m benchmarks.speed --models pocket-bert pocket-distilbert --device cpu --first``.
"""

import argparse
import os
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.report import RESULTS
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.device_results import BEST_DEVICE
from components.model.user_errors import UserError
from components.speed.model.presets import BASE
from components.speed.model.results import BenchmarkEvent, BenchmarkSetup, CellResult, TimingResult
from components.speed.model.spec import ATTENTIONS, DTYPES, Benchmark, format_spec
from components.speed.tables.claims import claims, claims_note
from components.speed.tables.files import speed_conditions
from components.speed.tables.findings import random_weights_note, self_check_finding
from components.speed.tables.times import cell_name, duration_text, load_text, model_names, speed_table
from components.tables.files import as_json

Timing = Callable[[Benchmark], Iterator[BenchmarkEvent]]


def main(
    arguments: list[str], *, timing: Timing | None = None, folder: Path = RESULTS, first: Path | None = None
) -> int:
    """Run the benchmark that ``arguments`` describe. Returns the exit status."""
    benchmark, ships = _parse_arguments(arguments)
    try:
        for step in (timing or _timing)(benchmark):
            match step:
                case BenchmarkSetup():
                    _print_introduction(step)
                    names = model_names(step)
                case CellResult():
                    print(_line(step), flush=True)
                case TimingResult():
                    _print_conclusion(step, names[0])
                    print(f"\nWritten to {_write_shipped(step, first) if ships else _write_results(step, folder)}")
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _timing(benchmark: Benchmark) -> Iterator[BenchmarkEvent]:
    from components.speed.model.benchmark import (
        run_benchmark,  # torch is only wanted once the arguments are known to be right
    )

    return run_benchmark(benchmark, weights_folder, stop=threading.Event())


def _parse_arguments(arguments: list[str]) -> tuple[Benchmark, bool]:
    """The benchmark, and whether the room is to begin with it."""
    default = replace(BASE, lengths=(16, 64, 128, 256, 512))
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--models", nargs=2, metavar="MODEL", default=[default.first, default.second])
    parser.add_argument("--device", default=BEST_DEVICE, help="cpu, mps, cuda:0 and so on; by default the fastest")
    parser.add_argument("--dtype", choices=DTYPES, default=default.dtype)
    parser.add_argument("--attention", choices=ATTENTIONS, default=default.attention)
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--batch", nargs="+", type=int, default=default.batches)
    parser.add_argument("--length", nargs="+", type=int, default=default.lengths)
    parser.add_argument(
        "--count", type=int, default=default.least_count, help="minimum number of runs of each model per cell"
    )
    parser.add_argument("--seconds", type=float, default=default.least_seconds, help="minimum duration of a cell")
    parser.add_argument("--warm-ups", type=int, default=default.warm_ups)
    parser.add_argument(
        "--first", action="store_true", help="save it as the result that the room shows until a visitor measures"
    )
    options = parser.parse_args(arguments)
    benchmark = Benchmark(
        first=options.models[0],
        second=options.models[1],
        device=options.device,
        dtype=options.dtype,
        attention=options.attention,
        compiled=options.compiled,
        batches=tuple(options.batch),
        lengths=tuple(options.length),
        least_count=options.count,
        least_seconds=options.seconds,
        warm_ups=options.warm_ups,
    )
    return benchmark, options.first


def _print_introduction(ready: BenchmarkSetup) -> None:
    machine, (first, second) = ready.machine, model_names(ready)
    print(f"{machine.device.id}: {machine.device.name}, torch {machine.torch}, {machine.system}")
    for model in (ready.first, ready.second):
        print(f"{model.name}: {model.parameters:,} parameters, {model.attention} attention, {model.revision}")
    note = random_weights_note(ready)
    print(
        (f"{note}\n" if note else "")
        + f"Second as a part of first: {ready.second.parameters / ready.first.parameters:.1%}"
    )
    print(
        f"\n| Sentences × tokens | {first} | {second} | Times as fast (95%) | Load |\n|---|---|---|---|---|", flush=True
    )


def _line(cell: CellResult) -> str:
    first, second = (
        f"{duration_text(timed.latency.p50)} (p99 {duration_text(timed.latency.p99)})" for timed in cell.both
    )
    ratio = cell.speed_up
    return (
        f"| {cell_name(cell.cell)} | {first} | {second} | {ratio.value:.2f} ({ratio.low:.2f}–{ratio.high:.2f}) "
        f"| {load_text(cell.load)} |"
    )


def _print_conclusion(result: TimingResult, first: str) -> None:
    print(f"\n{self_check_finding(result.self_check, first)}")
    for claim in claims(result):
        print(f"{claim.claim}: {claim.measured}. {claim.verdict}")
    if note := claims_note(result):
        print(note)
    print(f"Again: {format_spec(result.benchmark)}")


def _write_shipped(result: TimingResult, file: Path | None) -> Path:
    # The cache complains of having no server, which is of use to nobody; and a GPU machine may have no Streamlit.
    from cache.shipped.first_timing import FIRST_TIMING, serialise_result

    file = file or FIRST_TIMING
    file.write_text(serialise_result(result) + "\n", encoding="utf-8")
    return file


def _write_results(result: TimingResult, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / f"speed-{result.setup.machine.device.kind}.json"
    table = speed_table(result.cells, model_names(result.setup)).drop(columns=["row", "name", "figure"])
    file.write_bytes(as_json(table, speed_conditions(result)) + b"\n")
    return file


if __name__ == "__main__":
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # as the app has it
    sys.exit(main(sys.argv[1:]))
