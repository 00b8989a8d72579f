"""Which of many cases of one promise are quick: one of each kind; the others are left to `launch.py test --all`."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest

Kind = Callable[[Any], Hashable]


def first_of_each(cases: Iterable[Any], *kinds: Kind, name: Callable[[Any], str] = str) -> list:
    """Parameters of a test: the first case with each value of each of ``kinds``; the others are marked ``thorough``."""
    known: set[tuple[int, Hashable]] = set()
    parameters = []
    for case in cases:
        values_of_kinds = {(number, kind(case)) for number, kind in enumerate(kinds)}
        marks = [pytest.mark.thorough] if values_of_kinds <= known else []
        known |= values_of_kinds
        values = case if isinstance(case, tuple) else (case,)
        parameters.append(pytest.param(*values, marks=marks, id=name(case)))
    return parameters
