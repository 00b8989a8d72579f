"""Tagging words: parts of speech, or names as B, I and O."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

import cache.tasks
from components.charts.files import ChartFigure
from components.model.checkpoints.records import TaskHead
from components.model.heads.specs import NAMES, SPEECH
from components.tasks.charts.words import word_cells
from components.tasks.model.bio import repair_tags
from components.tasks.model.presets import WORDS_TEXT
from components.tasks.model.word_results import TokenAggregation, WordsReading
from components.tasks.tables.quality import quality_note
from components.tasks.tables.words import cut_finding, repair_finding, word_table, words_finding
from pages.parts.findings import Findings
from pages.parts.layout import draw_settings_in, headline, in_drawer, note, rare_settings, try_this
from pages.parts.rooms import TASKS
from pages.parts.sentence.filled import bring_sentence, note_filled
from pages.parts.sentence.notes import note_tokens
from pages.parts.settings import choice, text
from pages.parts.snippets import snippet
from pages.tasks.context import TasksContext
from pages.tasks.head_view import ADDED, check_head, draw_encoder, draw_other_tasks, encoder_label, link_to_fine_tuning
from pages.tasks.quality import draw_quality

TEXT = "words"  # of the box, in the link
WIDTHS = (2.6, 1)  # of the text and of what is tagged
HEADS = {"names": NAMES, "parts of speech": SPEECH}
AS_PREDICTED, AS_BEGINNINGS, MOST_LIKELY = "left as it is", "I becomes B", "likeliest possible"  # in links, too


def show(context: TasksContext) -> Findings | None:
    """Tag the words of a text."""
    if not check_head(context, TaskHead.WORDS):
        return None
    is_published = context.model.task_head is not None
    left, right = st.container(key="task-texts").columns(WIDTHS, vertical_alignment="top")
    bring_sentence(TASKS, TEXT)
    with draw_settings_in(left):
        typed = text("Text", TEXT, WORDS_TEXT)
        note_filled(typed)
    with draw_settings_in(right):
        head = "" if is_published else HEADS[choice("What it tags", "tags", list(HEADS))]
    with rare_settings():
        ways = [way.value for way in TokenAggregation]
        aggregation = TokenAggregation(choice("A split word takes the tag of", "pieces", ways, drawn_as="list"))
    reading = cache.tasks.words_reading(head, typed, context.model.id)
    note_tokens(context.model, reading.tokens)
    tags: Sequence[str] = reading.tags(aggregation=aggregation)
    if reading.spec.uses_bio_tags:
        with rare_settings():
            way = choice("Invalid tags", "mended", [AS_PREDICTED, AS_BEGINNINGS, MOST_LIKELY], drawn_as="list")
        repaired = repair_tags(reading.word_probabilities(aggregation=aggregation), reading.spec.labels)
        tags = {AS_PREDICTED: repaired.tags, AS_BEGINNINGS: repaired.as_beginnings, MOST_LIKELY: repaired.most_likely}[
            way
        ]
        note(repair_finding(reading, repaired))
    finding = words_finding(reading, tags, aggregation=aggregation)
    headline(finding)
    note(cut_finding(reading), quality_note(cache.tasks.figures(), reading.spec.name))
    table = word_table(reading, tags, aggregation=aggregation)
    chart = word_cells(table)
    st.altair_chart(chart, key="word-cells", alt=finding)
    try_this("Point at a name to see its tag, and the pieces it was read in.")
    figures = [ChartFigure("words", chart, table)]
    in_drawer("What the head reads", partial(_draw_encoder, reading, aggregation, context.model.id, figures))
    draw_quality(context, reading.spec.name)
    draw_other_tasks()
    snippet_values = {} if is_published else {"head": head, "added": ADDED}
    code = snippet(TASKS, "own_words" if is_published else "words", context.model, text=typed, **snippet_values)
    return Findings("words", figures, reading.conditions, code, onward=link_to_fine_tuning)


def _draw_encoder(
    reading: WordsReading, aggregation: TokenAggregation, model_id: str, figures: list[ChartFigure]
) -> None:
    read = reading.reading_mask(aggregation=aggregation)
    figures.append(draw_encoder(reading.tokens.items, read, reading.spec, reading.width, encoder_label(model_id)))
