"""Checks of what students send in, by the kind of the question, so that a phone says at once what does not fit.

A class knows no model; whoever asks questions of a kind registers the check that these need.
"""

import re
from collections.abc import Callable, Sequence

from components.classroom.entries import (
    NO_LABEL,
    ONE_WORD,
    ClassQuestion,
    EntryKind,
    clean_text,
    entry_text,
)
from components.model.tally import is_one_word
from components.model.tokens.occurrences import find_occurrences
from components.model.user_errors import UserError
from components.tables.phrases import list_phrase

EntryCheck = Callable[[ClassQuestion, str], str]
_TAG = re.compile("</?[a-z]+>", re.IGNORECASE)  # of HTML; what it is about becomes undecided for the model
_NO_WORD = re.compile(r"\W+")
_CHECKS: dict[EntryKind, EntryCheck] = {}


def register_entry_check(kind: EntryKind, check: EntryCheck) -> None:
    """Check entries of one kind.

    Args:
        kind: The kind of the questions.
        check: Returns what is wrong with a text, as a message for the student; "" if nothing is. It is called on the
            server's threads, so it must be fast.
    """
    _CHECKS[kind] = check


def entry_problem(question: ClassQuestion, typed: str, label: str = "") -> str:
    """What is wrong with a text and its label, as a message for the student; "" if nothing is."""
    if question.kind in (EntryKind.FOOLING, EntryKind.MINIMAL_PAIR):
        limit = question.text_limit
        sentences = typed.split("\n") if question.kind is EntryKind.MINIMAL_PAIR else [typed]
        if any(len(clean_text(sentence, 2 * limit)) > limit for sentence in sentences):
            return f"This sentence is too long. Write at most {limit} characters."
    if question.kind is EntryKind.FOOLING:
        if label not in question.labels:
            return NO_LABEL
        if tag := _TAG.search(typed):
            return f"Leave “{tag.group()}” out: the model would read it as words."
        if _bare(typed) in map(_bare, question.shown):
            return "This sentence is from the lecture. Change a word."
    if question.kind is EntryKind.WORD and not is_one_word(typed):
        return ONE_WORD
    if question.words and not _has_word(entry_text(question, typed), question.words):
        return f"Your sentence must contain {list_phrase([f'“{word}”' for word in question.words], 'or')}."
    check = _CHECKS.get(question.kind)
    return "" if check is None else check(question, entry_text(question, typed))


def _bare(sentence: str) -> str:
    """The words of a sentence in lower case, without punctuation."""
    return " ".join(_NO_WORD.split(sentence.casefold())).strip()


def _has_word(sentence: str, words: Sequence[str]) -> bool:
    """Whether a sentence has one of ``words`` as a whole word. What cannot be read is for the model to say."""
    try:
        return bool(find_occurrences(sentence, words))
    except UserError:
        return True
