"""Threads of OpenMP sleep soon, unless the operator wants them otherwise."""

import os

import pytest

from components.server.openmp_wait import SPIN_COUNT, SPIN_VARIABLE, limit_spinning


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {SPIN_VARIABLE: str(SPIN_COUNT)}),
        ({SPIN_VARIABLE: "7"}, {SPIN_VARIABLE: "7"}),
        ({"OMP_WAIT_POLICY": "ACTIVE"}, {"OMP_WAIT_POLICY": "ACTIVE"}),
    ],
)
def test_what_the_operator_says_stands(
    monkeypatch: pytest.MonkeyPatch, before: dict[str, str], after: dict[str, str]
) -> None:
    monkeypatch.setattr(os, "environ", dict(before))
    limit_spinning()
    assert os.environ == after
