"""Threads of OpenMP sleep soon, unless the operator wants them otherwise."""

import os

import pytest

from components.server.short_spins import TURNS, VARIABLE, keep_spins_short


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {VARIABLE: str(TURNS)}),
        ({VARIABLE: "7"}, {VARIABLE: "7"}),
        ({"OMP_WAIT_POLICY": "ACTIVE"}, {"OMP_WAIT_POLICY": "ACTIVE"}),
    ],
)
def test_what_the_operator_says_stands(
    monkeypatch: pytest.MonkeyPatch, before: dict[str, str], after: dict[str, str]
) -> None:
    monkeypatch.setattr(os, "environ", dict(before))
    keep_spins_short()
    assert os.environ == after
