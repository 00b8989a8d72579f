"""What a browser still sends of elements that the server has forgotten meanwhile."""

import pytest
import streamlit as st

from pages.parts import modes, settings
from pages.parts.lecture import stop_question


@pytest.mark.parametrize("change", [lambda: modes._follow("The blank"), settings._follow("k", default=10)])
def test_a_change_of_an_element_that_was_forgotten_changes_nothing(change, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    link = {"mode": "Two models", "k": "5"}
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(st, "query_params", link)
    change()
    assert link == {"mode": "Two models", "k": "5"}


def test_a_message_that_is_on_the_screen_is_kept_for_a_whole_lecture_of_looks_for_votes() -> None:
    """A reference to a message that the browser has dropped ends the page with an error."""
    lecture_s = 4 * 60 * 60
    assert st.get_option("global.maxCachedMessageAge") * stop_question.EVERY_S >= lecture_s
