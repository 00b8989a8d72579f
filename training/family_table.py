"""A table of the family, made from the members' ``evaluation.json``."""

import json
from pathlib import Path
from string import Template
from typing import Any

from training.card_parts import SAMPLING, with_interval
from training.members import MEMBERS, PocketMember, TrainingTask

_TEMPLATE = Template(Path(__file__).with_name("table.md").read_text(encoding="utf-8"))


def family_table(pocket: Path) -> str:
    """The table as Markdown.

    Args:
        pocket: The folder of the finished checkpoints.

    Raises:
        OSError: A member that ships is missing.
    """
    figures = {chosen: _read_evaluation(pocket / chosen.name) for chosen in MEMBERS if chosen.shipped}
    first = next(iter(figures.values()))
    return _TEMPLATE.substitute(
        versions=", ".join(f"{name} {version}" for name, version in first["versions"].items()),
        machine=first["machine"],
        sampling=SAMPLING,
        rows="\n".join(_row(chosen, evaluation) for chosen, evaluation in figures.items()),
        commands="\n".join(
            f"| {chosen.title} | {each} |" for chosen, evaluation in figures.items() for each in _commands(evaluation)
        ),
    )


def _read_evaluation(folder: Path) -> dict[str, Any]:
    evaluation: dict[str, Any] = json.loads((folder / "evaluation.json").read_text(encoding="utf-8"))
    return evaluation


def _commands(evaluation: dict[str, Any]) -> list[str]:
    return [f"`{command}`" for command in evaluation["command"].split(" && ")]


def _row(chosen: PocketMember, evaluation: dict[str, Any]) -> str:
    held_out = evaluation["held_out"]
    agreement = held_out.get("agreement")
    cells = (
        f"[{chosen.title}]({chosen.name}/README.md)",
        chosen.differs,
        f"{evaluation['parameters']:,}",
        f"{evaluation['tokens'] / 1e6:.1f} M",
        str(evaluation["hours"]),
        str(evaluation["recipe"]["seed"]),
        "the next token" if chosen.task is TrainingTask.NEXT else "masked tokens",
        with_interval(held_out, "loss"),
        with_interval(held_out, "top1"),
        "" if agreement is None else with_interval(held_out, "agreement"),
        f"{held_out['pieces']:,}",
    )
    return f"| {' | '.join(cells)} |"
