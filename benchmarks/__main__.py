"""``python -m benchmarks [NAME...]``: run benchmarks, print a table, save the results with their conditions."""

import importlib
import sys

from benchmarks.report import BenchmarkResult, conditions, save

NAMES = (
    "first_paint",
    "rerun",
    "answers",
    "every_position",
    "micro_batching",
    "loading",
    "attention",
    "senses",
    "sense_map",
    "river",
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


def main(names: list[str]) -> int:
    """Run the named benchmarks, or all. Returns the exit status."""
    unknown = set(names) - set(NAMES)
    if unknown:
        print(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    here = conditions()
    print(f"{here['cpu']}, {here['cores']} cores, Python {here['python']}, torch {here['torch']}, {here['date']}\n")
    print("| Question | Riverbank | Compared with | Ratio |\n|---|---|---|---|", flush=True)
    for name in names or NAMES:
        result: BenchmarkResult = importlib.import_module(f"benchmarks.{name}").measure()
        print(result.line(), flush=True)
        save(name, result)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
