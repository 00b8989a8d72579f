"""Tagging words: parts of speech, or names as B, I and O."""

from collections.abc import Sequence

import streamlit as st

import cache.tasks
from components.charts.files import ChartFigure
from components.model.checkpoints.records import TaskHead
from components.tasks.charts.words import word_cells
from components.tasks.model.bio import mended
from components.tasks.model.presets import WORDS_TEXT
from components.tasks.model.specs import NAMES, SPEECH
from components.tasks.model.word_results import Answering
from components.tasks.tables.good import quality_note
from components.tasks.tables.words import cut_finding, mended_finding, word_table, words_finding
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import draw_settings_in, headline, note
from pages.parts.rooms import TASKS
from pages.parts.settings import choice, text
from pages.parts.snippets import snippet
from pages.tasks.code import ADDED
from pages.tasks.context import TasksContext
from pages.tasks.fits import fits
from pages.tasks.onward import to_the_lab
from pages.tasks.picture import draw_picture, live_encoder
from pages.tasks.quality import quality_panel

HEADS = {"names": NAMES, "parts of speech": SPEECH}
AS_SAID, BEGUN, LIKELIEST = "left as it is", "I becomes B", "likeliest possible"  # in links, too


def show(at: TasksContext) -> Findings | None:
    """Label the words of a text."""
    if not fits(at, TaskHead.WORDS):
        return None
    with draw_settings_in(st.container(key="task-texts")):
        typed = text("Text", "words", WORDS_TEXT)
    own = at.model.task_head is not None
    head = "" if own else HEADS[choice("What it tags", "tags", list(HEADS))]
    answering = Answering(
        choice("A split word takes the tag of", "pieces", [one.value for one in Answering], drawn_as="list")
    )
    reading = cache.tasks.words_reading(head, typed, at.model.id)
    tags: Sequence[str] = reading.tags(answering=answering)
    if reading.spec.begins_and_goes_on:
        way = choice("Invalid tags", "mended", [AS_SAID, BEGUN, LIKELIEST], drawn_as="list")
        read = mended(reading.of_words(answering=answering), reading.spec.labels)
        tags = {AS_SAID: read.tags, BEGUN: read.begun, LIKELIEST: read.likeliest}[way]
        note(mended_finding(reading, read))
    found = words_finding(reading, tags, answering=answering)
    headline(found)
    note(cut_finding(reading), quality_note(cache.tasks.figures(), reading.spec.name))
    picture = draw_picture(
        reading.tokens.items, reading.asked(answering=answering), reading.spec, reading.width, live_encoder(at.model.id)
    )
    table = word_table(reading, tags, answering=answering)
    chart = word_cells(table)
    st.altair_chart(chart, key="word-cells", alt=found)
    quality_panel(at, reading.spec.name)
    asked = {} if own else {"head": head, "added": ADDED}
    code = snippet(TASKS, "own_words" if own else "words", at.model, text=typed, **asked)
    return Findings(
        "words",
        [picture, ChartFigure("words", chart, table)],
        reading.conditions,
        code,
        about=room_prose(TASKS, "words"),
        computed=(at.computed,),
        onward=to_the_lab,
    )
