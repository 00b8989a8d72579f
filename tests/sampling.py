"""Which of many cases of one promise are quick: one of each kind; the others are left to `launch.py test --all`."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest


def first_of_each(cases: Iterable[Any], kind: Callable[[Any], Hashable], *, name: Callable[[Any], str] = str) -> list:
    """Parameters of a test: the first case of each kind, and the others marked ``thorough``."""
    kinds: set[Hashable] = set()
    parameters = []
    for case in cases:
        marks = [pytest.mark.thorough] if kind(case) in kinds else []
        kinds.add(kind(case))
        values = case if isinstance(case, tuple) else (case,)
        parameters.append(pytest.param(*values, marks=marks, id=name(case)))
    return parameters
