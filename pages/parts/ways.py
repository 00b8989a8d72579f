"""The ways of looking that a room offers: one is chosen, and the link holds which."""

from collections.abc import Sequence

import streamlit as st

from pages.parts.presenting import controls_hidden, linked_choice


def chosen_way(
    options: Sequence[str], *, key: str, label: str = "Ways of looking", unlinked: Sequence[str] = ()
) -> str:
    """The chosen way; the first where the link names none, or nothing is chosen.

    Args:
        options: The ways.
        key: Of the list, and the name of the link's parameter.
        label: What a screen reader calls the list.
        unlinked: Further ways, which need controls and so are not there where a link hides them.
    """
    if controls_hidden():
        return linked_choice(key, options)
    every = [*options, *unlinked]
    chosen = st.pills(label, every, default=every[0], key=key, bind="query-params", label_visibility="collapsed")
    return chosen or every[0]
