"""Parts that all model cards share: sources of the text, and figures by genre."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).with_name("sources.md").read_text(encoding="utf-8").strip()
# How the tokens of an evaluation are sampled, by :mod:`training.segments`.
SAMPLING = (
    "They are cut into consecutive segments of up to 128 tokens, and every token has the same chance to be in the "
    "sample. The ranges in brackets are 95% intervals (bootstrap over documents)."
)
_HEAD = """| Text | Loss (nats) | Top-1 accuracy | Top-5 accuracy | Calibration error | Tokens | Documents |
|---|---|---|---|---|---|---|
"""


def write_figures(folder: Path, figures: Mapping[str, Any], card: str) -> None:
    """Write ``evaluation.json`` and the card, ``README.md``, into the folder of a checkpoint."""
    (folder / "evaluation.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    (folder / "README.md").write_text(card, encoding="utf-8")


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


def with_interval(figures: Mapping[str, Any], name: str) -> str:
    """A figure with its 95% interval, if it has one."""
    ends = figures["intervals"].get(name)
    return f"{figures[name]:.3f}" + (f" ({ends[0]:.3f}–{ends[1]:.3f})" if ends else "")


def _row(name: str, figures: Mapping[str, Any]) -> str:
    numbers = (with_interval(figures, each) for each in ("loss", "top1", "top5", "calibration"))
    return f"| {name} | {' | '.join(numbers)} | {figures['pieces']:,} | {figures['documents']} |"
