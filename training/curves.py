"""Training curves: what the logs of the runs say, thinned to what a chart can show."""

import json
from pathlib import Path

POINTS = 120  # of a curve; more than that a screen does not tell apart


def curve(log: Path) -> dict[str, list[list[float]]]:
    """One run's curve.

    Args:
        log: JSON lines as ``python -m training`` writes them. A run that was stopped and went on from its last state
            has told of some steps twice: the last word counts.

    Returns:
        ``training``: pieces seen, and the loss of the words (nats, the mean over the steps logged since the point
        before); ``held_out``: pieces seen, loss and top-1 accuracy on held-out pairs.
    """
    told = {record["step"]: record for record in map(json.loads, log.read_text(encoding="utf-8").splitlines())}
    records = [told[step] for step in sorted(told)]
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
