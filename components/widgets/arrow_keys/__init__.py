"""Left and right arrow keys, for a presenter who does not want to aim at a button."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

_FOLDER = Path(__file__).parent
_mount = st.components.v2.component(
    "riverbank_arrow_keys",
    html=(_FOLDER / "arrow_keys.html").read_text(encoding="utf-8"),
    js=(_FOLDER / "arrow_keys.js").read_text(encoding="utf-8"),
)


def arrow_keys(*, key: str, on_step: Callable[[int], None]) -> None:
    """Listen to the arrow keys while nothing that uses them itself has the focus.

    Args:
        key: The widget's key.
        on_step: Called before the rerun with -1 for left and 1 for right.
    """

    def stepped() -> None:
        step = getattr(st.session_state.get(key), "step", None)
        if step in (-1, 1):
            on_step(step)

    _mount(key=key, height=1, on_step_change=stepped)
