"""The model card of ``minilm``, made from ``evaluation.json``."""

from pathlib import Path
from string import Template
from typing import Any

from training.card_parts import SAMPLING, SOURCES, figures_table, files_sentence, with_interval
from training.published import DIGESTS, PACKAGE

_TEMPLATE = Template(Path(__file__).with_name("minilm_card.md").read_text(encoding="utf-8"))


def minilm_card(figures: dict[str, Any]) -> str:
    """The card as Markdown.

    Args:
        figures: What :meth:`training.minilm.MiniLM.export` writes as ``evaluation.json``.
    """
    recipe, blanks = figures["recipe"], figures["common_sense"]
    runs = [*([figures["earlier"]] if "earlier" in figures else []), figures]  # a checkpoint may be trained further
    return _TEMPLATE.substitute(
        package=f"`{PACKAGE}`",
        digest=DIGESTS["model.safetensors"],
        parameters=f"{figures['parameters'] / 1e6:.1f}",
        millions=f"{sum(run['tokens'] for run in runs) / 1e6:.1f}",
        sampling=SAMPLING,
        sources=SOURCES,
        files=files_sentence(figures["corpus"]),
        command=" && ".join(run["command"] for run in runs),
        heads=f"{figures['heads']['tokens'] / 1e6:.1f}",
        hours=round(sum(run["hours"] for run in runs), 2),
        machine=figures["machine"],
        rate=f"{recipe['learning_rate']:g}",
        fall=f"{recipe['decay']:.0%}",
        chosen=f"{recipe['corruption']['chosen']:.0%}",
        torch=figures["versions"]["torch"],
        transformers=figures["versions"]["transformers"],
        note=f" {figures['note']}" if "note" in figures else "",
        figures=figures_table(figures),
        next_sentence=with_interval(figures["held_out"], "next_sentence"),
        pairs=f"{figures['held_out']['pairs']:,}",
        passed=sum(blank["passed"] for blank in blanks),
        blank_count=len(blanks),
        blanks="\n".join(
            f"| {blank['sentence']} | {', '.join(blank['first'])} | {'yes' if blank['passed'] else 'no'} |"
            for blank in blanks
        ),
    )
