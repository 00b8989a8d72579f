"""Write the model card and its figures as JSON beside the weights."""

import dataclasses
import json
import platform
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

import torch
import transformers
from transformers import BertTokenizer

from training.card_parts import SOURCES, figures_table, files_sentence
from training.evaluate import Evaluation
from training.members import PocketMember, TrainingTask
from training.objectives import Model
from training.probes import ProbeResult, run_probes
from training.recipe import Recipe

_TEMPLATE = Template(Path(__file__).with_name("card.md").read_text(encoding="utf-8"))
_PROBES = "\n| Sentence | Top guesses | Rank | Passed |\n|---|---|---|---|\n"
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
    (folder / "evaluation.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    (folder / "README.md").write_text(_card(trained, figures, probes), encoding="utf-8")


def _card(trained: TrainedMember, figures: dict[str, Any], probes: list[ProbeResult]) -> str:
    size, held_out, member = trained.recipe.architecture, trained.evaluation, trained.member
    causal = member.task is TrainingTask.NEXT
    return _TEMPLATE.substitute(
        title=member.title,
        differs=member.differs,
        pipeline="text-generation" if causal else "fill-mask",
        kind=type(trained.model).__name__,
        layers=getattr(trained.model.config, "num_hidden_layers", size.layers),
        width=size.width,
        heads=size.heads,
        positions=size.positions,
        vocabulary=f"{size.vocabulary:,}",
        parameters=f"{trained.model.num_parameters() / 1e6:.1f}",
        millions=f"{trained.total.tokens / 1e6:.1f}",
        hours=trained.total.hours,
        machine=figures["machine"],
        command="\n    ".join(trained.commands.split(" && ")),
        seed=trained.recipe.seed,
        torch=torch.__version__,
        transformers=transformers.__version__,
        objective=_OBJECTIVES[member.task],
        fall=f"{trained.recipe.decay:.0%}",
        lengths="" if member.length_limit <= 128 else f", and up to {member.length_limit} in the last tenth",
        judged="every token from those before it" if causal else "15% of the tokens chosen, 80/10/10",
        sources=SOURCES,
        files=files_sentence(trained.corpus),
        supplement=f"{trained.recipe.singles * trained.recipe.supplement_singles:.0%}",
        singles=f"{trained.recipe.singles:.0%}",
        table=figures_table(figures),
        beside=_further_figures(held_out),
        tokens=f"{held_out.pieces:,}",
        pairs=f"{held_out.pairs:,}",
        probes=_PROBES + "\n".join(_row(probe) for probe in probes) + "\n" if probes else "",
    )


def _further_figures(held_out: Evaluation) -> str:
    """Sentences on next-sentence accuracy and on agreement with the teacher, if measured."""
    sentences = []
    if held_out.next_sentence is not None:
        sentences.append(
            f"The model tells the next sentence from a random one in {held_out.next_sentence:.3f} of pairs. Random"
        )
        sentences.append("sentences come from anywhere in the corpus, so a change of genre gives many away.")
    if held_out.agreement is not None:
        sentences.append(f"Its top guess is pocket-bert's in {held_out.agreement:.3f}; KL(pocket-bert || this) is")
        sentences.append(f"{held_out.kl:.3f} nats.")
    return " ".join(sentences)


def _row(probe: ProbeResult) -> str:
    rank = "in order" if probe.rank is None and probe.passed else "out of order" if probe.rank is None else probe.rank
    return f"| {probe.sentence} | {', '.join(probe.first_choices)} | {rank} | {'yes' if probe.passed else 'no'} |"
