"""Tagging words: parts of speech, or names as B, I and O."""

from collections.abc import Sequence

import streamlit as st

import cache.tasks
from components.charts.files import ChartFigure
from components.model.checkpoints.records import TaskHead
from components.tasks.charts.words import word_cells
from components.tasks.model.bio import repair_tags
from components.tasks.model.presets import WORDS_TEXT
from components.tasks.model.specs import NAMES, SPEECH
from components.tasks.model.word_results import TokenAggregation
from components.tasks.tables.quality import quality_note
from components.tasks.tables.words import cut_finding, repair_finding, word_table, words_finding
from pages.parts.findings import Findings
from pages.parts.layout import draw_settings_in, headline, note
from pages.parts.rooms import TASKS
from pages.parts.sentence.notes import note_tokens
from pages.parts.settings import choice, text
from pages.parts.snippets import snippet
from pages.tasks.context import TasksContext
from pages.tasks.head_view import ADDED, check_head, draw_encoder, encoder_label, link_to_fine_tuning, task_panel
from pages.tasks.quality import quality_panel

HEADS = {"names": NAMES, "parts of speech": SPEECH}
AS_PREDICTED, AS_BEGINNINGS, MOST_LIKELY = "left as it is", "I becomes B", "likeliest possible"  # in links, too


def show(context: TasksContext) -> Findings | None:
    """Tag the words of a text."""
    if not check_head(context, TaskHead.WORDS):
        return None
    with draw_settings_in(st.container(key="task-texts")):
        typed = text("Text", "words", WORDS_TEXT)
    is_published = context.model.task_head is not None
    head = "" if is_published else HEADS[choice("What it tags", "tags", list(HEADS))]
    aggregation = TokenAggregation(
        choice(
            "A split word takes the tag of",
            "pieces",
            [aggregation_kind.value for aggregation_kind in TokenAggregation],
            drawn_as="list",
        )
    )
    reading = cache.tasks.words_reading(head, typed, context.model.id)
    note_tokens(context.model, reading.tokens)
    tags: Sequence[str] = reading.tags(aggregation=aggregation)
    if reading.spec.uses_bio_tags:
        way = choice("Invalid tags", "mended", [AS_PREDICTED, AS_BEGINNINGS, MOST_LIKELY], drawn_as="list")
        repaired = repair_tags(reading.word_probabilities(aggregation=aggregation), reading.spec.labels)
        tags = {AS_PREDICTED: repaired.tags, AS_BEGINNINGS: repaired.as_beginnings, MOST_LIKELY: repaired.most_likely}[
            way
        ]
        note(repair_finding(reading, repaired))
    finding = words_finding(reading, tags, aggregation=aggregation)
    headline(finding)
    note(cut_finding(reading), quality_note(cache.tasks.figures(), reading.spec.name))
    picture = draw_encoder(
        reading.tokens.items,
        reading.reading_mask(aggregation=aggregation),
        reading.spec,
        reading.width,
        encoder_label(context.model.id),
    )
    table = word_table(reading, tags, aggregation=aggregation)
    chart = word_cells(table)
    st.altair_chart(chart, key="word-cells", alt=finding)
    quality_panel(context, reading.spec.name)
    task_panel()
    snippet_values = {} if is_published else {"head": head, "added": ADDED}
    code = snippet(TASKS, "own_words" if is_published else "words", context.model, text=typed, **snippet_values)
    return Findings(
        "words", [picture, ChartFigure("words", chart, table)], reading.conditions, code, onward=link_to_fine_tuning
    )
