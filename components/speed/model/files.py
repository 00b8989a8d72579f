"""A finished benchmark as plain JSON, and back: what ships with the app, and what a file keeps."""

import json
from typing import Any

from components.model.serialisation import from_json, to_plain
from components.speed.model.results import TimingResult

_SIGNIFICANT = 6  # digits: a clock has no more to say


def serialise_result(result: TimingResult) -> str:
    """The whole of a benchmark, every run included."""
    return json.dumps(_rounded(to_plain(result)), ensure_ascii=False, separators=(",", ":"))


def parse_result(text: str) -> TimingResult:
    """The benchmark that :func:`serialise_result` wrote.

    Raises:
        ValueError: The text is no finished benchmark.
    """
    return from_json(TimingResult, text)


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(inner) for inner in value]
    return float(f"{value:.{_SIGNIFICANT}g}") if isinstance(value, float) else value
