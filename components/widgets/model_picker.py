"""The list of models, bound to the link.

An option says what its model needs, and how large it is: "BERT base · needs a download (440 MB) · 110 million weights".
The list cuts what is too long for its width, so what a model needs comes first.
That changes after a download. ``bind="query-params"`` would write the option's text into the link, so an old link would
match no option later. The link holds the model's id instead: the selection is read from it before every run, and the
callback writes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

INLINE_WIDTH = 318  # pixels, label included
GREY = 0.7  # opacity: still a contrast of 4.5 to the background


@dataclass(frozen=True)
class ModelOption:
    """One option.

    Attributes:
        id: The model's id.
        name: Its name.
        size: How large it is, in a few words; empty if that is not known.
        note: What using it takes, in a few words; empty if nothing. Such models are one grey group, the last.
    """

    id: str
    name: str
    size: str
    note: str


def model_picker(choices: Sequence[ModelOption], *, key: str, label: str = "Model", inline: bool = False) -> str:
    """Draw the list, and return the id of the chosen model.

    Args:
        choices: The options; the first is the default.
        key: The widget's key and the name of the link's parameter.
        label: Above the list; before it if ``inline``.
        inline: Whether the list is one line high, for the title's row.
    """
    default = choices[0].id
    choices = sorted(choices, key=lambda choice: bool(choice.note) and choice.id != default)
    labels = {choice.id: " · ".join(filter(None, (choice.name, choice.note, choice.size))) for choice in choices}
    if grey := [place for place, choice in enumerate(choices) if choice.note]:
        st.html(f"<style>{_grey_rule(key, grey)}</style>")
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


def _grey_rule(key: str, places: Sequence[int]) -> str:
    """The CSS rule that greys options while their list is open; the list itself is drawn far from its widget."""
    options = ", ".join(f'[data-key="{place}"]' for place in places)
    return f'body:has(.st-key-{key} [aria-expanded="true"]) [role="option"]:is({options}) {{ opacity: {GREY}; }}'


def _write_link(key: str, default: str) -> None:
    chosen = st.session_state[key]
    if chosen == default:
        st.query_params.pop(key, None)
    else:
        st.query_params[key] = chosen
