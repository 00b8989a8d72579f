"""Sentences typed as answers by a visitor without a class; the page's own text box shows them, too."""

import streamlit as st

from pages.parts.links.address import forget_elements, replace_address

_TYPED = "tour-own-settings"  # by tour and index of the stop: the parameter of the text box, and the sentence


def keep_typed(stop: tuple[str, int], box: str, sentence: str) -> None:
    """Keep what this visitor typed as the answer at a stop, and show it from the next run on.

    Args:
        stop: The tour's name and the index of the stop.
        box: The parameter of the page's text box.
        sentence: What was typed.
    """
    st.session_state.setdefault(_TYPED, {})[stop] = {box: sentence}
    show_typed(stop)


def show_typed(stop: tuple[str, int]) -> None:
    """Set the page to the sentence that this visitor typed at a stop, if any."""
    typed: dict[str, str] = st.session_state.get(_TYPED, {}).get(stop, {})
    if typed:
        forget_elements(typed)
        replace_address({**st.query_params.to_dict(), **typed})
