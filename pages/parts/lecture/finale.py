"""The end of a lecture: sentences of a class fall into the river, and those that fooled the model are named."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from html import escape

import streamlit as st

from cache.classes.class_river import ClassRiver, class_river, sense_courses, sentence_courses
from components.classroom.classroom import Classroom
from components.classroom.entries import ClassEntry, ClassResult, EntryKind
from components.classroom.outcome import result_finding, sentence_result
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.registry import model_record
from components.model.word_senses import sense_presets
from components.senses.map import last_layer
from components.senses.model.request import preset_request
from components.senses.river import river_picture
from components.tours.questions import AnswerKind, StopQuestion
from pages.parts.errors import show_errors
from pages.parts.lecture.classes import visitor_class
from pages.parts.lecture.joining import PROMPT_LIMIT
from pages.parts.lecture.tour_stop import CurrentStop

Judge = Callable[[Sequence[str]], Sequence[str]]  # a view's label for each sentence; "" if it cannot say

# Of the home page, the only view that labels sentences
MODEL, WORD = model_record(DEFAULT_MODEL), sense_presets()[0]
SENSES_OF_WORD = (WORD.senses[0], WORD.senses[1])
QUESTION = preset_request(MODEL.id, WORD)

REFRESH_SECONDS = 1.5
ASKED, ANSWERED = 0.5, 0.62  # heights of the river, as shares of the window's
WIDTHS = (1.6, 1)  # of the river, and of the sentences beside it
KEY = "class-river"


def is_finale(stop: CurrentStop | None) -> bool:
    """Whether a class is asked for sentences that fool the model."""
    asks = None if stop is None else stop.stop.asks
    return asks is not None and asks.kind is AnswerKind.FOOLING and visitor_class() is not None


def judge_entries(
    here: CurrentStop,
    question: StopQuestion,
    classroom: Classroom,
    judge: Judge | None,
) -> ClassResult:
    """The outcome of a question that asks for sentences. Each sentence is judged once, whichever view shows it."""
    topic = here.question_key
    sent = classroom.entries(None, topic, hidden=True)
    known = next((dict(result.labels) for result in classroom.results if result.about == topic), {})
    with st.spinner("The model reads the sentences…"):
        unread = [entry.text for entry in sent if entry.text not in known]
        labels = known | given_labels(unread, judge, question.options)
    empty = ClassResult(
        topic,
        here.prompt[:PROMPT_LIMIT],
        "",
        here.stop.labelled_answer,
        options=question.options,
        model=MODEL.name,
    )
    result = sentence_result(empty, sent, labels)
    if judge is None:
        return result
    texts, averages = [text for text, _ in result.labels], sense_courses(QUESTION, SENSES_OF_WORD)
    return replace(
        result,
        courses=sentence_courses(QUESTION, SENSES_OF_WORD, texts),
        option_courses=tuple(averages.get(option, ()) for option in result.options),
    )


def given_labels(sentences: Sequence[str], judge: Judge | None, options: Sequence[str]) -> dict[str, str]:
    """The label that the view gives each sentence; "" where that is none of the options."""
    texts = list(dict.fromkeys(filter(None, sentences)))
    given = judge(texts) if judge and texts else [""] * len(texts)
    return {text: label if label in options else "" for text, label in zip(texts, given, strict=True)}


def draw_falling_sentences(topic: str) -> None:
    """Draw the river, into which the sentences fall as phones send them."""
    st.fragment(show_errors()(partial(_update, topic)), run_every=REFRESH_SECONDS)()


def draw_fooling_sentences(result: ClassResult) -> None:
    """Draw the river with all sentences of a class in it, and below it those that fooled the model most."""
    with st.container(key="finale"):
        river, names = st.columns(WIDTHS, gap="medium")
        with river:
            drawn = _draw(_read(_shown(result.about)), ANSWERED)
        with names:
            _draw_names(drawn, result)


def _draw_names(drawn: ClassRiver, result: ClassResult) -> None:
    if not drawn.best:
        whose = "No sentence that may be shown" if result.right_students else "Nobody"
        st.markdown(f"### {whose} fooled the model.")
        return
    st.html(f'<div class="fooled"><h3>Who fooled the model?</h3>{_list(drawn)}</div>')


def _list(drawn: ClassRiver) -> str:
    """The sentences that fooled the model most, as HTML."""
    lines = "".join(
        f"<li><bdi>{escape(thread.entry.text)}</bdi>"
        f"<small>meant {escape(thread.entry.label)}, read {escape(thread.side)}</small></li>"
        for thread in drawn.best
    )
    return f"<ol>{lines}</ol>" if lines else ""


def draw_takeaway(result: ClassResult) -> None:
    """Draw what a class takes away: how many sentences fooled the model, the best of them, and what that shows."""
    drawn, how = _read(_shown(result.about)), "they misled it" if result.right_students else "they were enough"
    st.html(
        f'<div class="fooled takeaway"><h3>{escape(result_finding(result))}</h3>{_list(drawn)}'
        f"<p>The model judges “{escape(WORD.word)}” by the words around it. Here {how}.</p></div>"
    )


def _update(topic: str) -> None:
    _draw(class_river(QUESTION, SENSES_OF_WORD, WORD.word, _shown(topic)), ASKED)  # what has been read so far


def _shown(topic: str) -> tuple[ClassEntry, ...]:
    """The sentences that may be shown."""
    classroom = visitor_class()
    return () if classroom is None else classroom.entries(EntryKind.FOOLING, topic)


def _read(entries: Sequence[ClassEntry]) -> ClassRiver:
    """The river with all of the sentences, of which the best have their numbers."""
    while (drawn := class_river(QUESTION, SENSES_OF_WORD, WORD.word, entries, has_numbers=True)).unread_count:
        pass
    return drawn


def _draw(drawn: ClassRiver, height: float) -> ClassRiver:
    river_picture(drawn.payload, key=KEY, initial=last_layer(drawn.payload), height=height)
    return drawn
