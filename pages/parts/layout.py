"""Where settings stand: nothing of that is left where a link hides them."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.parts.presenting import controls_hidden


def columns(
    widths: int | Sequence[float], *, vertical_alignment: Literal["top", "center", "bottom"] = "bottom"
) -> list[DeltaGenerator]:
    """Columns side by side; where settings are hidden, containers one below the other, which take no room if empty."""
    if controls_hidden():
        return [st.container() for _ in range(widths if isinstance(widths, int) else len(widths))]
    return list(st.columns(widths, vertical_alignment=vertical_alignment))


def folded(label: str, *, key: str) -> AbstractContextManager[object]:
    """A panel, folded away, for settings; where those are hidden there is none."""
    return st.container() if controls_hidden() else st.expander(label, key=key)


def explanation(text: str) -> None:
    """A line about a setting."""
    if not controls_hidden():
        st.caption(text)
