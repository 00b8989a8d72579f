"""A browser may send anything as the value of a list: what is none of its options changes nothing."""

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest


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
