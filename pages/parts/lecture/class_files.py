"""The questions of a tour, with what its class answered, as files: on its last page and in the lecturer’s notes."""

from collections.abc import Mapping, Sequence

import streamlit as st

from components.classroom.classroom import Classroom
from components.classroom.entries import ClassResult
from components.classroom.export import entries_to_csv
from components.classroom.items import ITEM_COLUMNS, ItemPlace, item_table
from components.tables.files import csv_bytes
from components.tours.gift import gift_text
from components.tours.questions import AnswerKind, StopQuestion
from components.tours.shipped import shipped_tours
from components.tours.tour import Tour
from pages.parts.lecture.tour_stop import CurrentStop, load_tour
from pages.parts.rooms import PATHS


def class_files(classroom: Classroom, stops: Sequence[CurrentStop]) -> None:
    """Draw buttons that save the questions with their figures; without results, the answers."""
    results = classroom.results
    if any(result.is_judged for result in results):
        st.download_button(
            "Results by question (CSV)",
            lambda: csv_bytes(item_table(results, classroom.students, item_places(stops))),
            "riverbank-questions.csv",
            on_click="ignore",
            help="One row per question, round and vote. Columns: " + ", ".join(f"`{name}`" for name in ITEM_COLUMNS),
        )
        st.download_button(
            "Questions for Moodle (GIFT)",
            lambda: gift_text(moodle_items(stops, results)),
            "riverbank-questions.gift.txt",
            on_click="ignore",
        )
    elif classroom.entries(hidden=True):
        st.download_button(
            "All answers (CSV)",
            lambda: entries_to_csv(classroom.entries(hidden=True)),
            "riverbank-answers.csv",
            on_click="ignore",
        )


def item_places(stops: Sequence[CurrentStop]) -> Mapping[str, ItemPlace]:
    """Where questions stand, by the question’s key: those of this tour, and of the bundled ones."""
    others = [stop for name in shipped_tours(PATHS) for stop in stops_of(name, load_tour(name))]
    return {stop.question_key: _item_place(stop) for stop in (*others, *stops)}


def _item_place(stop: CurrentStop) -> ItemPlace:
    asks = stop.stop.asks
    options = asks.options if asks is not None and asks.kind is AnswerKind.CHOICE else ()
    return ItemPlace(stop.tour.title, stop.label, options)


def moodle_items(stops: Sequence[CurrentStop], results: Sequence[ClassResult]) -> list[tuple[str, StopQuestion, str]]:
    """The questions of a tour with the right answers that its class was shown; "" where it was shown none."""
    rights = {result.key: result.right for result in results if result.right}
    return [(stop.prompt, stop.stop.asks, rights.get(stop.question_key, "")) for stop in stops if stop.stop.asks]


def stops_of(name: str, tour: Tour) -> list[CurrentStop]:
    """All stops of a tour, with its quiz."""
    return [CurrentStop(name, tour, index) for index in range(len(tour.stops))]
