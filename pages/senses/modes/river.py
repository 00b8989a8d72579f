"""The river: every sentence is a thread that runs from the word to one of its two meanings, layer by layer."""

from functools import partial
from itertools import combinations

import streamlit as st

import cache.engine
import cache.takeaway
from cache.river import default_senses, nearby, own_threads, own_vectors, river
from components.charts.files import ChartFigure
from components.model.tokens.occurrences import find_occurrences, parse_word_forms
from components.senses.charts.river import river_chart
from components.senses.map import MapView
from components.senses.model.results import WordVectors
from components.senses.river import river_picture
from components.senses.tables.river import (
    control_note,
    encode_nearby,
    encode_river,
    nearby_finding,
    nearby_table,
    river_finding,
    river_table,
)
from pages.parts.errors import show_errors
from pages.parts.export import PageExport
from pages.parts.findings import Findings, room_prose, taken_words
from pages.parts.layout import below_setting, headline, in_drawer, note, rare_settings, try_this
from pages.parts.lecture.tour_stop import sentence_determiner
from pages.parts.long_work import show_progress
from pages.parts.presenting import hides_controls, is_presenting
from pages.parts.rooms import SENSES
from pages.parts.sentence.filled import note_filled
from pages.parts.settings import choice
from pages.parts.veils import Link, Picture, draw_veiled_river
from pages.senses import sentence_editor
from pages.senses.context import SensesContext, WordRequest
from pages.senses.inputs import FIRST, FORMS, KNOWN, SENTENCE, ask_for_sentence, preset_for, sentence_place
from pages.senses.linked_map import draw_linked

BETWEEN = "between"
NEAREST_PAIR = "the two nearest meanings"
HEIGHT, LARGE = 0.5, 0.62  # of the river, as a share of the window's, and on a projector


def show(context: SensesContext) -> Findings | None:
    """Draw the river, with a thread for each time that the word occurs in the visitor's sentence."""
    sentence = ask_for_sentence(context.beside, context.word)
    added = None
    with sentence_place(context.beside), below_setting("below-own-sentence"), show_errors():
        note_filled(sentence)
        if sentence.strip():
            added = own_vectors(context.request, sentence)
        if added is not None and not added.points:
            _offer_words(sentence, context.word)
    senses = _choose_senses(context, added)
    if senses is None:
        headline("A river needs sentences of two meanings. Label them below.")
        sentence_editor.show_sentence_editor(context.typed)
        return None
    drawn = river(context.request, senses)
    threads = () if added is None else own_threads(context.request, senses, added)
    headline(river_finding(drawn, context.word, context.model.name, threads))
    owner = f"{sentence_determiner()} sentence".lower()
    payload = encode_river(drawn, context.vectors.points, context.word, threads, owner=owner)
    picture = partial(river_picture, height=LARGE if is_presenting() else HEIGHT)
    # The fingerprint of the sentences, without the visitor's: its thread comes and goes in the same river.
    view = draw_linked(
        picture,
        payload,
        f"{context.request.key} {senses}",
        layers=drawn.last,
        points=len(drawn.points) + len(threads),
        key="river",
    )
    note(control_note(drawn))
    try_this(f"Write a sentence with “{context.word}”, then change one word.")
    if not hides_controls():
        in_drawer("The sentences, and your own", partial(sentence_editor.show_sentence_editor, context.typed))
    table = river_table(drawn, context.vectors.points, threads)
    new = next(((point.sentence, point.start, point.end, None) for point, _ in threads), None)
    return Findings(
        "river",
        [ChartFigure("river", river_chart(table, senses), table)],
        context.vectors.conditions,
        context.code("river", senses=list(senses), new=new),
        page=_page(context, senses, sentence if threads else "", view),
    )


def _page(context: SensesContext, senses: tuple[str, str], sentence: str, view: MapView) -> PageExport:
    """The view as a page: with its model inside, where a page can hold it, else the river alone."""
    model = context.model
    is_live = model.id in cache.takeaway.PAGE_MODELS

    def content() -> bytes:
        page = cache.takeaway.river_page if is_live else cache.takeaway.river_figure_page
        return page(context.request, senses, sentence, view, why=taken_words(SENSES, room_prose(SENSES, "river")))

    def note() -> str:
        if not is_live:
            return "The river as it is here, in a small file that needs no network."
        size = cache.takeaway.page_megabytes(model.id) + 1
        return f"{model.name} in a file of about {size} MB. It places any sentence on a phone, without a network."

    return PageExport("river", content, note)


def veil(link: Link) -> Picture | None:
    """The river without the question’s sentence; where the question is about all threads, their beginning."""
    if preset_for(link.get(FORMS, FIRST.forms[0])) != FIRST:
        return None
    return draw_veiled_river if link.get(SENTENCE) else partial(draw_veiled_river, until=0)


def show_nearby(request: WordRequest) -> Findings | None:
    """For a word without sentences of its own: the words nearest to it in the visitor's sentence, layer by layer."""
    word = parse_word_forms(request.typed)[0]
    sentence = ask_for_sentence(request.beside, word)
    nearest, question = None, f"{request.model.id} {sentence} {word}"
    with (
        show_progress("Reading the examples", question, key="nearby") as on_progress,
        sentence_place(request.beside),
        below_setting("below-own-sentence"),
        show_errors(),
    ):
        if sentence.strip():
            nearest = nearby(request.model.id, sentence, word, on_progress)
    if nearest is None:
        headline(f"Write a sentence with “{word}” to see which words are near it.")
    else:
        headline(nearby_finding(nearest, request.model.name))
        layers, owner = len(nearest.cosines) - 1, f"{sentence_determiner()} sentence".lower()
        draw_linked(
            partial(river_picture, height=LARGE if is_presenting() else HEIGHT),
            encode_nearby(nearest, owner=owner),
            question,
            layers=layers,
            points=len(nearest.points) + 1,
            key="river",
        )
    if not hides_controls():
        in_drawer("The sentences, and your own", partial(sentence_editor.show_sentence_editor, request.typed))
    if nearest is None:
        return None
    table = nearby_table(nearest)
    conditions = cache.engine.conditions(request.model.id)
    return Findings("nearby", [ChartFigure("nearby", None, table)], conditions)


def _choose_senses(context: SensesContext, added: WordVectors | None) -> tuple[str, str] | None:
    """The two meanings to draw; of more than two, the visitor may choose which."""
    default = default_senses(context.request, added)
    names = tuple(dict.fromkeys(sense for sense in context.senses if sense))
    if default is None or len(names) == 2:
        return default
    pairs = {f"{first} and {second}": (first, second) for first, second in combinations(names, 2)}
    with rare_settings():
        return pairs.get(choice("Between", BETWEEN, [NEAREST_PAIR, *pairs], drawn_as="list"), default)


def _offer_words(sentence: str, word: str) -> None:
    """Offer the words of the sentence that have rivers of their own; without any, say what is missing."""
    known = [preset for preset in KNOWN if find_occurrences(sentence, preset.forms)]
    st.caption(f"“{word}” is not in this sentence." + ("" if known else " Add it to see its thread."))
    if hides_controls():
        return
    with st.container(horizontal=True):
        for preset in known:
            st.button(
                f"Follow “{preset.word}”",
                key=f"follow-{preset.word}",
                on_click=_follow,
                args=(", ".join(preset.forms),),
            )


def _follow(forms: str) -> None:
    st.session_state[FORMS] = forms
