"""Parts that all model cards share: sources of the text, and figures by genre."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).with_name("sources.md").read_text(encoding="utf-8").strip()
_HEAD = """| Text | Loss (nats) | Top-1 accuracy | Top-5 accuracy | Calibration error | Tokens |
|---|---|---|---|---|---|
"""


def files_sentence(corpus: list[str]) -> str:
    """A sentence that lists the files of a corpus."""
    return f"{', '.join(corpus)}."


def figures_table(figures: Mapping[str, Any]) -> str:
    """Held-out figures of a model, in total and by genre, as a Markdown table.

    Args:
        figures: The content of ``evaluation.json``.
    """
    texts = {"all of it": figures["held_out"], **figures["genres"]}
    return _HEAD + "\n".join(_row(name, values) for name, values in texts.items())


def _row(name: str, values: Mapping[str, float]) -> str:
    numbers = (values[each] for each in ("loss", "top1", "top5", "calibration"))
    return f"| {name} | {' | '.join(f'{number:.3f}' for number in numbers)} | {values['pieces']:,} |"
