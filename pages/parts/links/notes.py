"""A note at the top of the page about values of the link that could not be used.

A link may be old, truncated or typed by hand. A value that does not fit is replaced, so that the room opens anyway.
Code that reads a parameter reports the value it uses (:func:`report_link_value`), which is compared with the link as
the visitor opened it. Elements with ``bind="query-params"`` need no report: Streamlit corrects their values before the
script runs, and the session state has what they show under the parameter's name.

Only the run that opens a link is checked, and reruns that the visitor did not cause: once the visitor does something,
their choices count and the note disappears. Parameters that the room does not read are ignored; names that no room
reads are reported (:mod:`pages.parts.links.known`).
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NoReturn

import streamlit as st
from streamlit.runtime.state import get_session_state

from pages.parts.links.address import leave_room
from pages.parts.links.known import is_known_parameter, similar_parameter

LINE_LIMIT = 5
CHARACTER_LIMIT = 40  # of a quoted value
_VISIT = "link-visit"


@dataclass
class _Visit:
    """A visitor in a room."""

    room: str
    link: dict[str, str] = field(default_factory=dict)  # as opened; empty once the visitor has done something
    notes: dict[str, str] = field(default_factory=dict)  # of this run, by parameter
    unasked: bool = False  # whether the next run is not caused by the visitor
    fresh: bool = True  # whether this is a run of the whole page, not of its fragment


def is_arriving(room: str) -> bool:
    """Whether the visitor comes from elsewhere: the last run was not in this room."""
    visit = _visit()
    return visit is None or visit.room != room


def begin_page_run(room: str) -> None:
    """Record a run of the whole page. Call this before the page reads its link and before any widget is drawn."""
    before = _visit()
    if before is None or before.room != room:
        leave_room()
        visit = _Visit(room, {name: value for name, value in st.query_params.to_dict().items() if value})
    else:
        visit = _Visit(room, before.link if before.unasked else {})
    st.session_state[_VISIT] = visit


@contextmanager
def link_notes() -> Iterator[None]:
    """Draw a room inside the ``with`` block, with a note above it if part of its link could not be used."""
    visit = _visit()
    assert visit is not None, "call begin_page_run first"
    if not visit.fresh:  # a visitor has changed something in this fragment
        visit.link, visit.notes = {}, {}
    visit.fresh = False
    place = st.container()
    yield
    for name in visit.link:
        if name in st.session_state and _bound(name):
            report_link_value(name, st.session_state[name])
        elif name not in st.session_state and not is_known_parameter(name):
            _report_unknown(name, visit.link)
    if visit.notes:
        with place:
            _tell(list(visit.notes.values()))


def report_link_value(name: str, used: object, *, shown: str = "") -> None:
    """Add a note if the value that a room uses for a parameter differs from the link's.

    Args:
        name: The parameter.
        used: The value that the room uses; None if it ignores the parameter.
        shown: How the value reads on the screen, if differently.
    """
    link_value = _link_value(name)
    if link_value is None or isinstance(used, bool) or _is_same(link_value, used):
        return  # a panel that is open or closed is no loss
    problem = f"The link says {name}={_short(link_value)}, which does not work here"
    if used is None:
        _note(name, f"{problem} and is ignored.")
    elif shown or isinstance(used, str):
        _note(name, f"{problem}; “{_short(shown or str(used))}” is shown instead.")
    else:
        _note(name, f"{problem}; {used:g} is used instead." if isinstance(used, int | float) else f"{problem}.")


def report_link_model(name: str, used: str, *, shown: str) -> None:
    """Add a note if the room uses another model than the link's.

    Args:
        name: The parameter.
        used: The id of the model that the room uses.
        shown: Its name.
    """
    link_value = _link_value(name)
    if link_value is not None and link_value != used:
        _note(
            name,
            f"The link names a model that is not available here (“{_short(link_value)}”). {shown} is shown instead.",
        )


def rerun_page() -> NoReturn:
    """Rerun the page on the app's own account, so that the note stays."""
    visit = _visit()
    if visit is not None:
        visit.unasked = True
    st.rerun()


def _visit() -> _Visit | None:
    visit: _Visit | None = st.session_state.get(_VISIT)
    return visit


def _link_value(name: str) -> str | None:
    visit = _visit()
    return None if visit is None else visit.link.get(name)


def _report_unknown(name: str, link: Mapping[str, str]) -> None:
    similar = similar_parameter(name)
    question = f" Did you mean “{similar}”?" if similar and similar not in link else ""
    _note(name, f"The link has “{_short(name)}”, which is not a setting of this app, so it is ignored.{question}")


def _note(name: str, sentence: str) -> None:
    st.session_state[_VISIT].notes[name] = sentence


def _bound(name: str) -> bool:
    """Whether an element of this page is bound to the parameter."""
    with get_session_state().query_params() as held:
        return held.is_bound(name)


def _is_same(link_value: str, used: object) -> bool:
    if isinstance(used, int | float):
        try:
            return float(link_value) == used
        except ValueError:
            return False
    return link_value == used


def _short(text: str) -> str:
    """``text`` cut to the limit, with unprintable and direction-changing characters replaced by U+FFFD."""
    cut = text if len(text) <= CHARACTER_LIMIT else f"{text[:CHARACTER_LIMIT]}…"
    return "".join(character if character.isprintable() else "\ufffd" for character in cut)


def _tell(sentences: list[str]) -> None:
    lines = sentences[:LINE_LIMIT]
    if len(sentences) > LINE_LIMIT:
        lines.append(f"And {len(sentences) - LINE_LIMIT} more.")
    with st.container(border=True, key="link-note"):
        st.text("\n".join(lines))  # plain text: nothing of a link is run as HTML or Markdown
