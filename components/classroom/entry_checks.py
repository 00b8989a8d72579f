"""Checks of what students send in, by the kind of the question, so that a phone says at once what does not fit.

A class knows no model; whoever asks questions of a kind registers the check that these need.
"""

from collections.abc import Callable

from components.classroom.entries import ClassQuestion, EntryKind

EntryCheck = Callable[[ClassQuestion, str], str]
_CHECKS: dict[EntryKind, EntryCheck] = {}


def register_entry_check(kind: EntryKind, check: EntryCheck) -> None:
    """Check entries of one kind.

    Args:
        kind: The kind of the questions.
        check: Returns what is wrong with a text, as a message for the student; "" if nothing is. It is called on the
            server's threads, so it must be fast.
    """
    _CHECKS[kind] = check


def entry_problem(question: ClassQuestion, text: str) -> str:
    """What is wrong with a text, as a message for the student; "" if nothing is."""
    check = _CHECKS.get(question.kind)
    return "" if check is None else check(question, text)
