"""The home page's body: a visitor's sentence on a map of eighty others, and the rooms below it."""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import cache.engine
import cache.senses
from cache.classes.class_map import sense_labels
from cache.shipped.first_answers import first_example
from cache.shipped.sense_pictures import first_sense_map
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.registry import model_record
from components.model.tokens.occurrences import SentenceWithSense
from components.model.user_errors import UserError
from components.senses.map import last_layer, sense_map
from components.senses.model.request import SensesRequest
from components.senses.model.results import Vote
from components.senses.tables.findings import vote_finding
from components.senses.tables.votes import sense_count_table, voters_title, voting_points
from components.senses.votes import vote_list
from components.tables.phrases import list_phrase
from components.widgets.room_path import PathStep, RoomCard, room_path
from pages.home.endings import ENDINGS, OPENER, Ending, find_ending, sentence_with
from pages.parts.conditions import draw_conditions
from pages.parts.errors import show_error, show_errors
from pages.parts.findings import WHY_ANSWERS_DIFFER
from pages.parts.lecture.classes import clear_class_question, share_page, visitor_class
from pages.parts.lecture.presenter import draw_presenter_bar
from pages.parts.lecture.stop_question import draw_outcome, draw_question
from pages.parts.lecture.tour_stop import STOP, TOUR, current_stop, load_tour, sentence_determiner
from pages.parts.presenting import app_root, is_presenting, presents_stop
from pages.parts.rooms import ATTENTION, FILL, GROUPS, HOME, PROBING, ROOMS, SENSES, Room

SENTENCE, CHIPS, MAP = "stage", "ending", "map"
LECTURE = "bert-in-45-minutes"  # the tour that the page starts
HEIGHT, LARGE = 0.76, 0.84  # of the map, as a share of the window's: below the title, and on a projector without one
_STYLE = Path(__file__).with_name("home.css").read_text(encoding="utf-8")
MODEL = model_record(DEFAULT_MODEL)
WORD = cache.senses.presets()[0]
QUESTION = SensesRequest(
    MODEL.id, WORD.forms, tuple(SentenceWithSense(example.sentence, example.sense) for example in WORD.sentences)
)


def home_body(*, live: bool) -> None:
    """Draw the sentence's input, its place on the map, the neighbours that voted on its sense, and the rooms."""
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
        with st.container(key="ask"):
            typed = sentence_input()
            finding = st.container(key="finding")
            outcome = st.container(key="outcome")  # on a phone the figure follows, and then the votes
        figure, votes = st.container(key="figure"), st.container(key="votes")
    position, result = None, None
    with votes, show_errors():
        if live:
            position, text = draw_map(typed, finding, figure)
            if stop is not None:
                with outcome:
                    result = draw_outcome(stop, text, judge=partial(sense_labels, QUESTION), box=SENTENCE)
        else:
            others = f"{len(WORD.sentences)} sentences with “{WORD.word}”: watch them separate by meaning."
            finding.text(others if typed == OPENER else f"The model is loading, then it reads your sentence. {others}")
            _stored(figure)
    share_page("", result=result)
    if is_presenting():
        draw_presenter_bar(None, None, (), "")
        return
    draw_room_path(typed, position)
    with st.container(key="foot"):
        conditions = cache.engine.conditions(MODEL.id) if live else first_example().conditions
        size = cache.engine.parameter_count(MODEL.id) if live else None
        draw_conditions(MODEL, conditions, parameters=size, live=live)


def _stored(place: DeltaGenerator) -> None:
    """Draw the precomputed map, without the visitor's sentence."""
    payload = first_sense_map()
    _map(place, payload)


def _map(place: DeltaGenerator, payload: bytes, voters: Sequence[int] = ()) -> None:
    with place:
        sense_map(
            payload,
            key=MAP,
            initial=last_layer(payload),
            plays=True,
            listed=False,
            height=LARGE if is_presenting() else HEIGHT,
            voters=voters,
            voting=last_layer(payload).layer,
        )


def sentence_input() -> str:
    """Draw the text box and the alternative endings; returns the sentence."""
    typed = st.text_input(
        f"A sentence with “{WORD.word}”",
        OPENER,
        key=SENTENCE,
        bind="query-params",
        live="500ms",
        label_visibility="collapsed",
    )
    here = find_ending(typed or "")
    st.session_state[CHIPS] = here.word if here else None
    words = [ending.word for ending in ENDINGS]
    st.pills("Other endings", words, key=CHIPS, on_change=_use, label_visibility="collapsed")
    return typed or ""


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


