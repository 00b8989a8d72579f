"""The settings of the room. The link holds all of them, and what it says out of range becomes the nearest that fits."""

from collections.abc import Sequence

import streamlit as st

from components.model.position_results import Positions
from components.model.position_similarity import Compared
from components.tables.position_figure import MOST_POSITIONS
from pages.parts.link_notes import noted
from pages.parts.presenting import controls_hidden, linked_choice, linked_number

USUAL_POSITIONS = 128
LEAST_POSITIONS = 8
LIST_WIDTH = 220  # pixels


def number(label: str, name: str, *, low: int, high: int, usual: int, step: int = 1) -> int:
    """A slider, whose ends may change with the model or the sentence; the link's number where settings are hidden."""
    at = linked_number(name, low=low, high=high, usual=usual)
    at -= (at - low) % step
    if low < high:
        noted(name, at)
    if controls_hidden() or low >= high:
        return at
    key = f"choose-{name}"
    st.session_state[key] = at

    def changed() -> None:
        write(name, st.session_state[key], usual=usual)

    return int(st.slider(label, low, high, step=step, key=key, on_change=changed))


def one_of(label: str, name: str, options: Sequence[str]) -> str:
    """One of a few options side by side; the first where the link names none of them."""
    if controls_hidden():
        return linked_choice(name, options)
    return (
        st.segmented_control(
            label, list(options), default=options[0], key=name, bind="query-params", required=True, width="content"
        )
        or options[0]
    )


def listed(label: str, name: str, options: Sequence[str], *, usual: int = 0) -> int:
    """The number, from 0, of an option from a list that may change with the model or the sentence."""
    at = linked_number(name, low=0, high=len(options) - 1, usual=usual)
    noted(name, at, shown=options[at])
    if controls_hidden():
        return at
    key = f"choose-{name}"
    # By number and not by text: two words of a sentence may read the same.
    st.session_state[key] = at

    def changed() -> None:
        write(name, st.session_state[key], usual=usual)

    numbers = range(len(options))
    return int(
        st.selectbox(label, numbers, format_func=lambda n: options[n], key=key, on_change=changed, width=LIST_WIDTH)
    )


def one_of_many(label: str, name: str, options: Sequence[str]) -> str:
    """One of more options than have room side by side; the first where the link names none of them."""
    if controls_hidden():
        return linked_choice(name, options)
    return st.selectbox(label, list(options), key=name, bind="query-params", width=LIST_WIDTH)


def write(name: str, value: int, *, usual: int | None) -> None:
    """Put a number into the link; what is usual is not said."""
    if value == usual:
        st.query_params.pop(name, None)
    else:
        st.query_params[name] = str(value)


def positions_shown(found: Positions) -> int:
    """How many positions, from the first."""
    most = min(found.positions, MOST_POSITIONS)
    least = min(LEAST_POSITIONS, most)
    return number("Positions", "positions", low=least, high=most, usual=min(USUAL_POSITIONS, most))


def dimensions_shown(found: Positions) -> int:
    """How many dimensions, from the first: they come in pairs."""
    width = found.width - found.width % 2
    return number("Dimensions", "dimensions", low=2, high=width, usual=width, step=2)


def compared() -> Compared:
    """How two position vectors are compared."""
    return Compared(one_of("Compared by", "compared", [kind.value for kind in Compared]))
