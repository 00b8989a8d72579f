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
from components.tasks.model.span_results import AHEAD, LONGEST_ANSWER
from components.tasks.model.specs import SPAN
from components.tasks.passage import passage as passage_text
from components.tasks.tables.good import answerable_note, quality_note
from components.tasks.tables.passage import passage_table, passage_words
from components.tasks.tables.spans import (
    around_answer,
    head_alone_note,
    listed_table,
    span_finding,
    triangle_table,
    window_finding,
)
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import draw_settings_in, headline, note
from pages.parts.presenting import hides_controls
from pages.parts.rooms import TASKS
from pages.parts.settings import amount, linked_expander, number, option, text, write_number
from pages.parts.snippets import snippet
from pages.tasks.code import ADDED
from pages.tasks.context import TasksContext
from pages.tasks.fits import fits
from pages.tasks.onward import to_the_lab
from pages.tasks.picture import draw_picture, live_encoder
from pages.tasks.quality import quality_panel

PASSAGE = "passage"  # in the link
OWN = "your own passage"
OWN_PASSAGE = "own-passage"  # in the link
MOST_LINKED = 1500  # characters of it: with the rest, a link that browsers, servers and mail programs take
NAME_WIDTH = 200  # pixels: on a phone that leaves room for the bars
PASSAGE_HEIGHT = 140
WIDTHS = (2, 1)  # of the question and of the list of passages
WINDOWED = 3000  # characters: below that there is no progress worth showing


def show(at: TasksContext) -> Findings | None:
    """Ask a question about a passage."""
    if not fits(at, TaskHead.SPAN):
        return None
    own = at.model.task_head is not None
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
    longest = number("Longest answer (tokens)", "longest", low=1, high=40, default=LONGEST_ANSWER)
    # What tells best was measured of the head that ships; Devlin et al. begin with nothing.
    name, usual = ("own-ahead", 0.0) if own else ("ahead", AHEAD)
    threshold = amount("Threshold: score above “no answer”", name, low=-30.0, high=20.0, default=usual, step=0.5)
    bar = st.progress(0.0, text="Reading the passage in windows") if len(passage) > WINDOWED else None
    reading = cache.tasks.span_reading(question, passage, longest, _progress(bar), at.model.id)
    if bar is not None:
        bar.empty()
    found = span_finding(reading, threshold)
    headline(found)
    note(
        window_finding(reading),
        head_alone_note(reading, threshold),
        quality_note(cache.tasks.figures(), reading.spec.name),
        answerable_note(cache.tasks.figures(), reading.spec.name),
    )
    words = passage_words(reading)
    st.markdown("**The passage, with the best span in brackets**")
    with st.container(key="passage-place"):
        passage_text(words, answered=reading.margin > threshold, key="passage-text")
    shown, shares = around_answer(reading)
    picture = draw_picture(shown, shares, reading.spec, reading.width, live_encoder(at.model.id))
    spans, triangle = listed_table(reading, threshold), triangle_table(reading)
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
    bars = with_title(bars, "The best spans, and no answer")
    st.altair_chart(bars, key="best-spans", alt=found)
    chart = span_triangle(triangle)
    if (panel := linked_expander("Every start with every end", "triangle")) is not None:
        panel.altair_chart(
            chart, key="span-triangle", alt=f"{found} A triangle of starts and ends; the best three are ringed."
        )
    size = f"{reading.width} weights for the start, {reading.width} for the end, and 2 biases"
    note(f"The head has {size}. It scores every token of the passage twice.")
    quality_panel(at, SPAN)
    asked: dict[str, object] = {"question": question, "passage": passage, "longest": longest}
    if not own:
        asked["added"] = ADDED
    code = snippet(TASKS, "own_span" if own else SPAN, at.model, remark="", **asked)
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
        about=room_prose(TASKS, "span"),
        computed=(at.computed,),
        onward=to_the_lab,
    )


def _progress(bar: DeltaGenerator | None) -> Callable[[float], None]:
    """Shows the share of windows that were read, where there is a bar for it."""

    def told(share: float) -> None:
        if bar is not None:
            bar.progress(share, text="Reading the passage in windows")

    return told


def passage_of(place: int) -> str:
    """A passage that ships, or the visitor's own, which the link holds where it is short enough."""
    if place == len(passages()):
        return _own_passage()
    st.query_params.pop(OWN_PASSAGE, None)
    shown, key = passages()[place].text, f"passage-{place}"
    if hides_controls():
        st.text(shown)
        return shown

    def changed() -> None:  # from now on it is the visitor's own
        st.session_state[OWN_PASSAGE] = st.session_state[key]
        write_number(PASSAGE, len(passages()))

    with st.expander("Edit the passage", key="edit-passage"):
        return st.text_area("Passage text", shown, height=PASSAGE_HEIGHT, key=key, on_change=changed) or ""


def _own_passage() -> str:
    linked = st.query_params.get(OWN_PASSAGE, "")
    if hides_controls():
        st.text(linked)
        return linked
    if OWN_PASSAGE not in st.session_state:
        st.session_state[OWN_PASSAGE] = linked
    typed = st.text_area("Your passage", height=PASSAGE_HEIGHT, key=OWN_PASSAGE, persist_state="session") or ""
    if 0 < len(typed) <= MOST_LINKED:
        st.query_params[OWN_PASSAGE] = typed
    else:
        st.query_params.pop(OWN_PASSAGE, None)
    if len(typed) > MOST_LINKED:
        note(
            f"Your passage is too long for a link ({len(typed):,} characters; the limit is {MOST_LINKED:,}). "
            "Only you can see it."
        )
    return typed
