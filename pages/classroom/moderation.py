"""Moderation of a class: approve, hide and filter what the projector shows."""

from collections.abc import Callable, Collection, Mapping

import streamlit as st

from components.classroom.classroom import Classroom
from components.classroom.entries import ClassEntry, EntryKind
from pages.parts.errors import attempt, show_errors

LISTED_LIMIT, NEWEST_LIMIT = 200, 5  # the latest entries, in a list and with a button each
_HIDDEN, _WAITING, _WORDS, _APPROVE = "class-hidden", "class-waiting", "class-filter", "class-approve"


@show_errors()
def approval_option(classroom: Classroom) -> None:
    """Draw the switch that keeps answers back until the lecturer approves them."""
    st.session_state[_APPROVE] = classroom.state.approve_first
    st.toggle(
        "Show only answers that I approve",
        key=_APPROVE,
        on_change=lambda: attempt(lambda: classroom.configure(approve_first=st.session_state[_APPROVE])),
        help="New answers wait here until you approve them.",
    )


def approval_list(classroom: Classroom) -> None:
    """Draw the answers that wait for approval. An open list stays open meanwhile."""
    waiting = {entry.number: entry for entry in classroom.entries(hidden=True) if entry.awaits_approval}
    if classroom.state.approve_first or waiting:
        _approval_list(classroom, dict([*waiting.items()][:LISTED_LIMIT]))


def newest_texts(classroom: Classroom) -> None:
    """Draw what was typed last in answer to the question on the projector, each with a button that hides it there."""
    phone = classroom.state.phone
    about = phone.question.about if phone.question is not None else phone.about
    sent = classroom.entries(None, about, hidden=True) if about else ()
    typed = [entry for entry in sent if entry.kind.is_sentence or entry.kind in (EntryKind.WORD, EntryKind.GUESS)]
    for entry in [entry for entry in typed if not entry.awaits_approval][: -NEWEST_LIMIT - 1 : -1]:
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"class-text-{entry.number}"):
            st.text(_line(entry))
            word, change = ("Show", _approve) if entry.hidden else ("Hide", _hide)
            st.button(
                word,
                key=f"class-{word.lower()}-{entry.number}",
                type="tertiary",
                on_click=_moderate,
                args=(classroom, change, (entry.number,)),
            )


@show_errors()
def hidden_list(classroom: Classroom) -> None:
    """Draw the list of all answers, to hide them or show them again. An open list stays open meanwhile."""
    entries = classroom.entries(hidden=True)[-LISTED_LIMIT:]
    _hidden_list(classroom, {entry.number: entry for entry in entries if not entry.awaits_approval})


@show_errors()
def word_filter(classroom: Classroom) -> None:
    """Draw the box for words that hide an answer."""
    st.text_input(
        "Blocked words, separated by commas",
        value=", ".join(sorted(classroom.state.blocked_words)),
        key=_WORDS,
        on_change=lambda: attempt(
            lambda: classroom.block_words([word.strip() for word in st.session_state[_WORDS].split(",")])
        ),
        help="New answers with one of these words or phrases are hidden, even in look-alike letters.",
    )


def _approval_list(classroom: Classroom, waiting: Mapping[int, ClassEntry]) -> None:
    """The entries that wait for approval, the oldest first."""
    st.session_state[_WAITING] = [number for number in st.session_state.get(_WAITING, []) if number in waiting]
    st.multiselect(
        "Waiting for approval",
        list(waiting),
        format_func=lambda number: _line(waiting[number]),
        key=_WAITING,
        placeholder="Choose answers" if waiting else "No answers are waiting",
    )
    with st.container(horizontal=True):
        for label, key, action, numbers in (
            ("Approve selected", "class-show", _approve, None),
            ("Hide selected", "class-leave-out", _hide, None),
            (f"Approve all {len(waiting)}", "class-show-all", _approve, tuple(waiting)),
        ):
            st.button(label, key=key, on_click=_moderate, args=(classroom, action, numbers), disabled=not waiting)


Change = Callable[[Classroom, Collection[int]], None]


def _approve(classroom: Classroom, numbers: Collection[int]) -> None:
    classroom.moderate(show=numbers)


def _hide(classroom: Classroom, numbers: Collection[int]) -> None:
    classroom.moderate(hide=numbers)


def _moderate(classroom: Classroom, change: Change, numbers: Collection[int] | None) -> None:
    """Approve or hide these entries; None means the selected ones."""
    attempt(lambda: change(classroom, st.session_state[_WAITING] if numbers is None else numbers))


def _hidden_list(classroom: Classroom, listed: Mapping[int, ClassEntry]) -> None:
    before = frozenset(number for number, entry in listed.items() if entry.hidden)
    st.session_state[_HIDDEN] = [number for number in listed if number in before]

    def changed() -> None:
        """Apply only the difference: the list may be outdated."""
        chosen = frozenset(st.session_state[_HIDDEN])
        attempt(lambda: classroom.moderate(hide=chosen - before, show=before - chosen))

    st.multiselect(
        "Hidden on the projector",
        list(reversed(listed)),
        format_func=lambda number: _line(listed[number]),
        key=_HIDDEN,
        on_change=changed,
        placeholder="Choose answers to hide",
    )


def _line(entry: ClassEntry) -> str:
    return f"{entry.number}. {entry.text}" + (f" ({entry.label})" if entry.label else "")
