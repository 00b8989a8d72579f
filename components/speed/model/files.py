"""A finished benchmark as JSON and back, for the shipped file and for files on disk."""

import json
from typing import Any

from components.model.serialisation import from_json, to_plain
from components.speed.model.results import TimingResult

_SIGNIFICANT = 6  # significant digits: clocks are not more precise


def serialise_result(result: TimingResult) -> str:
    """The whole result as JSON, including every run. Field names are the keys."""
    return json.dumps(_rounded(to_plain(result)), ensure_ascii=False, separators=(",", ":"))


def parse_result(text: str) -> TimingResult:
    """The inverse of :func:`serialise_result`.

    Raises:
        ValueError: The text is not a serialised result.
    """
    return from_json(TimingResult, text)


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(inner) for inner in value]
    return float(f"{value:.{_SIGNIFICANT}g}") if isinstance(value, float) else value
