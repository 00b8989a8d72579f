"""The pairs that a class sends, averaged over the layers as bundled pairs are, while they arrive."""

import streamlit as st

import cache.engine
from cache.classes.class_pairs import class_pairs, pairs_topic
from components.charts.files import ChartFigure
from components.classroom.classroom import Classroom
from components.classroom.entries import ClassEntry, ClassQuestion, EntryKind
from components.model.checkpoints.records import ModelRecord
from components.patching.charts.paths import path_lines
from components.patching.model.results import PhenomenonPaths
from components.patching.tables.paths import average_table, pair_table, paths_finding
from components.tables.phrases import count_phrase
from pages.parts.errors import show_errors
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.lecture.class_start import class_start
from pages.parts.lecture.classes import ask_class, visitor_class, warn_of_class_loss
from pages.parts.lecture.joining import typed_address

CLASS_PAIRS = "the class’s own pairs"
EXAMPLE = "The keys/key to the house ___ lost."
REFRESH_SECONDS = 1.0


def show_class_lines(model: ModelRecord) -> Findings:
    """Draw the average path of the pairs of the class, and keep adding those that arrive."""
    classroom = visitor_class()
    about = pairs_topic(model.id)
    if classroom is None:
        entries = (ClassEntry(1, 1, EntryKind.PAIR, about, EXAMPLE, "", 0.0),)
        paths, _ = _paths(model, entries)
        headline("Start a class: its pairs are averaged here.")
        note(f"This is an example, {EXAMPLE}", paths_finding(paths, average_table(paths), model=model.name))
        warn_of_class_loss()
        class_start(key="start-class-pairs", primary=True, stays=True)
        _draw(paths, model)
    else:
        prompt = f"Write a sentence with one blank (___) and one word in two versions. Example: {EXAMPLE}"
        ask_class(ClassQuestion(EntryKind.PAIR, about, prompt), without=("about",))
        headline("In which layer do the class’s answers move?")
        note(f"Students send pairs such as: {EXAMPLE}")
        st.fragment(_update, run_every=REFRESH_SECONDS)(model, classroom, about)
        paths, _ = _paths(model, classroom.entries(EntryKind.PAIR, about))
    figures = [ChartFigure("class-pairs", None, pair_table(paths))]
    return Findings("many", figures, paths.conditions)


@show_errors()
def _update(model: ModelRecord, classroom: Classroom, about: str) -> None:
    paths, unread = _paths(model, classroom.entries(EntryKind.PAIR, about))
    counts = [count_phrase(len(paths.paths), "pair")]
    counts += [f"{paths.left_out} skipped, with the same answer twice"] if paths.left_out else []
    counts += [f"{unread} still to read"] if unread else []
    finding = paths_finding(paths, average_table(paths), model=model.name).partition(". ")[0] if paths.paths else ""
    with st.container(horizontal=True, vertical_alignment="center", key="class-so-far"):
        st.text(f"Join: {typed_address(classroom)}")
        st.text(f"{', '.join(counts)}. {finding}")
    _draw(paths, model)


def _paths(model: ModelRecord, entries: tuple[ClassEntry, ...]) -> tuple[PhenomenonPaths, int]:
    """The paths of the pairs that have been read, and the number of those that have not."""
    result = class_pairs(model.id, entries)
    paths = tuple(pair.path for pair in result.pairs)
    return PhenomenonPaths("Class", paths, result.even_count, cache.engine.conditions(model.id)), result.unread_count


def _draw(paths: PhenomenonPaths, model: ModelRecord) -> None:
    if paths.paths:
        table = average_table(paths)
        st.altair_chart(path_lines(table), key="class-pairs", alt=paths_finding(paths, table, model=model.name))
