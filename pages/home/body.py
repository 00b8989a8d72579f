"""The home page's body: the river of a word with the visitor's sentence in it, and the rooms below it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import cache.engine
import cache.river
import cache.senses
from cache.classes.class_map import sense_labels
from cache.shipped.first_river import first_river
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.registry import model_record
from components.model.results import Conditions
from components.model.tokens.occurrences import SentenceWithSense, content_spans, find_occurrences
from components.model.user_errors import UserError
from components.senses.map import last_layer
from components.senses.model.presets import OPENING_SENTENCES, SensePreset, concordance
from components.senses.model.request import SensesRequest
from components.senses.model.results import WordPoint
from components.senses.model.river_results import River
from components.senses.river import river_picture
from components.senses.tables.river import (
    OwnThread,
    control_note,
    encode_nearby,
    encode_river,
    nearby_finding,
    river_finding,
)
from components.widgets.room_path import PathStep, RoomCard, room_path
from pages.home.first_minute import first_minute
from pages.home.openings import FOOLING, OPENER, find_opening
from pages.parts.conditions import draw_conditions
from pages.parts.errors import show_error
from pages.parts.lecture.classes import clear_class_question, share_page
from pages.parts.lecture.presenter import draw_presenter_bar
from pages.parts.lecture.stop_question import draw_outcome, draw_question
from pages.parts.lecture.tour_stop import STOP, TOUR, current_stop, load_tour, sentence_determiner
from pages.parts.presenting import app_root, is_presenting
from pages.parts.rooms import ATTENTION, FILL, GROUPS, HOME, ROOMS, SENSES, Room

SENTENCE, CHIPS, RIVER = "stage", "ending", "river"
LECTURE = "bert-in-45-minutes"  # the tour that the page starts
HEIGHT, LARGE = 0.4, 0.62  # of the river, as a share of the window's, and on a projector
_STYLE = Path(__file__).with_name("home.css").read_text(encoding="utf-8")
MODEL = model_record(DEFAULT_MODEL)
WORD = cache.senses.presets()[0]
SENSES_OF_WORD = (WORD.senses[0], WORD.senses[1])
KNOWN = (*cache.senses.presets(), *concordance())
DETERMINERS = frozenset(("a", "an", "the", "my", "your", "his", "her", "its", "our", "their", "this", "that", "these"))
WORD_LIMIT = 8  # words of a sentence that are offered to follow
NEARBY_NOTE = "Height: cosine similarity with your word, in all dimensions. The other sentences are included examples."


def sense_request(preset: SensePreset) -> SensesRequest:
    """The request for a word in its included sentences."""
    sentences = tuple(SentenceWithSense(example.sentence, example.sense) for example in preset.sentences)
    return SensesRequest(MODEL.id, preset.forms, sentences)


QUESTION = sense_request(WORD)


@dataclass(frozen=True)
class HomePicture:
    """What the page draws.

    Attributes:
        payload: The picture.
        finding: What the model makes of the sentence.
        note: What else to know about the numbers.
        word: The word that is followed.
        position: Of its first piece among the tokens of the visitor's sentence; None if no model has read it.
        conditions: What the numbers were computed under.
        live: Whether they were computed now.
    """

    payload: bytes
    finding: str
    note: str
    word: str
    position: int | None
    conditions: Conditions
    live: bool


def home_body(*, live: bool) -> None:
    """Draw the sentence's input, its thread in the river, and the rooms."""
    st.html(f"<style>{_STYLE}</style>")
    clear_class_question()
    stop = current_stop()
    if stop is not None and stop.is_withheld:
        draw_question(stop, box=SENTENCE)
        share_page("")
        if is_presenting():
            draw_presenter_bar(None, None, (), "")
        return
    with st.container(key="home-stage"):
        typed = sentence_input()
        follow = st.container(key="follow")
        finding = st.container(key="finding")
        outcome, figure = st.container(key="outcome"), st.container(key="figure")
    with finding:
        picture = _read(typed, follow, live=live)
        opening = find_opening(typed)
        if stop is None and opening is not None and opening.fools:
            st.text(f"{picture.finding} Most readers would say “{opening.sense}”.")
        else:
            st.text(picture.finding)
    with figure:
        river_picture(
            picture.payload,
            key=RIVER,
            initial=last_layer(picture.payload),
            plays=True,
            height=LARGE if is_presenting() else HEIGHT,
        )
    result = None
    if stop is not None:
        with outcome:
            judge = partial(sense_labels, QUESTION, SENSES_OF_WORD)
            result = draw_outcome(stop, picture.finding, judge=judge, box=SENTENCE)
    share_page("", result=result)
    if is_presenting():
        draw_presenter_bar(None, None, (), "")
        return
    _next_steps(typed, picture)
    draw_room_path(typed, picture.position)
    with st.container(key="foot"):
        st.caption(picture.note)
        size = cache.engine.parameter_count(MODEL.id) if live else None
        draw_conditions(MODEL, picture.conditions, parameters=size, live=picture.live)


def _read(typed: str, follow: DeltaGenerator, *, live: bool) -> HomePicture:
    """The picture of the sentence: stored, computed now, or while that cannot be the river without it."""
    first = first_river()
    stored = _river_picture(WORD, first.river, first.points, first.threads_of(typed), first.conditions, live=False)
    if stored.position is not None:
        return stored
    if not live:
        st.caption("The model is loading, then it reads your sentence.")
        return stored
    try:
        return _computed(typed, follow) or stored
    except UserError as error:
        show_error(error)
        return stored


