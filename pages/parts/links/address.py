"""The address of a page: its parameters decide what is shown, however the visitor arrived.

Streamlit binds elements to parameters, and drops parameters from the address that elements of the previous page were
bound to. That is right when a visitor goes on to another room, and wrong for Back: then all parameters of the address
count. Mail programs change addresses too: some write "&amp;" for "&", or break a long line.
"""

import re
from collections.abc import Collection, Mapping
from urllib.parse import urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import get_session_state

from components.model.tokens.text_limits import CHARACTER_LIMIT

_ESCAPED = re.compile(r"^(amp;)+")  # what "&amp;" leaves in front of a name
# Keys of the elements that the visitor has met in this room.
_ROOM_KEYS = "room-keys"
# Values of elements for the next run of the whole page, by key.
_NEXT_VALUES = "next-values"
# Parameters that hold a text of more than one line.
_SEVERAL_LINES = {"own-passage", "steer-toward", "steer-away", "own-labels"}


def read_address() -> None:
    """Restore the parameters of the address and repair them. Call this before a page reads its link."""
    if is_history_navigation():
        _begin_with(_query())
    replace_address(_repaired(st.query_params.to_dict()))
    st.session_state.update(st.session_state.pop(_NEXT_VALUES, {}))


def replace_address(link: dict[str, str]) -> None:
    """Replace the parameters of the address; bound elements take their values from the new ones."""
    before = st.query_params.to_dict()
    if link == before:
        return
    _release(*before, *link)
    st.query_params.from_dict(link)
    with get_session_state().query_params() as params:
        params.set_initial_query_params_from_current()


def view_link(path: str, left_out: Collection[str], further: Mapping[str, str] | None = None) -> str:
    """The path and query that open what this page shows, relative to the app's root.

    Args:
        path: The path of the page.
        left_out: Parameters of the address that the link does not have.
        further: Parameters that the address does not have; an empty value removes one that it has.
    """
    values = {**st.query_params.to_dict(), **(further or {})}
    link = {name: value for name, value in values.items() if name not in left_out and value}
    return f"/{path}" + (f"?{urlencode(link, errors='replace')}" if link else "")


def is_history_navigation() -> bool:
    """Whether this run was caused by the browser's Back or Forward."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def remove_parameter(name: str) -> None:
    """Remove a parameter from the address; elements drawn later do not start from it either."""
    _release(name)
    st.query_params.pop(name, None)
    with get_session_state().query_params() as params:
        params.set_initial_query_params_from_current()


def forget_elements(names: Collection[str]) -> None:
    """Forget the values of elements that are bound to parameters: drawn again, they start from the address.

    Streamlit keeps the value of such an element while it is not drawn, and takes its parameter out of the address.

    Args:
        names: The parameters, which are the elements' keys, too.
    """
    _release(*names)
    for name in names:
        if name in st.session_state:
            del st.session_state[name]


def set_in_next_run(values: Mapping[str, object]) -> None:
    """Set elements, by their keys, in the next run of the whole page: in this one they are drawn already.

    Forgetting an element is not enough if its default is not in the address: the browser keeps what it shows.
    """
    st.session_state[_NEXT_VALUES] = dict(values)


def room_key(name: str) -> str:
    """The key of an element whose value belongs to this room: returns ``name``, and records it for :func:`leave_room`.

    Streamlit gives the value of an element to the next one with its key, also in another room, where the name may
    stand for something else.
    """
    st.session_state.setdefault(_ROOM_KEYS, set()).add(name)
    return name


def room_keys() -> frozenset[str]:
    """The keys that :func:`room_key` recorded in this room. Each is also the name of a parameter in the link."""
    return frozenset(st.session_state.get(_ROOM_KEYS, ()))


def leave_room() -> None:
    """Forget the values of the last room's elements. Call this on arrival in another room, before it is drawn."""
    forget_elements(st.session_state.pop(_ROOM_KEYS, ()))


def clear_parameters(*names: str) -> bool:
    """Remove parameters that no element is bound to; returns whether there were any."""
    present = [name for name in names if name in st.query_params]
    for name in present:
        st.query_params.pop(name)
    return bool(present)


def keep_in_address(name: str) -> None:
    """Keep a parameter in the address when the visitor goes to another page, though an element is bound to it.

    Call this after the element is drawn, in every run; or before any is, to keep it in views that do not draw it.
    """
    _release(name)


def _query() -> str:
    context = get_script_run_ctx()
    return "" if context is None else context.query_string


def _begin_with(query: str) -> None:
    with get_session_state().query_params() as params:
        params.populate_from_query_string(query)
        params.set_initial_query_params(query)


def _release(*names: str) -> None:
    """Unbind parameters; an element that is drawn again binds its own again."""
    with get_session_state().query_params() as params:
        for name in names:
            binding = params.get_binding_for_param(name)
            if binding is not None:
                params.unbind_widget(binding.widget_id)


def _repaired(link: dict[str, str]) -> dict[str, str]:
    """The parameters with "amp;" removed from names, and line breaks in values replaced by spaces.

    What is longer than any text may be is cut first, to a length that is still refused as too long.
    """
    cut = {name: value[: CHARACTER_LIMIT + 1] for name, value in link.items()}
    whole = {_ESCAPED.sub("", name): value for name, value in cut.items() if _ESCAPED.match(name)}
    whole |= {name: value for name, value in cut.items() if not _ESCAPED.match(name)}
    return {name: value if name in _SEVERAL_LINES else _on_one_line(value) for name, value in whole.items()}


def _on_one_line(value: str) -> str:
    lines = value.replace("\r", "\n").split("\n")
    return " ".join(filter(None, map(str.strip, lines))) if len(lines) > 1 else value
