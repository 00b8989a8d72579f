"""What takes long: how far a computation is, Stop and Resume, and pages that check whether the models are loaded."""

from collections.abc import Callable

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

import cache.engine
from cache.engine import EngineStage
from pages.parts import live
from tests.pages.conftest import messages, page_text


def _page() -> None:
    from collections.abc import Callable

    import streamlit as st

    from components.model.user_errors import UserError
    from pages.parts.errors import show_errors
    from pages.parts.long_work import run_with_progress

    def compute(word: str, times: int, on_progress: Callable[[int, int], None]) -> str:
        st.session_state["runs"] = st.session_state.get("runs", 0) + 1
        for done in range(times + 1):
            on_progress(done, times)
        if st.session_state.get("ends", False):
            return word * times
        raise UserError("It goes on and on.")

    with show_errors():
        st.text(run_with_progress("Counting", compute, "ab", 2, unit="step", key="count"))


def test_progress_is_counted_and_a_stopped_computation_waits_until_it_is_resumed() -> None:
    app = AppTest.from_function(_page).run()
    assert "Counting: step 2 of 2" in page_text(app)
    app.button(key="count-stop").click().run()
    assert "stopped" in messages(app)
    assert app.session_state["runs"] == 1
    app.session_state["ends"] = True
    app.button(key="count-on").click().run()
    assert app.text[0].value == "abab"
    assert not app.button
    assert not messages(app)


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
