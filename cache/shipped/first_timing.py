"""The precomputed benchmark of the room “Speed and size”, measured on the machine that it names.

``python -m benchmarks.speed --models pocket-bert pocket-distilbert --device cpu --first`` writes it.
"""

import json
from functools import cache
from pathlib import Path

from components.model.serialisation import from_json, rounded, to_plain
from components.speed.model.results import TimingResult

FIRST_TIMING = Path(__file__).with_name("first_timing.json")
_SIGNIFICANT = 6  # significant digits: clocks are not more precise


@cache
def first_timing() -> TimingResult:
    """A finished benchmark of two bundled models."""
    return parse_result(FIRST_TIMING.read_text(encoding="utf-8"))


def serialise_result(result: TimingResult) -> str:
    """The whole result as JSON, including every run. Field names are the keys."""
    return json.dumps(rounded(to_plain(result), _SIGNIFICANT), ensure_ascii=False, separators=(",", ":"))


def parse_result(text: str) -> TimingResult:
    """The inverse of :func:`serialise_result`.

    Raises:
        ValueError: The text is not a serialised result.
    """
    return from_json(TimingResult, text)
