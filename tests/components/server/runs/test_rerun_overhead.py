"""What reruns are spared gives the same as what Streamlit does."""

import pytest
from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session
from streamlit.runtime.state import SafeSessionState, SessionState

from components.server.runs.rerun_overhead import StateView, reduce_rerun_overhead

SECTIONS = ("theme", "theme.light", "theme.dark", "theme.sidebar", "theme.light.sidebar", "theme.dark.sidebar")
_POPULATE = app_session._populate_theme_msg


@pytest.fixture
def reduced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_session, "_populate_theme_msg", _POPULATE)
    monkeypatch.setattr(SafeSessionState, "filtered_state", SafeSessionState.filtered_state)
    reduce_rerun_overhead()


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.usefixtures("reduced")
def test_the_theme_is_the_same_every_time(section: str, monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"primaryColor": "#123456", "base": "light"} if section in SECTIONS[:3] else {"primaryColor": None}
    reads: list[str] = []

    def options(name: str) -> dict[str, object]:
        reads.append(name)
        return dict(values)

    monkeypatch.setattr(config, "get_options_for_section", options)
    expected = CustomThemeConfig()
    _POPULATE(expected.light, section)  # a part, whose presence counts
    reads.clear()
    for _ in range(3):
        message = CustomThemeConfig()
        app_session._populate_theme_msg(message.light, section)
        assert message == expected
        assert message.HasField("light") == expected.HasField("light")
    assert len(reads) <= 2  # and it is made once


def _state() -> SafeSessionState:
    state = SessionState()
    state["word"], state["count"], state["nothing"] = "bank", 3, None
    return SafeSessionState(state, lambda: None)


def test_the_view_of_a_state_is_its_dictionary() -> None:
    safe = _state()
    view, expected = StateView(safe), safe._state.filtered_state
    assert dict(view) == expected
    assert len(view) == len(expected) == 3
    assert str(view) == str(expected)
    assert "word" in view
    assert view["nothing"] is None
    assert "other" not in view


@pytest.mark.usefixtures("reduced")
def test_looking_up_one_key_does_not_read_all(monkeypatch: pytest.MonkeyPatch) -> None:
    safe = _state()
    monkeypatch.setattr(SessionState, "filtered_state", property(lambda _: pytest.fail("everything was read")))
    assert safe.filtered_state["word"] == "bank"
    assert "other" not in safe.filtered_state
