"""The pairs that a class sends, sorted while they arrive into those that fool the model and those that do not."""

import streamlit as st

from cache.classes.class_suites import TOPIC, ClassSuite, class_suite
from components.charts.files import ChartFigure
from components.classroom.classroom import Classroom
from components.classroom.entries import ClassEntry, ClassQuestion, EntryKind
from components.model.checkpoints.records import ModelRecord
from components.suites.charts.class_pairs import sorted_pairs
from components.suites.charts.pairs import pair_bars
from components.suites.model.class_pairs import class_phenomena
from components.suites.model.pair_files import pair_lines
from components.suites.model.pairs import shipped_pairs
from components.suites.model.results import PairScore, worst
from components.suites.tables.class_pairs import best_pairs, class_finding, left_out_note, sorted_table
from components.suites.tables.grid import unread_note
from components.suites.tables.pairs import LINKED, worst_finding, worst_table
from components.tables.phrases import count_phrase
from pages.parts.errors import show_errors
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.lecture.class_start import class_start
from pages.parts.lecture.classes import ask_class, visitor_class, warn_of_class_loss
from pages.parts.lecture.joining import class_code, typed_address
from pages.parts.presenting import hides_controls, is_presenting
from pages.suites.code import pair_code

PROMPT = "Fool the model! Write a good sentence. Then change a word or two, so that it is wrong."
REFRESH_SECONDS = 1.0
WIDTHS = (1, 1.1)  # of the sorted pairs, and of the best of them
EXAMPLE_STEP = 36  # of the app's pairs, every how many-th is an example


def show_class(model: ModelRecord) -> Findings:
    """Draw the pairs of the class, sorted, and keep adding those that arrive."""
    classroom = visitor_class()
    if classroom is None:
        suite = _examples(model)
        headline(class_finding(_readable(suite), model=model.name))
        note("These are some of the app’s pairs. Start a class: the pairs that it sends take their place.")
        warn_of_class_loss()
        class_start(key="start-class-suites", primary=True, stays=True)
        _draw(suite, model)
    else:
        ask_class(ClassQuestion(EntryKind.MINIMAL_PAIR, TOPIC, PROMPT, class_phenomena()), without=("list",))
        headline(f"Can you fool {model.name}?")
        st.fragment(_update, run_every=REFRESH_SECONDS)(model, classroom)
        suite = _sent(model, classroom)
    scores = _readable(suite)
    figures = [
        ChartFigure("class-pairs", None, worst_table(worst(scores, len(scores)))),
        ChartFigure("class-phenomena", None, sorted_table(scores, class_phenomena())),
    ]
    return Findings("pairs", figures, suite.scores.conditions, pair_code(model, scores))


def _examples(model: ModelRecord) -> ClassSuite:
    """Some of the app's pairs, as a class would have sent them."""
    entries = [
        ClassEntry(number, number, EntryKind.MINIMAL_PAIR, TOPIC, f"{pair.good}\n{pair.bad}", pair.phenomenon, 0.0)
        for number, pair in enumerate(shipped_pairs()[::EXAMPLE_STEP], 1)
    ]
    while (suite := class_suite(model.id, entries)).unread_count:
        pass
    return suite


def _sent(model: ModelRecord, classroom: Classroom) -> ClassSuite:
    return class_suite(model.id, classroom.entries(EntryKind.MINIMAL_PAIR, TOPIC))


def _readable(suite: ClassSuite) -> tuple[PairScore, ...]:
    return tuple(score for score in suite.scores.scores if score.log_odds is not None)


@show_errors()
def _update(model: ModelRecord, classroom: Classroom) -> None:
    suite = _sent(model, classroom)
    scores = _readable(suite)
    if not scores and not suite.unread_count:
        _invite(classroom, model)
        return
    with st.container(horizontal=True, vertical_alignment="center", key="class-so-far"):
        st.text(" ".join([class_finding(scores, model=model.name), _waiting(suite)]).strip())
        st.text(f"Join: {typed_address(classroom)}")
    if scores:
        _draw(suite, model)
    with st.container(key="class-left-out"):
        for text in (left_out_note(suite.pairs), unread_note(suite.scores, model=model.name)):
            if text:
                st.caption(text)
    best = best_pairs(scores)
    if best and not hides_controls():
        st.download_button(
            "Save the best pairs (JSON lines)",
            # Not a callable: its file is gone after the next run, which comes within a second.
            pair_lines(score.pair for score in best),
            "riverbank-class-pairs.jsonl",
            on_click="ignore",
            key="class-pairs-file",
            help="The pairs that fool the model most, in BLiMP’s format. “Your own pairs” in “Why?” opens it again.",
        )


def _waiting(suite: ClassSuite) -> str:
    return f"{count_phrase(suite.unread_count, 'pair')} to read." if suite.unread_count else ""


def _invite(classroom: Classroom, model: ModelRecord) -> None:
    """Say what to send, and where, until there is a pair."""
    code, example = st.columns([1, 2], gap="large", vertical_alignment="center")
    with code:
        class_code(classroom)
    with example, st.container(key="class-example"):
        pair = shipped_pairs()[0]
        st.text("On your phone: write a good sentence, and a bad one that differs in a word or two.")
        st.text(f"Good: {pair.good}\nBad: {pair.bad}")
        st.text(f"You win if {model.name} prefers the bad one.")


def _draw(suite: ClassSuite, model: ModelRecord) -> None:
    scores = _readable(suite)
    left, right = st.columns(WIDTHS, gap="medium")
    finding = class_finding(scores, model=model.name)
    with left.container(key="class-sorted"):
        st.altair_chart(sorted_pairs(sorted_table(scores, class_phenomena())), key="class-sorted-chart", alt=finding)
    table = worst_table(worst(scores, LINKED))
    with right.container(key="class-best"):
        st.altair_chart(pair_bars(table, titled=not is_presenting()), key="class-best-chart", alt=worst_finding(table))
