"""Pages that wait for the models check whether they are loaded."""

from collections.abc import Callable

import pytest
import streamlit as st

import cache.engine
from cache.engine import EngineStage
from pages.parts import live


def interval_at(stage: EngineStage, monkeypatch: pytest.MonkeyPatch) -> float:
    """The interval between the checks of a page that is opened at this stage, in seconds."""
    intervals: list[float] = []

    def fragment(_: Callable[[], None], *, run_every: float) -> Callable[[], None]:
        intervals.append(run_every)
        return lambda: None

    with monkeypatch.context() as patch:
        patch.setattr(cache.engine, "engine_stage", lambda: stage)
        patch.setattr(st, "fragment", fragment)
        assert not live.is_live()
    (interval,) = intervals
    return interval


def test_the_page_that_starts_the_models_does_so_soon_and_those_after_it_spare_the_server_checks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, later = (interval_at(stage, monkeypatch) for stage in (EngineStage.COLD, EngineStage.STARTING))
    assert first < 1
    assert later > 2 * first
    assert later < 4, "models load in some seconds"
