"""``python -m benchmarks [--busy] [NAME...]``: run benchmarks, print a table, save the results with their conditions.

A lecture's laptop does other things, too: ``--busy`` keeps one core busy meanwhile, and its results are saved beside
the others. Each row says what other programs took of the machine.
"""

import importlib
import sys
from contextlib import nullcontext

from benchmarks.report import BenchmarkResult, LoadMeter, busy_core, conditions, load_text, save

NAMES = (
    "first_paint",
    "rerun",
    "replacements",
    "answers",
    "every_position",
    "micro_batching",
    "loading",
    "attention",
    "senses",
    "sense_map",
    "river",
    "machine",
    "probing",
    "positions",
    "input",
    "pretraining",
    "teaching",
    "tasks",
    "visits",
    "classroom",
    "lecture",
    "crowd",
    "overload",
    "burst",
    "soak",
    "replica",
    "pool",
)


def main(arguments: list[str]) -> int:
    """Run the named benchmarks, or all. Returns the exit status."""
    is_busy, names = "--busy" in arguments, [name for name in arguments if name != "--busy"]
    unknown = set(names) - set(NAMES)
    if unknown:
        print(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    here = conditions()
    print(f"{here['cpu']}, {here['cores']} cores, Python {here['python']}, torch {here['torch']}, {here['date']}\n")
    print("| Question | Riverbank | Compared with | Ratio | Load |\n|---|---|---|---|---|", flush=True)
    for name in names or NAMES:
        benchmark = importlib.import_module(f"benchmarks.{name}")
        with busy_core() if is_busy else nullcontext():
            meter = LoadMeter()
            result: BenchmarkResult = benchmark.measure()
            others = meter.others()
        print(*(f"{line} {load_text(others)} |" for line in result.line().splitlines()), sep="\n", flush=True)
        save(f"{name}-busy" if is_busy else name, result, others)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
