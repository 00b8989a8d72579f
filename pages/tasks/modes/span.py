"""Question answering: where the answer starts, where it ends, and whether there is one."""

from collections.abc import Callable
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import cache.tasks
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.charts.titles import with_title
from components.model.checkpoints.records import TaskHead
from components.model.heads.specs import SPAN
from components.tasks.charts.spans import span_triangle
from components.tasks.model.gold import passages
from components.tasks.model.presets import QUESTION
from components.tasks.model.span_results import DEFAULT_THRESHOLD, MAX_ANSWER_LENGTH, SpanReading
from components.tasks.passage import passage as passage_text
from components.tasks.tables.passage import passage_table, passage_words
from components.tasks.tables.quality import answerable_note, quality_note
from components.tasks.tables.spans import (
    answer_table,
    span_finding,
    threshold_note,
    tokens_around_answer,
    triangle_table,
    window_finding,
)
from pages.parts.findings import Findings
from pages.parts.layout import (
    draw_chart,
    draw_settings_in,
    headline,
    in_drawer,
    note,
    rare_settings,
    settings_place,
    try_this,
)
from pages.parts.presenting import hides_controls
from pages.parts.rooms import TASKS
from pages.parts.settings import amount, long_text, number, option, text, write_long_text, write_number
from pages.parts.snippets import snippet
from pages.tasks.context import TasksContext
from pages.tasks.head_view import ADDED, check_head, draw_encoder, encoder_label, link_to_fine_tuning
from pages.tasks.quality import draw_quality
from pages.tasks.search import search

PASSAGE = "passage"  # in the link
OWN, ALL = "your own passage", "search ten passages"
OWN_PASSAGE = "own-passage"  # in the link
PASSAGE_HEIGHT = 140
WIDTHS = (2, 1)  # of the question and of the list of passages
PROGRESS_FROM = 3000  # characters: shorter passages need no progress bar


def show(context: TasksContext) -> Findings | None:
    """Answer a question about a passage."""
    if not check_head(context, TaskHead.SPAN):
        return None
    is_published = context.model.task_head is not None
    place = st.container(key="task-texts")
    with place:
        left, right = st.columns(WIDTHS)
    with draw_settings_in(left):
        question = text("Question", "question", QUESTION)
    with draw_settings_in(right):
        titles = [*(passage.title for passage in passages()), OWN]
        chosen = option("Passage", PASSAGE, titles if is_published else [*titles, ALL])
    if chosen == len(titles):
        return search(context, question)
    with place:
        passage = passage_of(chosen)
    if not passage.strip():
        headline("Paste a passage above, then ask a question about it.")
        return None
    # The best threshold was measured for the bundled head only; for others it is 0, as in Devlin et al.
    name, default = ("own-ahead", 0.0) if is_published else ("ahead", DEFAULT_THRESHOLD)
    with rare_settings():
        max_answer_length = number("Longest answer (tokens)", "longest", low=1, high=40, default=MAX_ANSWER_LENGTH)
        threshold = amount("Threshold: score above “no answer”", name, low=-30.0, high=20.0, default=default, step=0.5)
    bar = st.progress(0.0, text="Reading the passage in windows") if len(passage) > PROGRESS_FROM else None
    reading = cache.tasks.span_reading(question, passage, max_answer_length, _progress(bar), context.model.id)
    if bar is not None:
        bar.empty()
    finding = span_finding(reading, threshold)
    headline(finding)
    words, spans = passage_words(reading), answer_table(reading)
    with st.container(key="passage-place"):
        passage_text(words, answered=reading.margin > threshold, key="passage-text")
    bars = labelled_bars(
        spans,
        value="probability",
        name="text",
        figure="figure",
        other="datum.text === 'no answer'",
        title="Probability",
        figure_width=90,
        scale_max=1.0,
    )
    bars = with_title(bars, "How likely each answer is")
    draw_chart(bars, key="best-spans", alt=finding)
    try_this("Ask “Who designed the steps?”, which the passage does not say.")
    note(
        threshold_note(reading, threshold),
        window_finding(reading),
        quality_note(cache.tasks.figures(), reading.spec.name),
        answerable_note(cache.tasks.figures(), reading.spec.name),
        f"The head has {reading.width} weights for the start, {reading.width} for the end, and 2 biases. "
        "It scores every token of the passage twice.",
    )
    figures = [ChartFigure("passage", None, passage_table(words)), ChartFigure("spans", bars, spans)]
    in_drawer("What the head reads", partial(_draw_encoder, reading, context.model.id, figures))
    in_drawer("Every start with every end", partial(_draw_triangle, reading, finding, figures))
    draw_quality(context, SPAN)
    snippet_values: dict[str, object] = {"question": question, "passage": passage, "longest": max_answer_length}
    if not is_published:
        snippet_values["added"] = ADDED
    code = snippet(TASKS, "own_span" if is_published else SPAN, context.model, remark="", **snippet_values)
    return Findings(SPAN, figures, reading.conditions, code, onward=link_to_fine_tuning)


def _draw_encoder(reading: SpanReading, model_id: str, figures: list[ChartFigure]) -> None:
    shown, shares = tokens_around_answer(reading)
    figures.append(draw_encoder(shown, shares, reading.spec, reading.width, encoder_label(model_id)))


def _draw_triangle(reading: SpanReading, finding: str, figures: list[ChartFigure]) -> None:
    triangle = triangle_table(reading)
    chart = span_triangle(triangle)
    alt = f"{finding} A triangle of starts and ends; the best three are ringed."
    st.altair_chart(chart, key="span-triangle", alt=alt)
    figures.append(ChartFigure("triangle", chart, triangle))


def _progress(bar: DeltaGenerator | None) -> Callable[[float], None]:
    """A callback that shows the share of windows read, if there is a progress bar."""

    def show_share(share: float) -> None:
        if bar is not None:
            bar.progress(share, text="Reading the passage in windows")

    return show_share


def passage_of(place: int) -> str:
    """Show a bundled passage, or the visitor's own, which is in the link if it is short enough; return its text."""
    if place == len(passages()):
        return _own_passage()
    st.query_params.pop(OWN_PASSAGE, None)
    shown, key = passages()[place].text, f"passage-{place}"
    if hides_controls():
        return shown

    def changed() -> None:  # an edited passage becomes the visitor's own
        st.session_state[OWN_PASSAGE] = st.session_state[key]
        write_number(PASSAGE, len(passages()))

    with rare_settings(), settings_place():
        return st.text_area("Edit the passage", shown, height=PASSAGE_HEIGHT, key=key, on_change=changed) or ""


def _own_passage() -> str:
    if hides_controls():
        return long_text("Your passage", OWN_PASSAGE, height=PASSAGE_HEIGHT)
    typed = long_text("Your passage", OWN_PASSAGE, height=PASSAGE_HEIGHT)
    note(write_long_text(OWN_PASSAGE, typed, subject="Your passage"))
    return typed
