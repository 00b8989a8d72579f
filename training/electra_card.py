"""Model cards of ``electra`` and its generator, made from ``evaluation.json``."""

from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Any

from training.card_parts import SAMPLING, SOURCES, files_sentence, with_interval

_TEMPLATE = Template(Path(__file__).with_name("electra_card.md").read_text(encoding="utf-8"))


def electra_card(title: str, figures: dict[str, Any]) -> str:
    """The card as Markdown.

    Args:
        title: The heading.
        figures: What :meth:`training.electra_run.ElectraRun.export` writes as ``evaluation.json``.
    """
    metrics, size = figures["telling"], figures["recipe"]["architecture"]
    shares = {
        name: with_interval(metrics, name)
        for name in ("generator_loss", "generator_top1", "replaced", "accuracy", "found", "right")
    }
    return _TEMPLATE.substitute(
        title=title,
        kind=figures["kind"],
        parameters=f"{figures['parameters'] / 1e6:.1f}",
        layers=size["layers"],
        width=size["width"],
        millions=f"{figures['tokens'] / 1e6:.1f}",
        hours=figures["hours"],
        machine=figures["machine"],
        command=figures["command"],
        chosen=f"{figures['recipe']['corruption']['chosen']:.0%}",
        torch=figures["versions"]["torch"],
        transformers=figures["versions"]["transformers"],
        sources=SOURCES,
        files=files_sentence(figures["corpus"]),
        anew=f"{figures['begun_anew'] / 1e6:.0f}",
        nothing=f"{1 - metrics['replaced']:.3f}",
        sample=_sample(metrics),
        sampling=SAMPLING,
        **shares,
    )


def _sample(metrics: Mapping[str, Any]) -> str:
    return f"{metrics['pieces']:,} tokens from {metrics['documents']:,} documents, {metrics['masked']:,} of them masked"
