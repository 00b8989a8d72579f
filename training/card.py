"""The model card, and the figures in it as JSON, written beside the weights."""

import dataclasses
import json
import platform
from dataclasses import dataclass
from pathlib import Path
from string import Template

import torch
import transformers
from transformers import BertForPreTraining, BertTokenizer

from training.evaluate import Evaluation
from training.probes import ProbeResult, ask
from training.recipe import Recipe

_TEMPLATE = Template(Path(__file__).with_name("card.md").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Made:
    """What a card tells of."""

    command: str
    recipe: Recipe
    evaluation: Evaluation
    model: BertForPreTraining
    tokenizer: BertTokenizer
    tokens: int
    seconds: float
    steps: int


def write_card(folder: Path, made: Made) -> None:
    """Write ``README.md`` and ``evaluation.json`` into ``folder``."""
    probes = ask(made.model, made.tokenizer)
    figures = {
        "command": made.command,
        "recipe": made.recipe.as_dict(),
        "parameters": made.model.num_parameters(),
        "tokens": made.tokens,
        "steps": made.steps,
        "hours": round(made.seconds / 3600, 2),
        "machine": f"{platform.machine()}, {torch.get_num_threads()} threads",
        "versions": {"torch": torch.__version__, "transformers": transformers.__version__},
        "held_out": made.evaluation.as_dict(),
        "probes": [dataclasses.asdict(probe) for probe in probes],
    }
    (folder / "evaluation.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    (folder / "README.md").write_text(_card(made, figures, probes), encoding="utf-8")


def _card(made: Made, figures: dict[str, object], probes: list[ProbeResult]) -> str:
    size, held_out = made.recipe.architecture, made.evaluation
    return _TEMPLATE.substitute(
        layers=size.layers,
        width=size.width,
        heads=size.heads,
        positions=size.positions,
        vocabulary=f"{size.vocabulary:,}",
        parameters=f"{made.model.num_parameters() / 1e6:.1f}",
        millions=f"{made.tokens / 1e6:.1f}",
        hours=figures["hours"],
        machine=figures["machine"],
        command=made.command,
        seed=made.recipe.seed,
        torch=torch.__version__,
        transformers=transformers.__version__,
        loss=f"{held_out.loss:.3f}",
        top1=f"{held_out.top1:.3f}",
        top5=f"{held_out.top5:.3f}",
        next_sentence=f"{held_out.next_sentence:.3f}",
        pieces=f"{held_out.pieces:,}",
        pairs=f"{held_out.pairs:,}",
        probes="\n".join(_row(probe) for probe in probes),
    )


def _row(probe: ProbeResult) -> str:
    rank = "in order" if probe.rank is None and probe.passed else "out of order" if probe.rank is None else probe.rank
    return f"| {probe.sentence} | {', '.join(probe.first_choices)} | {rank} | {'yes' if probe.passed else 'no'} |"
