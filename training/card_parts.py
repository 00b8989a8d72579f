"""What all cards have in common: where the text comes from, and figures by kind of text."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).with_name("sources.md").read_text(encoding="utf-8").strip()
_HEAD = """| Text | Loss (nats) | Top-1 accuracy | Top-5 accuracy | Calibration error | Tokens |
|---|---|---|---|---|---|
"""


def files_read(corpus: list[str]) -> str:
    """The files of a corpus as a sentence."""
    return f"{', '.join(corpus)}."


def figures_table(figures: Mapping[str, Any]) -> str:
    """Held-out figures of a model, and those by genre, as a table in Markdown.

    Args:
        figures: What lies beside a checkpoint as ``evaluation.json``.
    """
    texts = {"all of it": figures["held_out"], **figures["genres"]}
    return _HEAD + "\n".join(_row(name, told) for name, told in texts.items())


def _row(name: str, told: Mapping[str, float]) -> str:
    numbers = (told[each] for each in ("loss", "top1", "top5", "calibration"))
    return f"| {name} | {' | '.join(f'{number:.3f}' for number in numbers)} | {told['pieces']:,} |"
