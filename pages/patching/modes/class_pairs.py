"""The class: pairs from students' phones, sorted by the layer in which the answer moves."""

import streamlit as st

import cache.engine
import cache.patching
from cache.classes.class_pairs import ClassPairs, class_pairs, pairs_topic
from components.charts.files import ChartFigure
from components.classroom.classroom import Classroom
from components.classroom.entries import ClassEntry, ClassQuestion, EntryKind
from components.model.checkpoints.records import ModelRecord
from components.patching.charts.class_pairs import pair_stacks
from components.patching.tables.class_pairs import class_pairs_finding, class_pairs_table
from components.tables.phrases import count_phrase
from pages.parts.errors import show_errors
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.lecture.class_start import class_start
from pages.parts.lecture.classes import ask_class, visitor_class, warn_of_class_loss
from pages.parts.lecture.joining import class_code, typed_address
from pages.parts.links.parameters import MODE
from pages.parts.sentence.context import SentenceContext

REFRESH_SECONDS = 1.0
EXAMPLE = "The keys/key to the house ___ lost."
_COLUMNS = {"layer": "Moves in layer", "pair": "Pair", "answers": "Answers"}


def show(context: SentenceContext) -> Findings | None:
    """Draw the pairs of the class, and keep adding those that arrive."""
    classroom, model = visitor_class(), context.model
    if classroom is None:
        return _example(model)
    question = ClassQuestion(
        EntryKind.PAIR,
        pairs_topic(model.id),
        f"Write a sentence with one blank (___) and one word in two versions. Example: {EXAMPLE}",
    )
    ask_class(question, without=(MODE,))
    headline("In which layer does the model change its mind? One sentence, one blank, a word in two versions.")
    note(
        f"Example: {EXAMPLE}",
        "A pair is placed at the first layer after which the blank’s vector always brings back half of the answer.",
    )
    st.fragment(_update, run_every=REFRESH_SECONDS)(model, classroom, question.about)
    table = class_pairs_table([(pair.entry.text, pair.path) for pair in _pairs(model, classroom, question.about).pairs])
    return Findings("class_pairs", [ChartFigure("class-pairs", None, table)], cache.engine.conditions(model.id))


def _example(model: ModelRecord) -> Findings:
    """Draw what a class would see after the first pair, and offer to start one."""
    result = class_pairs(model.id, [ClassEntry(1, 1, EntryKind.PAIR, pairs_topic(model.id), EXAMPLE, "", 0.0)])
    table = class_pairs_table([(pair.entry.text, pair.path) for pair in result.pairs])
    finding = class_pairs_finding(table, last=cache.patching.layer_count(model.id))
    headline(finding)
    warn_of_class_loss()
    class_start(key="start-class-pairs", primary=True, stays=True)
    note("This is an example: students send such pairs, and the model sorts them by layer.")
    if not table.empty:
        st.altair_chart(pair_stacks(table, cache.patching.layer_count(model.id)), key="example-pairs", alt=finding)
    return Findings("class_pairs", [ChartFigure("class-pairs", None, table)], cache.engine.conditions(model.id))


def _pairs(model: ModelRecord, classroom: Classroom, about: str) -> ClassPairs:
    return class_pairs(model.id, classroom.entries(EntryKind.PAIR, about))


@show_errors()
def _update(model: ModelRecord, classroom: Classroom, about: str) -> None:
    result = _pairs(model, classroom, about)
    table = class_pairs_table([(pair.entry.text, pair.path) for pair in result.pairs])
    finding = class_pairs_finding(table, last=cache.patching.layer_count(model.id))
    with st.container(horizontal=True, vertical_alignment="center", key="class-so-far"):
        st.text(f"Join: {typed_address(classroom)}")
        counts = [count_phrase(len(result.pairs), "pair")]
        counts += [f"{result.even_count} skipped, with the same answer twice"] if result.even_count else []
        counts += [f"{result.unread_count} still to read"] if result.unread_count else []
        st.text(f"{', '.join(counts)}. {finding}")
    if not table.empty:
        st.altair_chart(pair_stacks(table, cache.patching.layer_count(model.id)), key="class-pairs", alt=finding)
    code, listed = st.columns([1, 2], gap="large", vertical_alignment="top")
    with code:
        class_code(classroom)
    if not table.empty:
        with listed:
            st.dataframe(table[list(_COLUMNS)].rename(columns=_COLUMNS), hide_index=True, key="class-pairs-table")
