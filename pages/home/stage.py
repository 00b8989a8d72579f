"""The stage of the home page: a visitor's sentence among eighty others, and the path of rooms below it."""

import re
from urllib.parse import urlencode

import streamlit as st

import cache.engine
import cache.senses
from cache.shipped.first_answers import first_example
from cache.shipped.sense_pictures import first_sense_map
from components.model.checkpoints.catalogue import FIRST_MODEL
from components.model.checkpoints.registry import record
from components.model.tokens.occurrences import LabelledSentence
from components.senses.map import last_layer, sense_map
from components.senses.tables.findings import vote_finding
from components.widgets.room_path import RoomCard, room_path
from pages.home.endings import ENDINGS, OPENER, Ending, ending_of, sentence_with
from pages.parts.conditions import computed_by
from pages.parts.lecture.presenter import presenters_bar
from pages.parts.lecture.presenting import app_root, presenting
from pages.parts.refusals import refusals
from pages.parts.rooms import ATTENTION, FILL, ROOMS, SENSES, TOURS, Room
from pages.parts.stage import beside, headline, on_stage
from pages.parts.votes import vote_bars

SENTENCE, CHIPS, MAP = "stage", "ending", "map"
MODEL = record(FIRST_MODEL)
WORD = cache.senses.presets()[0]
QUESTION = cache.senses.Question(
    MODEL.id, WORD.forms, tuple(LabelledSentence(one.sentence, one.sense) for one in WORD.sentences)
)


def stage(*, live: bool) -> None:
    """The sentence, and where it stands among eighty others."""
    typed = ask()
    position = None
    with on_stage(), refusals():
        if live:
            position = draw(typed)
        else:
            headline(f"{len(WORD.sentences)} sentences with “{WORD.word}”: watch them part by what the word means.")
            _stored()
    if presenting():
        presenters_bar(None, None, (), "")
        return
    path(typed, position)
    with st.container(key="foot"):
        conditions = cache.engine.conditions(MODEL.id) if live else first_example().conditions
        size = cache.engine.parameters(MODEL.id) if live else None
        computed_by(MODEL, conditions, parameters=size, live=live)


def _stored() -> None:
    """The map without the sentence, as it was computed beforehand."""
    payload = first_sense_map()
    sense_map(payload, key=MAP, initial=last_layer(payload), plays=True)


def ask() -> str:
    """The sentence: typed, or begun from one of a few endings."""
    box, chips = st.columns([1.6, 1], vertical_alignment="center")
    with box:
        typed = st.text_input(
            f"A sentence with “{WORD.word}”",
            OPENER,
            key=SENTENCE,
            bind="query-params",
            live="500ms",
            label_visibility="collapsed",
        )
    here = ending_of(typed or "")
    st.session_state[CHIPS] = here.word if here else None
    with chips:
        words = [ending.word for ending in ENDINGS]
        st.pills("Other endings", words, key=CHIPS, on_change=_use, label_visibility="collapsed")
    return typed or ""


def path(typed: str, position: int | None) -> None:
    """A card for each room; those that can begin with the sentence do."""
    links = {room: with_sentence(room, typed, position) for room in ROOMS}
    cards = [
        RoomCard(room.key, room.title, room.about, f"{app_root()}{room.path}" + (f"?{urlencode(link)}" if link else ""))
        for room, link in links.items()
    ]
    chosen = room_path(cards, re.findall(r"\w+", typed), key="path")
    for room, link in links.items():
        if room.key == chosen:
            st.switch_page(room.file, query_params=link)


def with_sentence(room: Room, typed: str, position: int | None) -> dict[str, str]:
    """The link by which a room begins with the sentence and its word, if it is one of one's own."""
    if position is None or typed == OPENER:
        return {}
    links = {
        FILL: {"sentence": typed, "mask": str(position)},
        ATTENTION: {"sentence": typed, "from": str(position + 1)},
        SENSES: {"mine": typed},
    }
    return links.get(room, {})


def draw(typed: str) -> int | None:
    """The map with the sentence in it, and what its neighbours say; returns which token the word is."""
    found = cache.senses.with_own(QUESTION, typed)
    if found is None:
        st.info(f"Your sentence needs the word: {', '.join(WORD.forms)}.", icon=":material/edit:")
        _stored()
        return None
    headline(f"Your “{WORD.word}”: {vote_finding(found.vote)}")
    sense_map(found.payload, key=MAP, initial=last_layer(found.payload), plays=True)
    with beside():
        vote_bars(found.vote)
        if not presenting():
            _notice(ending_of(typed))
            link = {"sentence": typed, "from": str(found.position + 1)}
            st.page_link(ATTENTION.file, label="How did it know?", icon=ATTENTION.icon, query_params=link)
            st.page_link(TOURS, label="Start the lecture", icon=":material/co_present:")
    return found.position


def _notice(ending: Ending | None) -> None:
    if ending is None:
        st.markdown("One dot is your sentence, the others are sentences whose sense is known.")
    elif ending.fools:
        st.markdown(f"**{ending.word.capitalize()}** fools this model: most readers would say “{ending.sense}”.")
    else:
        st.markdown("Only the last word changes, and the “bank” four words before it moves. Try **ducks**.")


def _use() -> None:
    chosen = st.session_state[CHIPS]
    st.session_state[SENTENCE] = OPENER if chosen is None else sentence_with(chosen)