def draw_map(typed: str, finding: DeltaGenerator, figure: DeltaGenerator) -> tuple[int | None, str]:
    """Draw the map with the sentence and its neighbours' vote; returns the word's token position and the finding."""
    owner = f"{sentence_determiner()} sentence".lower()
    try:
        placed = cache.senses.map_with_sentence(QUESTION, typed, owner=owner)
    except UserError as error:
        show_error(error)
        _stored(figure)
        return None, ""
    if placed is None:
        st.info(f"Add the word “{WORD.forms[0]}” to your sentence.", icon=":material/edit:")
        _stored(figure)
        return None, ""
    which = "first " if placed.occurrences > 1 else ""  # the verdict is about one of them
    last = last_layer(placed.payload).layer
    text = f"{sentence_determiner()} {which}“{WORD.word}” in layer {last}: {vote_finding(placed.vote)}"
    finding.text(text)
    _map(figure, placed.payload, voting_points(placed.vote))
    counts = sense_count_table(placed.vote, placed.voters)
    # Beside what a class answered there is no room for bars, and the finding has their numbers.
    has_bars = not presents_stop() or visitor_class() is None
    vote_list(
        placed.voters.to_dict("records"),
        counts.to_dict("records") if has_bars else [],
        title=voters_title(
            len(placed.voters), int(counts["count"].sum()), layer=last, last=last, is_far=placed.vote.is_far
        ),
        key="vote-list",
    )
    if not is_presenting():
        ending = find_ending(typed)
        _notice(ending, placed.vote)
        _lecture()
        _explanation(typed, placed.position, _explanation_title(ending, placed.vote))
    return placed.position, text


def _explanation_title(ending: Ending | None, vote: Vote) -> str:
    """The question that the links below it answer; whether the model is right is known for the endings only."""
    if ending is None:
        return "How did it decide?"
    return "How did it know?" if vote.sense == ending.sense else "How did it get there?"


def _explanation(typed: str, position: int, title: str) -> None:
    """Say that no single part decides the sense and why views differ, and link to what each part adds.

    The finding of every linked view is about the word itself.
    """
    st.markdown(f"**{title}** No single place in the model decides what a word means: every layer adds something.")
    st.markdown(WHY_ANSWERS_DIFFER)
    separated = {"mode": "How well separated?"}
    links = (
        (SENSES, "See this sentence on the map: which meaning is nearest in each layer?", {"mine": typed}),
        (
            SENSES,
            f"All {len(WORD.sentences)} sentences: which layer separates the meanings of “{WORD.word}” best?",
            separated,
        ),
        (
            PROBING,
            f"Probes: in which layer can the sense of “{WORD.word}” be read best?",
            {"task": f"Sense of “{WORD.word}”"},
        ),
        (
            ATTENTION,
            f"Attention: at which word does “{WORD.word}” look most, and in which head?",
            _to_attention(typed, position),
        ),
        (
            FILL,
            f"Hide “{WORD.word}”: which other word makes it likely in its place?",
            {
                "sentence": typed,
                "mask": str(position),
                "mode": "Where from?",
                "where-explanation": "Occlusion",
                "follow": "hidden",
            },
        ),
    )
    with st.container(key="explanation"):
        for room, label, parameters in links:
            st.page_link(room.file, label=label, icon=room.icon, query_params=parameters)


def _lecture() -> None:
    """A button that opens the first stop of the lecture in projector mode."""
    stop = load_tour(LECTURE).stops[0]
    page = next((room.file for room in ROOMS if room.path == stop.path), HOME)
    begin = {**stop.parameters, TOUR: LECTURE, STOP: "1", "present": "1"}
    if st.button("Start the lecture", icon=":material/co_present:", key="start-lecture", on_click=_use_opener):
        st.switch_page(page, query_params=begin)


def _use_opener() -> None:
    """Restore the default sentence: the first stop asks about it."""
    st.session_state[SENTENCE] = OPENER


def _notice(ending: Ending | None, vote: Vote) -> None:
    """Suggest what to try next, or point out that the model takes this ending the wrong way."""
    if ending is None:
        senses = dict.fromkeys(f"“{example.sense}”" for example in WORD.sentences)
        st.markdown(
            f"The ringed dot is {sentence_determiner().lower()} sentence. People labelled all the others "
            f"{list_phrase([*senses], 'or')}: there is no third meaning to choose."
        )
        return
    if vote.sense != ending.sense:
        st.markdown(
            f"The model gets this one wrong: **{ending.word}** fools it. Most readers would say “{ending.sense}”."
        )
        return
    other = next(each for each in ENDINGS if each.sense != ending.sense and not each.fools)
    st.markdown(f"Change only the last word, and “bank”, four words earlier, moves. Try **{other.word}**.")


def _use() -> None:
    chosen = st.session_state[CHIPS]
    st.session_state[SENTENCE] = OPENER if chosen is None else sentence_with(chosen)