def _computed(typed: str, follow: DeltaGenerator) -> HomePicture | None:
    """The picture of a sentence that is not stored; None if it has no word to follow.

    A word with labelled meanings has a river; of any other word, the words nearest to it are shown. Where there are
    several, the visitor may choose.
    """
    known = {preset.word: preset for preset in KNOWN if find_occurrences(typed, preset.forms)}
    others = [typed[start:end] for start, end in content_spans(typed)][:WORD_LIMIT]
    words = [*known, *(word for word in dict.fromkeys(others) if not any(word.casefold() in p.forms for p in KNOWN))]
    if not words:
        st.caption(f"Write a sentence with “{WORD.word}”, or with another word that can be followed.")
        return None
    word = words[0] if known else _subject(typed, words)
    if WORD.word not in known:
        word = follow.pills("Follow a word", words, default=word, key=f"follow-{typed}") or word
    if word not in known:
        nearby = cache.river.nearby(MODEL.id, typed, word, lambda _text: None)
        if nearby is None:
            return None
        return HomePicture(
            encode_nearby(nearby, owner=_owner()),
            nearby_finding(nearby, MODEL.name),
            NEARBY_NOTE,
            word,
            nearby.added.positions[0],
            cache.engine.conditions(MODEL.id),
            live=True,
        )
    request = sense_request(known[word])
    added = cache.river.own_vectors(request, typed)
    senses = cache.river.default_senses(request, added)
    assert senses is not None  # every word that ships has two
    return _river_picture(
        known[word],
        cache.river.river(request, senses),
        cache.senses.word_vectors(request, lambda _text: None).points,
        cache.river.own_threads(request, senses, added),
        cache.engine.conditions(MODEL.id),
        live=True,
    )


def _subject(typed: str, words: Sequence[str]) -> str:
    """The word to follow first: the last one after an article or the like, which is mostly a noun; else the last."""
    spoken = typed.split()
    nouns = [word for before, word in pairwise(spoken) if before.casefold() in DETERMINERS]
    named = [word for word in words if any(noun.startswith(word) for noun in nouns)]
    return (named or words)[-1]


def _river_picture(
    preset: SensePreset,
    drawn: River,
    points: tuple[WordPoint, ...],
    added: tuple[OwnThread, ...],
    conditions: Conditions,
    *,
    live: bool,
) -> HomePicture:
    return HomePicture(
        encode_river(drawn, points, preset.word, added, owner=_owner()),
        river_finding(drawn, preset.word, MODEL.name, added),
        control_note(drawn),
        preset.word,
        added[0][0].positions[0] if added else None,
        conditions,
        live,
    )


def _owner() -> str:
    return f"{sentence_determiner()} sentence".lower()


def sentence_input() -> str:
    """Draw the text box and the offered sentences; returns the sentence."""
    typed = st.text_input(
        f"A sentence with “{WORD.word}”",
        OPENER,
        key=SENTENCE,
        bind="query-params",
        live="500ms",
        label_visibility="collapsed",
    )
    here = find_opening(typed or "")
    st.session_state[CHIPS] = here.name if here else None
    names = [opening.name for opening in OPENING_SENTENCES]
    st.pills("Other sentences", names, key=CHIPS, on_change=_use, format_func=_label, label_visibility="collapsed")
    return typed or ""


def _label(name: str) -> str:
    opening = next(each for each in OPENING_SENTENCES if each.name == name)
    return f"now fool it: {name}" if opening is FOOLING else name


def _use() -> None:
    chosen = st.session_state[CHIPS]
    opening = next((each for each in OPENING_SENTENCES if each.name == chosen), OPENING_SENTENCES[0])
    st.session_state[SENTENCE] = opening.sentence


def _next_steps(typed: str, picture: HomePicture) -> None:
    """The next view of the same sentence, for everybody; and the lecture."""
    with st.container(horizontal=True, key="next-steps"):
        packed = "" if picture.position is None else first_minute(typed, picture.word, picture.position)
        if packed and st.button(
            "Why? See who looked at whom", icon=":material/arrow_forward:", key="next", type="primary"
        ):
            start = _to_attention(typed, picture.position or 0)
            st.switch_page(ATTENTION.file, query_params={**start, TOUR: packed, STOP: "2"})
        stop = load_tour(LECTURE).stops[0]
        page = next((room.file for room in ROOMS if room.path == stop.path), HOME)
        begin = {**stop.parameters, TOUR: LECTURE, STOP: "1", "present": "1"}
        if st.button("Start the lecture", icon=":material/co_present:", key="start-lecture", on_click=_use_opener):
            st.switch_page(page, query_params=begin)


def _use_opener() -> None:
    """Restore the default sentence: the first stop asks about it."""
    st.session_state[SENTENCE] = OPENER


def draw_room_path(typed: str, position: int | None) -> None:
    """Draw the rooms in order. Rooms that read a sentence are linked with the visitor's own.

    Args:
        typed: The sentence.
        position: Of the word in it; None while no model has read it.
    """
    links = {room: room_link(room, typed, position) for room in ROOMS}
    steps = [PathStep(name, [_card(room, links[room]) for room in rooms]) for name, rooms in GROUPS.items()]
    chosen = room_path(steps, re.findall(r"\w+", typed), key="path")
    for room, link in links.items():
        if room.key == chosen:
            st.switch_page(room.file, query_params=link)


def _card(room: Room, link: dict[str, str]) -> RoomCard:
    address = f"{app_root()}{room.path}" + (f"?{urlencode(link)}" if link else "")
    return RoomCard(room.key, room.title, room.question, room.about, address)


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
