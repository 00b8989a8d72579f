"""The address of a page: whatever way a visitor came, the page shows what its address says.

Streamlit binds elements to parameters, and leaves out of a page's address what an element of the page before was bound
to. That is right where a visitor goes on to another room, and wrong where they go back: then the address is the whole
of what they ask for. Mail programs change addresses, too: some write "&amp;" for "&", or break a long line.
"""

import re

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import get_session_state

_ESCAPED = re.compile(r"^(amp;)+")  # what "&amp;" leaves in front of a name
_LINE_BREAK = re.compile(r"\s*[\r\n]+\s*")
_SEVERAL_LINES = {"own-passage"}  # parameters that hold a text of more than one line


def read_address() -> None:
    """Have the whole address count, as it was meant. To be called before anything of a page reads its link."""
    if is_history_navigation():
        _begin_with(_query())
    replace_address(_repaired(st.query_params.to_dict()))


def replace_address(link: dict[str, str]) -> None:
    """Have the page read this link in place of its own, elements that are bound to parameters too."""
    before = st.query_params.to_dict()
    if link == before:
        return
    _release(*before, *link)
    st.query_params.from_dict(link)
    with get_session_state().query_params() as params:
        params.set_initial_query_params_from_current()


def is_history_navigation() -> bool:
    """Whether this run answers the browser's Back or Forward."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def remove_parameter(name: str) -> None:
    """Take a parameter out of the address, so that an element drawn from now on does not begin with it either."""
    _release(name)
    st.query_params.pop(name, None)
    with get_session_state().query_params() as params:
        params.set_initial_query_params_from_current()


def keep_in_address(name: str) -> None:
    """Have a parameter stay in the address when a visitor goes on to another page, though an element is bound to it.

    To be called after the element is drawn, at every run.
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
    """Undo the binding of parameters; an element that is drawn again binds its own again."""
    with get_session_state().query_params() as params:
        for name in names:
            binding = params.get_binding_for_param(name)
            if binding is not None:
                params.unbind_widget(binding.widget_id)


def _repaired(link: dict[str, str]) -> dict[str, str]:
    """A link with "&" for "&amp;", and a space for a line break, as a box of one line would hold it."""
    whole = {_ESCAPED.sub("", name): value for name, value in link.items() if _ESCAPED.match(name)}
    whole |= {name: value for name, value in link.items() if not _ESCAPED.match(name)}
    return {name: value if name in _SEVERAL_LINES else _LINE_BREAK.sub(" ", value) for name, value in whole.items()}
