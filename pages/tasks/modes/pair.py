"""Sentence pairs: two texts in one pass, classified in both orders."""

import streamlit as st

import cache.tasks
from components.charts.files import ChartFigure
from components.model.checkpoints.records import TaskHead
from components.tasks.charts.pairs import attention_lines, ribbon_chart, slope_chart
from components.tasks.model.presets import FIRST, SECOND
from components.tasks.model.specs import ANSWERS, NEIGHBOUR, RELATION
from components.tasks.tables.pairs import (
    attention_across_finding,
    attention_across_table,
    pair_finding,
    pair_table,
    ribbon_finding,
    ribbon_table,
    tile_table,
)
from components.tasks.tables.quality import quality_note
from pages.parts.findings import Findings
from pages.parts.layout import draw_settings_in, headline, note
from pages.parts.rooms import TASKS
from pages.parts.sentence.notes import note_tokens
from pages.parts.settings import choice, number, text
from pages.parts.snippets import snippet
from pages.tasks.context import TasksContext
from pages.tasks.head_view import ADDED, check_head, draw_encoder, encoder_label, link_to_fine_tuning, task_panel
from pages.tasks.quality import quality_panel

HEADS = {"what follows": RELATION, "what comes next": NEIGHBOUR, "whether it answers": ANSWERS}


def show(context: TasksContext) -> Findings | None:
    """Classify two texts, in both orders."""
    if not check_head(context, TaskHead.TEXT):
        return None
    is_published = context.model.task_head is not None
    with draw_settings_in(st.container(key="task-texts")):
        columns = st.columns(2)
    with draw_settings_in(columns[0]):
        first = text("First text", "first", FIRST)
    with draw_settings_in(columns[1]):
        second = text("Second text", "second", SECOND)
    head = "" if is_published else HEADS[choice("What it predicts", "relation", list(HEADS), drawn_as="list")]
    if not (first.strip() and second.strip()):
        st.info("Type two texts. The model reads both in one pass.", icon=":material/edit:")
        return None
    reading = cache.tasks.pair_reading(head, first, second, context.model.id)
    note_tokens(context.model, reading.tokens)
    finding = pair_finding(reading)
    headline(finding)
    picture = draw_encoder(
        reading.tokens.items, reading.cls_weights, reading.spec, reading.width, encoder_label(context.model.id)
    )
    crossing = int(reading.attention_across.argmax()) + 1
    layer = number("Attention of layer", "pair-layer", low=1, high=len(reading.attention_across), default=crossing) - 1
    table, across, linked = pair_table(reading), attention_across_table(reading), ribbon_table(reading, layer)
    left, right = st.columns(2, gap="medium")
    with left:
        chart = slope_chart(table)
        st.altair_chart(chart, key="pair-labels", alt=finding)
        lines = attention_lines(across)
        st.altair_chart(lines, key="across", alt=attention_across_finding(reading))
    figures = [picture, ChartFigure("pair", chart, table), ChartFigure("across", lines, across)]
    if not linked.empty:
        with right:
            bands = ribbon_chart(tile_table(reading), linked, layer=layer + 1)
            st.altair_chart(bands, key="ribbons", alt=ribbon_finding(reading, layer))
        figures.append(ChartFigure("ribbons", bands, linked))
    note(
        quality_note(cache.tasks.figures(), reading.spec.name),
        ribbon_finding(reading, layer),
        attention_across_finding(reading),
    )
    quality_panel(context, reading.spec.name)
    task_panel()
    snippet_values = {} if is_published else {"head": head, "added": ADDED}
    code = snippet(
        TASKS, "own_pair" if is_published else "pair", context.model, first=first, second=second, **snippet_values
    )
    return Findings("pair", figures, reading.conditions, code, onward=link_to_fine_tuning)
