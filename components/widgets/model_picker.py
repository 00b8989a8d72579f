"""The list of models, bound to the link.

Each option says where its model is ("pocket BERT · bundled"), and that changes: after a download, or when the network
goes. ``bind="query-params"`` would write the option's text into the link, so yesterday's link would name no option
today. The link holds the model's id instead; the selection is read from the link before every run and written to it by
the callback, so the link is the one place where the choice lives.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

INLINE_WIDTH = 290  # pixels, label included


@dataclass(frozen=True)
class ModelOption:
    """One option. ``note`` says what using it would take, in a few words."""

    id: str
    name: str
    note: str


def model_picker(choices: Sequence[ModelOption], *, key: str, label: str = "Model", inline: bool = False) -> str:
    """Show the list and return the id of the chosen model.

    Args:
        choices: The options; the first is chosen where the link names none, or none of these.
        key: The widget's key and the name of the link's parameter.
        label: What stands above the list; before it, or small in its corner, if ``inline``.
        inline: Whether the list is one line high, in the row of the title.
    """
    labels = {choice.id: f"{choice.name} · {choice.note}" for choice in choices}
    default = choices[0].id
    linked = st.query_params.get(key)
    if linked is not None and linked not in labels:
        del st.query_params[key]
    st.session_state[key] = linked if linked in labels else default
    return st.selectbox(
        label,
        list(labels),
        format_func=labels.__getitem__,
        key=key,
        on_change=_write_link,
        args=(key, default),
        width=INLINE_WIDTH if inline else "stretch",
    )


def _write_link(key: str, default: str) -> None:
    chosen = st.session_state[key]
    if chosen == default:
        st.query_params.pop(key, None)
    else:
        st.query_params[key] = chosen
