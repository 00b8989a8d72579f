"""Write the model card and its figures as JSON beside the weights."""

import dataclasses
import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

import torch
import transformers
from transformers import BertTokenizer

from training.card_parts import SAMPLING, SOURCES, figures_table, files_sentence, with_interval, write_figures
from training.evaluate import Evaluation
from training.members import NEAR, PocketMember, TrainingTask
from training.objectives import Model
from training.probes import run_probes
from training.recipe import Recipe

_TEMPLATE = Template(Path(__file__).with_name("card.md").read_text(encoding="utf-8"))
_PROBES = "\n| Sentence | Top guesses | Rank | Passed |\n|---|---|---|---|\n"
_FAR_SECTION = Template(
    """## Far positions

Positions past $near were trained last, with everything else frozen, starting from copies of the first $near, on
$millions million tokens in sequences of $length ($hours hours), with

    $command

On held-out pairs of $length tokens that begin at a sentence the loss is $loss nats per token; before, it was $before.
Shorter texts are as before.

"""
)
_OBJECTIVES = {
    TrainingTask.MASKED: "20% of the tokens chosen anew each time, 80/10/10",
    TrainingTask.NEXT: "every token predicted from those before it",
    TrainingTask.DISTILLED: "20% of the tokens chosen anew each time, 80/10/10; losses of Sanh et al. 2019: the text's "
    "pieces (2), pocket-bert's distributions softened at T = 2 (5), the cosine to its last vectors (1)",
}


@dataclass(frozen=True)
class RunSummary:
    """Command, tokens, steps and hours of a training run, or of several together."""

    command: str
    tokens: int
    steps: int
    hours: float


@dataclass(frozen=True)
class TrainedMember:
    """A trained member, as its card describes it. ``tokens``, ``seconds`` and ``steps`` exclude the ``earlier`` run."""

    command: str
    member: PocketMember
    recipe: Recipe
    corpus: list[str]
    evaluation: Evaluation
    genres: dict[str, Evaluation]
    model: Model
    tokenizer: BertTokenizer
    tokens: int
    seconds: float
    steps: int
    earlier: RunSummary | None = None

    @property
    def commands(self) -> str:
        """The commands that reproduce it."""
        return self.command if self.earlier is None else f"{self.earlier.command} && {self.command}"

    @property
    def total(self) -> RunSummary:
        """All runs together."""
        before = self.earlier or RunSummary("", 0, 0, 0.0)
        hours = round(before.hours + self.seconds / 3600, 2)
        return RunSummary(self.commands, before.tokens + self.tokens, before.steps + self.steps, hours)


def write_card(folder: Path, trained: TrainedMember) -> None:
    """Write ``README.md`` and ``evaluation.json`` into ``folder``."""
    probes = [] if trained.member.task is TrainingTask.NEXT else run_probes(trained.model, trained.tokenizer)
    figures: dict[str, Any] = {
        **dataclasses.asdict(trained.total),
        "earlier": trained.earlier and dataclasses.asdict(trained.earlier),
        "recipe": trained.recipe.as_dict(),
        "corpus": trained.corpus,
        "parameters": trained.model.num_parameters(),
        "machine": f"{platform.machine()}, {torch.get_num_threads()} threads",
        "versions": {"torch": torch.__version__, "transformers": transformers.__version__},
        "held_out": trained.evaluation.as_dict(),
        "genres": {genre: evaluation.as_dict() for genre, evaluation in trained.genres.items()},
        "probes": [dataclasses.asdict(probe) for probe in probes],
    }
    write_figures(folder, figures, member_card(trained.member, figures, folder))


def member_card(member: PocketMember, figures: Mapping[str, Any], folder: Path) -> str:
    """The card of a member as Markdown.

    Args:
        member: The member.
        figures: The content of its ``evaluation.json``.
        folder: The folder of its checkpoint, for ``config.json``.
    """
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    recipe, held_out = figures["recipe"], figures["held_out"]
    size = recipe["architecture"]
    causal = member.task is TrainingTask.NEXT
    far = figures.get("far")
    commands = figures["command"].removesuffix(f" && {far['command']}" if far else "")
    return _TEMPLATE.substitute(
        title=member.title,
        differs=member.differs,
        pipeline="text-generation" if causal else "fill-mask",
        kind=config["architectures"][0],
        layers=next(config[name] for name in ("num_hidden_layers", "n_layers", "n_layer") if name in config),
        width=size["width"],
        heads=size["heads"],
        positions=size["positions"],
        vocabulary=f"{size['vocabulary']:,}",
        parameters=f"{figures['parameters'] / 1e6:.1f}",
        millions=f"{figures['tokens'] / 1e6:.1f}",
        hours=figures["hours"],
        machine=figures["machine"],
        command="\n    ".join(commands.split(" && ")),
        seed=recipe["seed"],
        torch=figures["versions"]["torch"],
        transformers=figures["versions"]["transformers"],
        objective=_OBJECTIVES[member.task],
        fall=f"{recipe['decay']:.0%}",
        lengths="" if member.length_limit <= 128 else f", and up to {member.length_limit} in the last tenth",
        judged="Every token is predicted from those before it"
        if causal
        else "15% of the tokens are chosen and treated 80/10/10",
        sampling=SAMPLING,
        sources=SOURCES,
        files=files_sentence(figures["corpus"]),
        supplement=f"{recipe['singles'] * recipe['supplement_singles']:.0%}",
        singles=f"{recipe['singles']:.0%}",
        far=_far_section(far) if far else "",
        table=figures_table(figures),
        beside=_further_figures(held_out),
        probes=_PROBES + "\n".join(map(_row, figures["probes"])) + "\n" if figures["probes"] else "",
    )


def _far_section(far: Mapping[str, Any]) -> str:
    return _FAR_SECTION.substitute(
        near=NEAR,
        millions=f"{far['tokens'] / 1e6:.1f}",
        length=far["length"],
        hours=far["hours"],
        command=far["command"],
        loss=f"{far['loss']:.3f}",
        before=f"{far['before']:.3f}",
    )


def _further_figures(held_out: Mapping[str, Any]) -> str:
    """Sentences on next-sentence accuracy and on agreement with the teacher, if measured."""
    sentences = []
    if held_out["next_sentence"] is not None:
        sentences.append(
            f"The model tells the next sentence from a random one in {with_interval(held_out, 'next_sentence')} of "
            f"{held_out['pairs']:,} pairs. Random"
        )
        sentences.append("sentences come from anywhere in the corpus, so a change of genre gives many away.")
    if held_out["agreement"] is not None:
        sentences.append(f"Its top guess is pocket-bert's in {with_interval(held_out, 'agreement')} of the tokens;")
        sentences.append(f"KL(pocket-bert || this) is {with_interval(held_out, 'kl')} nats.")
    return " ".join(sentences)


def _row(probe: Mapping[str, Any]) -> str:
    in_order = "in order" if probe["passed"] else "out of order"
    rank = in_order if probe["rank"] is None else probe["rank"]
    return (
        f"| {probe['sentence']} | {', '.join(probe['first_choices'])} | {rank} | {'yes' if probe['passed'] else 'no'} |"
    )
