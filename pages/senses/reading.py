"""From a word to its vectors in many sentences: what most modes of the room begin with."""

from collections.abc import Callable

import streamlit as st

from cache.senses import word_vectors
from components.model.tokens.occurrences import parse_word_forms
from components.model.user_errors import UserError
from components.senses.tables.map import POINT_LIMIT
from pages.parts.findings import Findings
from pages.parts.layout import headline
from pages.parts.long_work import show_progress
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import hides_controls
from pages.senses.context import SensesContext, WordRequest
from pages.senses.inputs import choose_pooling, current_sentences, senses_request

WORD_LIMIT = 40  # characters of a word


def with_word_vectors(show: Callable[[SensesContext], Findings | None]) -> Callable[[WordRequest], Findings | None]:
    """A mode that is shown once the sentences were read; where there are none, it asks for some."""

    def shown(asked: WordRequest) -> Findings | None:
        if not hides_controls() and not current_sentences(asked.typed) and (forms := parse_word_forms(asked.typed)):
            headline(f"There are no sentences with “{forms[0][:WORD_LIMIT]}” yet. Paste some below, one per line.")
            own_sentences.show(asked.typed)
            return None
        return show(_read(asked))

    return shown


def _read(word: WordRequest) -> SensesContext:
    """The vectors of the word in its sentences.

    Raises:
        UserError: There are no sentences, none of them has the word, or there is too much to draw.
    """
    if not current_sentences(word.typed):
        raise UserError("There are no sentences with this word yet. Choose one of the example words.")
    asked = senses_request(word.model, word.typed, choose_pooling())
    with show_progress("Reading the sentences", asked.key, key="read") as on_progress:
        found = word_vectors(asked, on_progress)
    if not found.points:
        raise UserError("None of the sentences contains the word. Add other forms of it above.")
    if len(found.points) > POINT_LIMIT:
        raise UserError(
            f"The word occurs {len(found.points):,} times; the map’s limit is {POINT_LIMIT:,}. Use fewer sentences."
        )
    if found.missing or found.unreadable:
        without = f"{len(found.missing):,} without the word" if found.missing else ""
        unread = (
            f"{len(found.unreadable):,} that the model cannot read ({escape_markdown(found.unreadable[0][1])})"
            if found.unreadable
            else ""
        )
        st.caption(f"Left out: {'; '.join(filter(None, (without, unread)))}.")
    return SensesContext(word.model, word.typed, asked, found)
