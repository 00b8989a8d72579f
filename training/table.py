"""One table of the family, made from the figures that lie beside the weights."""

import json
from pathlib import Path
from string import Template
from typing import Any

from training.members import MEMBERS, Asked, Member

_TEMPLATE = Template(Path(__file__).with_name("table.md").read_text(encoding="utf-8"))


def family_table(pocket: Path) -> str:
    """The table as Markdown.

    Args:
        pocket: The folder of the finished checkpoints.

    Raises:
        OSError: A member that ships is not there.
    """
    figures = {one: _figures(pocket / one.name) for one in MEMBERS if one.shipped}
    first = next(iter(figures.values()))
    return _TEMPLATE.substitute(
        versions=", ".join(f"{name} {version}" for name, version in first["versions"].items()),
        machine=first["machine"],
        rows="\n".join(_row(one, told) for one, told in figures.items()),
        commands="\n".join(f"| {one.title} | {each} |" for one, told in figures.items() for each in _commands(told)),
    )


def _figures(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "evaluation.json").read_text(encoding="utf-8"))
    return found


def _commands(told: dict[str, Any]) -> list[str]:
    return [f"`{command}`" for command in told["command"].split(" && ")]


def _row(one: Member, told: dict[str, Any]) -> str:
    held_out = told["held_out"]
    agreement = held_out.get("agreement")
    cells = (
        f"[{one.title}]({one.name}/README.md)",
        one.differs,
        f"{told['parameters']:,}",
        f"{told['tokens'] / 1e6:.1f} M",
        str(told["hours"]),
        str(told["recipe"]["seed"]),
        "the next token" if one.asked is Asked.NEXT else "masked tokens",
        f"{held_out['loss']:.3f}",
        f"{held_out['top1']:.3f}",
        "" if agreement is None else f"{agreement:.3f}",
    )
    return f"| {' | '.join(cells)} |"
