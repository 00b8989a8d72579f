"""What a browser still sends of elements that the server has forgotten meanwhile."""

import pytest
import streamlit as st

from pages.parts import modes, settings


@pytest.mark.parametrize("change", [lambda: modes._follow("The blank"), settings._follow("k", default=10)])
def test_a_change_of_an_element_that_was_forgotten_changes_nothing(change, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    link = {"mode": "Two models", "k": "5"}
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(st, "query_params", link)
    change()
    assert link == {"mode": "Two models", "k": "5"}


def test_messages_are_sent_whole() -> None:
    """A reference to a message that the browser has dropped ends the page with an error."""
    assert st.get_option("global.minCachedMessageSize") > 1e9
