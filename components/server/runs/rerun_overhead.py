"""Spare reruns the work that Streamlit does again in each of them, with the same result.

The first message of every rerun contains the whole theme, which does not change while a server runs. And each text box,
list and slider makes a dictionary of everything in the session's state, to look up one key.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session
from streamlit.runtime.state import SafeSessionState


class StateView(Mapping[str, Any]):
    """A session's state and the values of its widgets by key, looked up when they are asked for.

    Args:
        session_state: The session's state.
    """

    def __init__(self, session_state: SafeSessionState) -> None:
        self._session_state = session_state

    def __getitem__(self, key: str) -> Any:
        with self._session_state._lock:
            return self._session_state._state[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._everything)

    def __len__(self) -> int:
        return len(self._everything)

    def __str__(self) -> str:
        return str(self._everything)

    @property
    def _everything(self) -> dict[str, Any]:
        with self._session_state._lock:
            return self._session_state._state.filtered_state


def reduce_rerun_overhead() -> None:
    """Spare the reruns of this process that work. Call once, before the first session."""
    populate = app_session._populate_theme_msg
    themes: dict[str, CustomThemeConfig | None] = {}

    def populate_once(message: CustomThemeConfig, section: str = "theme") -> None:
        if section not in themes:
            is_set = any(value is not None for value in config.get_options_for_section(section).values())
            themes[section] = CustomThemeConfig() if is_set else None
            if (theme := themes[section]) is not None:
                populate(theme, section)
        if (theme := themes[section]) is not None:
            message.MergeFrom(theme)

    app_session._populate_theme_msg = populate_once  # type: ignore[assignment]
    config.on_config_parsed(themes.clear, force_connect=True)  # settings that change while developing
    SafeSessionState.filtered_state = property(StateView)  # type: ignore[method-assign,assignment]
