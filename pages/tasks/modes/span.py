"""Question answering: where the answer starts, where it ends, and whether there is one."""

from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import cache.tasks
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.charts.titles import with_title
from components.model.checkpoints.records import TaskHead
from components.tasks.charts.spans import span_triangle
from components.tasks.model.gold import passages
from components.tasks.model.presets import QUESTION
from components.tasks.model.span_results import DEFAULT_THRESHOLD, MAX_ANSWER_LENGTH
from components.tasks.model.specs import SPAN
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
from pages.parts.layout import draw_settings_in, headline, note
from pages.parts.presenting import hides_controls
from pages.parts.rooms import TASKS
from pages.parts.settings import amount, linked_expander, long_text, number, option, text, write_long_text, write_number
from pages.parts.snippets import snippet
from pages.tasks.context import TasksContext
from pages.tasks.head_view import ADDED, check_head, draw_encoder, encoder_label, link_to_fine_tuning
from pages.tasks.quality import quality_panel

PASSAGE = "passage"  # in the link
OWN = "your own passage"
OWN_PASSAGE = "own-passage"  # in the link
NAME_WIDTH = 200  # pixels: on a phone that leaves room for the bars
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
        chosen = option("Passage", PASSAGE, [*(passage.title for passage in passages()), OWN])
    with place:
        passage = passage_of(chosen)
    if not passage.strip():
        st.info("Paste a passage above, then ask a question about it.", icon=":material/edit:")
        return None
    max_answer_length = number("Longest answer (tokens)", "longest", low=1, high=40, default=MAX_ANSWER_LENGTH)
    # The best threshold was measured for the bundled head only; for others it is 0, as in Devlin et al.
    name, default = ("own-ahead", 0.0) if is_published else ("ahead", DEFAULT_THRESHOLD)
    threshold = amount("Threshold: score above “no answer”", name, low=-30.0, high=20.0, default=default, step=0.5)
    bar = st.progress(0.0, text="Reading the passage in windows") if len(passage) > PROGRESS_FROM else None
    reading = cache.tasks.span_reading(question, passage, max_answer_length, _progress(bar), context.model.id)
    if bar is not None:
        bar.empty()
    finding = span_finding(reading, threshold)
    headline(finding)
    note(
        threshold_note(reading, threshold),
        window_finding(reading),
        quality_note(cache.tasks.figures(), reading.spec.name),
        answerable_note(cache.tasks.figures(), reading.spec.name),
    )
    words = passage_words(reading)
    st.markdown("**The passage, with the best span in brackets**")
    with st.container(key="passage-place"):
        passage_text(words, answered=reading.margin > threshold, key="passage-text")
    shown, shares = tokens_around_answer(reading)
    picture = draw_encoder(shown, shares, reading.spec, reading.width, encoder_label(context.model.id))
    spans, triangle = answer_table(reading), triangle_table(reading)
    bars = labelled_bars(
        spans,
        value="probability",
        name="text",
        figure="figure",
        other="datum.text === 'no answer'",
        title="Probability",
        name_width=NAME_WIDTH,
        figure_width=90,
        scale_max=1.0,
    )
    bars = with_title(bars, "The best spans, and no answer" + (", before the threshold" if threshold else ""))
    st.altair_chart(bars, key="best-spans", alt=finding)
    chart = span_triangle(triangle)
    if (panel := linked_expander("Every start with every end", "triangle")) is not None:
        panel.altair_chart(
            chart, key="span-triangle", alt=f"{finding} A triangle of starts and ends; the best three are ringed."
        )
    size = f"{reading.width} weights for the start, {reading.width} for the end, and 2 biases"
    note(f"The head has {size}. It scores every token of the passage twice.")
    quality_panel(context, SPAN)
    snippet_values: dict[str, object] = {"question": question, "passage": passage, "longest": max_answer_length}
    if not is_published:
        snippet_values["added"] = ADDED
    code = snippet(TASKS, "own_span" if is_published else SPAN, context.model, remark="", **snippet_values)
    return Findings(
        SPAN,
        [
            picture,
            ChartFigure("passage", None, passage_table(words)),
            ChartFigure("spans", bars, spans),
            ChartFigure("triangle", chart, triangle),
        ],
        reading.conditions,
        code,
        onward=link_to_fine_tuning,
    )


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
        st.text(shown)
        return shown

    def changed() -> None:  # an edited passage becomes the visitor's own
        st.session_state[OWN_PASSAGE] = st.session_state[key]
        write_number(PASSAGE, len(passages()))

    with st.expander("Edit the passage", key="edit-passage"):
        return st.text_area("Passage text", shown, height=PASSAGE_HEIGHT, key=key, on_change=changed) or ""


def _own_passage() -> str:
    if hides_controls():
        linked = long_text("Your passage", OWN_PASSAGE, height=PASSAGE_HEIGHT)
        st.text(linked)
        return linked
    typed = long_text("Your passage", OWN_PASSAGE, height=PASSAGE_HEIGHT)
    note(write_long_text(OWN_PASSAGE, typed, subject="Your passage"))
    return typed
