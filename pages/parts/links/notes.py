"""What of a link could not be used, and what is shown instead: one short note at the top of the page.

A link may be old, cut short or typed by hand. Wherever a room reads it, a value that does not fit is replaced, so that
the room opens all the same; what was read is reported here (``noted``), and held against the link as it was when the
visitor opened it. Elements with ``bind="query-params"`` need no report: Streamlit drops or mends what does not fit
before the script can ask, but what such an element shows is in the session's state under the parameter's own name.

Only the run that opens a link is looked at, and those that follow unasked: once the visitor does something, what they
chose counts, and the note is gone. Parameters that the room does not read are passed over.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NoReturn

import streamlit as st
from streamlit.runtime.state import get_session_state

LINE_LIMIT = 5
CHARACTER_LIMIT = 40  # of what a link says
_VISIT = "link-visit"


@dataclass
class _Visit:
    """A visitor in a room."""

    room: str
    link: dict[str, str] = field(default_factory=dict)  # as it was opened; empty once the visitor has done something
    notes: dict[str, str] = field(default_factory=dict)  # of this run, by parameter
    unasked: bool = False  # whether the next run is no doing of the visitor's
    fresh: bool = True  # whether the page runs as a whole, and not its fragment alone


def is_arriving(room: str) -> bool:
    """Whether a visitor was not in this room before."""
    visit = _visit()
    return visit is None or visit.room != room


def begin_page_run(room: str) -> None:
    """A page runs as a whole: by a link, or by what a visitor has done. To be called before it reads its link."""
    before = _visit()
    if before is None or before.room != room:
        visit = _Visit(room, {name: value for name, value in st.query_params.to_dict().items() if value})
    else:
        visit = _Visit(room, before.link if before.unasked else {})
    st.session_state[_VISIT] = visit


@contextmanager
def link_notes() -> Iterator[None]:
    """Draw a room inside, with a note above it where part of its link could not be used."""
    visit = _visit()
    assert visit is not None, "expected a page that was arrived at"
    if not visit.fresh:  # a visitor has changed something in this fragment
        visit.link, visit.notes = {}, {}
    visit.fresh = False
    place = st.container()
    yield
    for name in visit.link:
        if name in st.session_state and _bound(name):
            report_link_value(name, st.session_state[name])
    if visit.notes:
        with place:
            _tell(list(visit.notes.values()))


def report_link_value(name: str, used: object, *, shown: str = "") -> None:
    """Remember what a room has made of a parameter, if that is not what the link says.

    Args:
        name: The parameter.
        used: What the room goes on with; None where it does without.
        shown: How that reads on the screen, if otherwise.
    """
    asked = _link_value(name)
    if asked is None or isinstance(used, bool) or _is_same(asked, used):
        return  # a panel that is open or closed is no loss
    said = f"The link says {name}={_short(asked)}, which does not work here"
    if used is None:
        _note(name, f"{said} and is ignored.")
    elif shown or isinstance(used, str):
        _note(name, f"{said}; “{_short(shown or str(used))}” is shown instead.")
    else:
        _note(name, f"{said}; {used:g} is used instead." if isinstance(used, int | float) else f"{said}.")


def report_link_model(name: str, used: str, *, shown: str) -> None:
    """The same for a model: its id, and its name."""
    asked = _link_value(name)
    if asked is not None and asked != used:
        _note(name, f"The link names a model that is not available here (“{_short(asked)}”). {shown} is shown instead.")


def rerun_page() -> NoReturn:
    """Run the page once more without the visitor's doing: the note stays."""
    visit = _visit()
    if visit is not None:
        visit.unasked = True
    st.rerun()


def _visit() -> _Visit | None:
    found: _Visit | None = st.session_state.get(_VISIT)
    return found


def _link_value(name: str) -> str | None:
    visit = _visit()
    return None if visit is None else visit.link.get(name)


def _note(name: str, sentence: str) -> None:
    st.session_state[_VISIT].notes[name] = sentence


def _bound(name: str) -> bool:
    """Whether an element of this page holds the parameter: the state has other things under other names."""
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
    """The text on one line; what would be invisible, or turn the line around, is a replacement character."""
    cut = text if len(text) <= CHARACTER_LIMIT else f"{text[:CHARACTER_LIMIT]}…"
    return "".join(character if character.isprintable() else "\ufffd" for character in cut)


def _tell(sentences: list[str]) -> None:
    lines = sentences[:LINE_LIMIT]
    if len(sentences) > LINE_LIMIT:
        lines.append(f"And {len(sentences) - LINE_LIMIT} more.")
    with st.container(border=True, key="link-note"):
        st.text("\n".join(lines))  # plain text: nothing of a link is run as HTML or Markdown
