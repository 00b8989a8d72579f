"""What a browser sends changes nothing if it is none of the options, or of elements forgotten meanwhile."""

import pytest
import streamlit as st
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

from pages.parts import modes, settings
from pages.parts.lecture import stop_question


def script() -> None:
    import streamlit as st

    from pages.parts.settings import option

    st.text(str(option("Word", "word", ["river", "money", "snow"], default=1)))


def test_a_value_that_is_no_option_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    app = AppTest.from_function(script).run()
    assert not app.exception
    assert app.text[0].value == "1"
    forge = WidgetState(id=app.selectbox[0].id, string_value="forged")
    monkeypatch.setattr(type(app.selectbox[0]), "_widget_state", property(lambda _: forge))
    app.run()
    assert not app.exception
    assert app.text[0].value == "1"


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
