"""The model card, and the figures in it as JSON, written beside the weights."""

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

from training.card_parts import SOURCES, figures_table, files_read
from training.evaluate import Evaluation
from training.members import Asked, Member
from training.objectives import Model
from training.probes import ProbeResult, ask
from training.recipe import Recipe

_TEMPLATE = Template(Path(__file__).with_name("card.md").read_text(encoding="utf-8"))
_PROBES = "\n| Sentence | Top guesses | Rank | Passed |\n|---|---|---|---|\n"
_ASKED = {
    Asked.MASKED: "20% of the tokens chosen anew each time, 80/10/10",
    Asked.NEXT: "every token predicted from those before it",
    Asked.DISTILLED: "20% of the tokens chosen anew each time, 80/10/10; losses of Sanh et al. 2019: the text's "
    "pieces (2), pocket-bert's distributions softened at T = 2 (5), the cosine to its last vectors (1)",
}


@dataclass(frozen=True)
class Earlier:
    """The run that another went on from."""

    command: str
    tokens: int
    steps: int
    hours: float


@dataclass(frozen=True)
class Made:
    """What a card tells of. Tokens, seconds and steps are those of the run itself, without the ``earlier`` one's."""

    command: str
    member: Member
    recipe: Recipe
    corpus: list[str]
    evaluation: Evaluation
    genres: dict[str, Evaluation]
    model: Model
    tokenizer: BertTokenizer
    tokens: int
    seconds: float
    steps: int
    earlier: Earlier | None = None

    @property
    def commands(self) -> str:
        """What makes it again."""
        return self.command if self.earlier is None else f"{self.earlier.command} && {self.command}"

    @property
    def total(self) -> Earlier:
        """All runs together."""
        before = self.earlier or Earlier("", 0, 0, 0.0)
        hours = round(before.hours + self.seconds / 3600, 2)
        return Earlier(self.commands, before.tokens + self.tokens, before.steps + self.steps, hours)


def write_card(folder: Path, made: Made) -> None:
    """Write ``README.md`` and ``evaluation.json`` into ``folder``."""
    probes = [] if made.member.asked is Asked.NEXT else ask(made.model, made.tokenizer)
    figures: dict[str, Any] = {
        **dataclasses.asdict(made.total),
        "earlier": made.earlier and dataclasses.asdict(made.earlier),
        "recipe": made.recipe.as_dict(),
        "corpus": made.corpus,
        "parameters": made.model.num_parameters(),
        "machine": f"{platform.machine()}, {torch.get_num_threads()} threads",
        "versions": {"torch": torch.__version__, "transformers": transformers.__version__},
        "held_out": made.evaluation.as_dict(),
        "genres": {genre: told.as_dict() for genre, told in made.genres.items()},
        "probes": [dataclasses.asdict(probe) for probe in probes],
    }
    (folder / "evaluation.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    (folder / "README.md").write_text(_card(made, figures, probes), encoding="utf-8")


def _card(made: Made, figures: dict[str, Any], probes: list[ProbeResult]) -> str:
    size, held_out, member = made.recipe.architecture, made.evaluation, made.member
    causal = member.asked is Asked.NEXT
    return _TEMPLATE.substitute(
        title=member.title,
        differs=member.differs,
        pipeline="text-generation" if causal else "fill-mask",
        kind=type(made.model).__name__,
        layers=getattr(made.model.config, "num_hidden_layers", size.layers),
        width=size.width,
        heads=size.heads,
        positions=size.positions,
        vocabulary=f"{size.vocabulary:,}",
        parameters=f"{made.model.num_parameters() / 1e6:.1f}",
        millions=f"{made.total.tokens / 1e6:.1f}",
        hours=made.total.hours,
        machine=figures["machine"],
        command="\n    ".join(made.commands.split(" && ")),
        seed=made.recipe.seed,
        torch=torch.__version__,
        transformers=transformers.__version__,
        asked=_ASKED[member.asked],
        fall=f"{made.recipe.decay:.0%}",
        lengths="" if member.longest <= 128 else f", and up to {member.longest} in the last tenth",
        judged="every token from those before it" if causal else "15% of the tokens chosen, 80/10/10",
        sources=SOURCES,
        files=files_read(made.corpus),
        supplement=f"{made.recipe.singles * made.recipe.supplement_singles:.0%}",
        singles=f"{made.recipe.singles:.0%}",
        table=figures_table(figures),
        beside=_beside(held_out),
        pieces=f"{held_out.pieces:,}",
        pairs=f"{held_out.pairs:,}",
        probes=_PROBES + "\n".join(_row(probe) for probe in probes) + "\n" if probes else "",
    )


def _beside(held_out: Evaluation) -> str:
    """What else the model was judged by, as sentences."""
    said = []
    if held_out.next_sentence is not None:
        said.append(
            f"The model tells the next sentence from a random one in {held_out.next_sentence:.3f} of pairs. Random"
        )
        said.append("sentences come from anywhere in the corpus, so a change of genre gives many away.")
    if held_out.agreement is not None:
        said.append(f"Its top guess is pocket-bert's in {held_out.agreement:.3f}; KL(pocket-bert || this) is")
        said.append(f"{held_out.kl:.3f} nats.")
    return " ".join(said)


def _row(probe: ProbeResult) -> str:
    rank = "in order" if probe.rank is None and probe.passed else "out of order" if probe.rank is None else probe.rank
    return f"| {probe.sentence} | {', '.join(probe.first_choices)} | {rank} | {'yes' if probe.passed else 'no'} |"
