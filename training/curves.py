"""Training curves from the logs of runs, thinned for a chart."""

import json
from pathlib import Path

POINTS = 120  # of a curve; more would not be visible on a screen


def training_curve(log: Path) -> dict[str, list[list[float]]]:
    """The curve of one run.

    Args:
        log: JSON lines as ``python -m training`` writes them. A run that was resumed has logged some steps twice;
            the last record counts.

    Returns:
        ``training``: tokens seen, and the word loss (nats, mean over the logged steps since the previous point);
        ``held_out``: tokens seen, loss and top-1 accuracy on held-out pairs.
    """
    by_step = {record["step"]: record for record in map(json.loads, log.read_text(encoding="utf-8").splitlines())}
    records = [by_step[step] for step in sorted(by_step)]
    size = max(1, -(-len(records) // POINTS))
    groups = [records[start : start + size] for start in range(0, len(records), size)]
    return {
        "training": [[g[-1]["tokens"], round(sum(r["losses"]["words"] for r in g) / len(g), 4)] for g in groups],
        "held_out": [
            [r["tokens"], round(r["held_out"]["loss"], 4), round(r["held_out"]["top1"], 4)]
            for r in records
            if "held_out" in r
        ],
    }
