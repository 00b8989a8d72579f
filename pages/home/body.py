"""The home page's body: the river of a word with the visitor's sentence in it, and the rooms below it."""

from functools import partial
from pathlib import Path

import streamlit as st

import cache.engine
from cache.classes.class_sentences import sense_labels
from components.model.word_senses import OPENING_SENTENCES
from components.senses.map import last_layer
from components.senses.river import river_picture
from components.widgets.machine_map import machine_map
from pages.home.first_minute import first_minute
from pages.home.openings import FOOLING, OPENER, find_opening
from pages.home.picture import HomePicture, read_sentence
from pages.parts.conditions import draw_conditions
from pages.parts.lecture.classes import clear_class_question, share_page
from pages.parts.lecture.finale import (
    MODEL,
    QUESTION,
    SENSES_OF_WORD,
    WORD,
    draw_falling_sentences,
    draw_fooling_sentences,
    is_finale,
)
from pages.parts.lecture.presenter import draw_presenter_bar
from pages.parts.lecture.stop_question import draw_outcome, draw_question
from pages.parts.lecture.tour_stop import CurrentStop, current_stop, is_on_tour, load_tour
from pages.parts.links.parameters import STAGE, STOP, TOUR
from pages.parts.navigation import rooms_on_map
from pages.parts.presenting import is_presenting
from pages.parts.rooms import ATTENTION, FILL, ROOMS, SENSES, Room
from pages.parts.veils import draw_veiled_river

CHIPS, RIVER = "ending", "river"
LECTURE = "bert-in-45-minutes"  # the tour that the page starts
OFFERED = tuple(opening for opening in OPENING_SENTENCES if not opening.fools or opening is FOOLING)
HEIGHT, LARGE = 0.38, 0.62  # of the river, as a share of the window's, and on a projector
_STYLE = Path(__file__).with_name("home.css").read_text(encoding="utf-8")


def home_body(*, live: bool) -> None:
    """Draw the sentence's input, its thread in the river, and the rooms."""
    st.html(f"<style>{_STYLE}</style>")
    clear_class_question()
    stop = current_stop()
    if stop is not None and stop.is_withheld:
        veil = draw_falling_sentences if live and is_finale(stop) else draw_veiled_river
        draw_question(stop, box=STAGE, picture=veil)
        share_page("")
        if is_presenting():
            draw_presenter_bar(None, None, (), "")
        return
    with st.container(key="home-stage"):
        typed = sentence_input()
        follow = st.container(key="follow")
        finding = st.container(key="finding")
        outcome, figure, steps = (st.container(key=key) for key in ("outcome", "figure", "steps"))
    with finding:
        picture = read_sentence(typed, follow, live=live)
    result = None
    if stop is not None:
        with outcome:
            judge = partial(sense_labels, QUESTION, SENSES_OF_WORD)
            result = draw_outcome(stop, picture.finding, judge=judge, box=STAGE)
    with figure:
        if result is not None and result.answered and is_finale(stop):
            draw_fooling_sentences(result)
        else:
            finding.text(_answer(typed, picture, stop))
            river_picture(
                picture.payload,
                key=RIVER,
                initial=last_layer(picture.payload),
                plays=True,
                height=LARGE if is_presenting() else HEIGHT,
            )
    share_page("", result=result)
    if is_presenting():
        draw_presenter_bar(None, None, (), "")
        return
    with steps:
        _next_steps(typed, picture)
    draw_rooms(typed, picture.position)
    with st.container(key="foot"), st.expander("Why?", key="why", type="compact"):
        st.text(picture.note)
        size = cache.engine.parameter_count(MODEL.id) if live else None
        draw_conditions(MODEL, picture.conditions, parameters=size, live=picture.live)


def _answer(typed: str, picture: HomePicture, stop: CurrentStop | None) -> str:
    """What the model makes of the sentence, and of an offered one that fools it, what most readers would say."""
    opening = find_opening(typed)
    if (stop is None or stop.stop.asks is None) and opening is not None and opening.fools:
        return f"{picture.finding} Most readers would say “{opening.sense}”."
    return picture.finding


def sentence_input() -> str:
    """Draw the text box and the offered sentences; returns the sentence."""
    typed = st.text_input(
        f"Change a word, or write your own sentence with “{WORD.word}”",
        OPENER,
        key=STAGE,
        bind="query-params",
        live="500ms",
        label_visibility="collapsed" if is_presenting() else "visible",  # where the river needs its line
    )
    here = find_opening(typed or "")
    offered = [opening for opening in OFFERED if not (opening.fools and is_on_tour())]  # a stop may ask what it is
    names = [opening.name for opening in offered]
    st.session_state[CHIPS] = here.name if here and here.name in names else None
    st.pills("Other sentences", names, key=CHIPS, on_change=_use, format_func=_label, label_visibility="collapsed")
    return typed or ""


def _label(name: str) -> str:
    opening = next(each for each in OPENING_SENTENCES if each.name == name)
    return f"now fool it: {name}" if opening is FOOLING else name


def _use() -> None:
    chosen = st.session_state[CHIPS]
    opening = next((each for each in OPENING_SENTENCES if each.name == chosen), OPENING_SENTENCES[0])
    st.session_state[STAGE] = opening.sentence


def _next_steps(typed: str, picture: HomePicture) -> None:
    """The next view of the same sentence, for everybody; and the lecture."""
    with st.container(horizontal=True, key="next-steps"):
        packed = "" if picture.position is None else first_minute(typed, picture.word, picture.position)
        why = f"See which words “{picture.word}” looks at"
        if packed and st.button(why, icon=":material/arrow_forward:", key="next", type="primary"):
            start = _to_attention(typed, picture.position or 0)
            st.switch_page(ATTENTION.file, query_params={**start, TOUR: packed, STOP: "2"})
        stop = load_tour(LECTURE).stops[0]
        page = next(room.file for room in ROOMS if room.path == stop.path)
        begin = {**stop.parameters, TOUR: LECTURE, STOP: "1", "present": "1"}
        if st.button("Start the 45-minute lecture", icon=":material/co_present:", key="start-lecture"):
            st.switch_page(page, query_params=begin)


def draw_rooms(typed: str, position: int | None) -> None:
    """Draw the map of the rooms. Rooms that read a sentence are linked with the visitor's own.

    Args:
        typed: The sentence.
        position: Of the word in it; None while no model has read it.
    """
    links = {room: room_link(room, typed, position) for room in ROOMS}
    chosen = machine_map(rooms_on_map(links), key="map")
    for room, link in links.items():
        if room.key == chosen:
            st.switch_page(room.file, query_params=link)


def room_link(room: Room, typed: str, position: int | None) -> dict[str, str]:
    """The link parameters that open ``room`` with the visitor's sentence; empty for the default sentence."""
    if position is None or typed == OPENER:
        return {}
    links = {
        FILL: {"sentence": typed, "mask": str(position)},
        ATTENTION: _to_attention(typed, position),
        SENSES: {"mine": typed},
    }
    return links.get(room, {})


def _to_attention(typed: str, position: int) -> dict[str, str]:
    """The link parameters that open the head in which the word attends most to another word."""
    return {"sentence": typed, "strongest": str(position + 1)}
