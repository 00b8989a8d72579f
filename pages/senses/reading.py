"""Reads a word's sentences before a mode of the room is shown."""

from collections.abc import Callable

from cache.senses import word_vectors
from components.model.tokens.occurrences import parse_word_forms
from components.model.user_errors import UserError
from components.senses.model.projection import MINIMUM_POINTS
from components.senses.tables.map import POINT_LIMIT
from components.tables.phrases import count_phrase
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.links.address import keep_in_address
from pages.parts.long_work import show_progress
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import hides_controls
from pages.senses import sentence_editor
from pages.senses.context import SensesContext, WordRequest, omissions_text
from pages.senses.inputs import METHOD, choose_pooling, current_sentences, senses_request

WORD_LIMIT = 40  # characters of a word in the headline


def with_word_vectors(
    show: Callable[[SensesContext], Findings | None],
    *,
    draws_map: bool = False,
    show_alone: Callable[[WordRequest], Findings | None] | None = None,
) -> Callable[[WordRequest], Findings | None]:
    """Turn a mode that needs the word's vectors into one that reads them first, or asks for sentences.

    Args:
        show: Draws the mode.
        draws_map: Whether it draws the map; otherwise the map's projection is kept in the link.
        show_alone: Draws the mode for a word without sentences; by default they are asked for.
    """

    def show_with_vectors(request: WordRequest) -> Findings | None:
        if not draws_map:
            keep_in_address(METHOD)  # otherwise dropped, in a second step of the history
        if show_alone is not None and not current_sentences(request.typed) and parse_word_forms(request.typed):
            return show_alone(request)
        if not hides_controls() and not current_sentences(request.typed) and (forms := parse_word_forms(request.typed)):
            headline(f"There are no sentences with “{forms[0][:WORD_LIMIT]}” yet. Paste some below, one per line.")
            sentence_editor.show_sentence_editor(request.typed)
            return None
        context = _read(request)
        if problem := _problem(context, draws_map=draws_map):
            if hides_controls():
                raise UserError(problem)
            # The editor is part of the map, which cannot be drawn: without it there would be no way back.
            headline(problem)
            sentence_editor.show_sentence_editor(request.typed, note=escape_markdown(problem))
            return None
        if omissions := omissions_text(context.vectors):
            note(omissions)
        return show(context)

    return show_with_vectors


def _read(word_request: WordRequest) -> SensesContext:
    """Read the sentences of the word.

    Raises:
        UserError: There are no sentences.
    """
    if not current_sentences(word_request.typed):
        raise UserError("There are no sentences with this word yet. Choose one of the example words.")
    request = senses_request(word_request.model, word_request.typed, choose_pooling())
    with show_progress("Reading the sentences", request.key, key="read") as on_progress:
        vectors = word_vectors(request, on_progress)
    return SensesContext(word_request.model, word_request.typed, request, vectors, word_request.beside)


def _problem(context: SensesContext, *, draws_map: bool) -> str:
    """Why nothing can be drawn of these sentences, and what to do; empty if it can."""
    count, word = len(context.vectors.points), parse_word_forms(context.typed)[0][:WORD_LIMIT]
    if not count:
        return f"None of the sentences contains “{word}”. Change them below, or add other forms of the word above."
    if draws_map and count < MINIMUM_POINTS:
        times = count_phrase(count, "time")
        return f"The map needs the word at least {MINIMUM_POINTS} times; it occurs {times}. Add sentences below."
    if count > POINT_LIMIT:
        return f"The word occurs {count:,} times; the map’s limit is {POINT_LIMIT:,}. Use fewer sentences."
    return ""
