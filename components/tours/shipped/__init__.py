"""The tours that ship with the app, as JSON files in this folder."""

from functools import cache
from pathlib import Path

from components.tours.tour import Tour, parse_tour

ORDER = (
    "which-bank-in-10-minutes",
    "bert-in-45-minutes",
    "positions-to-distillation",
    "from-text-to-label",
    "fill-the-blank",
    "which-bank",
    "what-does-it-read",
    "who-looks-at-whom",
    "inside-a-layer",
    "what-each-layer-knows",
    "change-its-mind",
    "what-the-mask-takes-away",
    "where-am-i",
    "how-it-learned",
    "teach-it-something",
    "one-encoder-many-heads",
    "half-the-layers",
    "what-a-small-one-keeps",
    "the-family",
    "tests-of-language",
    "what-goes-wrong",
)


@cache
def shipped_tours(paths: frozenset[str]) -> dict[str, Tour]:
    """The tours by name, in their order on the page. ``paths`` are the pages of the app."""
    folder = Path(__file__).parent
    return {name: parse_tour(folder.joinpath(f"{name}.json").read_text(encoding="utf-8"), paths) for name in ORDER}
