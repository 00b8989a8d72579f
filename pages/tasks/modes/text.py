"""Text classification: which vector stands for it, and the product of that vector with a matrix, number by number."""

import streamlit as st

import cache.tasks
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.charts.titles import with_title
from components.model.checkpoints.records import TaskHead
from components.tasks.charts.products import product_bars
from components.tasks.model.presets import OPINION_TEXT
from components.tasks.model.results import TextReading
from components.tasks.model.specs import OPINION, SUBJECT, Pooling
from components.tasks.tables.good import quality_note
from components.tasks.tables.text import (
    POOLING_NAMES,
    label_table,
    product_table,
    product_text,
    text_finding,
)
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import draw_settings_in, headline, note
from pages.parts.markdown import escape_markdown
from pages.parts.rooms import TASKS
from pages.parts.settings import choice, text
from pages.parts.snippets import snippet
from pages.tasks.code import ADDED
from pages.tasks.context import TasksContext
from pages.tasks.fits import fits
from pages.tasks.onward import to_the_lab
from pages.tasks.picture import draw_picture, live_encoder
from pages.tasks.quality import quality_panel

HEADS = {"opinion": OPINION, "subject": SUBJECT}
POOLINGS = {POOLING_NAMES[one]: one for one in (Pooling.CLS, Pooling.MEAN, Pooling.WEIGHTED, Pooling.POOLER)}
MOST_LABELS = 4
NAME_WIDTH = 170  # pixels


def show(at: TasksContext) -> Findings | None:
    """Ask a head about a text."""
    if not fits(at, TaskHead.TEXT):
        return None
    typed = own_text()
    if at.model.task_head is None:
        head = HEADS[choice("What it predicts", "head", list(HEADS))]
        pooling = POOLINGS[choice("What the head reads (pooling)", "pooling", list(POOLINGS), drawn_as="list")]
        reading = cache.tasks.text_reading(head, typed)
        code = snippet(TASKS, "text", at.model, text=typed, head=head, pooling=pooling.value, added=ADDED)
    else:
        reading = cache.tasks.text_reading("", typed, at.model.id)
        (pooling,) = reading.spec.poolings
        code = snippet(TASKS, "own_text", at.model, text=typed)
    figures = draw(reading, live_encoder(at.model.id), pooling)
    quality_panel(at, reading.spec.name)
    return Findings(
        "text",
        figures,
        reading.conditions,
        code,
        about=room_prose(TASKS, "text"),
        computed=(at.computed,),
        onward=to_the_lab,
    )


def own_text() -> str:
    """The text to be read, where it is typed: above the picture, before there is a model as afterwards."""
    with draw_settings_in(st.container(key="task-texts")):
        return text("Text", "text", OPINION_TEXT)


def draw(reading: TextReading, encoder: str, pooling: Pooling = Pooling.CLS) -> list[ChartFigure]:
    """The picture, the labels, and the sum behind the first of them."""
    one = reading.by(pooling)
    headline(text_finding(reading, pooling))
    picture = draw_picture(reading.tokens.items, one.weights, reading.spec, one.vector.size, encoder)
    table = label_table(reading, pooling)
    bars = labelled_bars(
        table.head(MOST_LABELS),
        value="probability",
        name="label",
        figure="figure",
        title="Probability",
        name_width=NAME_WIDTH,
        figure_width=90,
        scale_max=1.0,
    )
    bars = with_title(bars, "Probability of each label")
    st.altair_chart(bars, key="labels", alt=text_finding(reading, pooling))
    products, label = product_table(one, one.best), reading.spec.labels[one.best]
    st.caption(f"“{escape_markdown(label)}”: {product_text(one, one.best)}.")
    chart = product_bars(products)
    st.altair_chart(chart, key="products", alt=product_text(one, one.best))
    way = (
        "A sigmoid turns each score into a probability"
        if reading.spec.several
        else "A softmax turns the scores into probabilities"
    )
    note(f"{way}.", quality_note(cache.tasks.figures(), reading.spec.name, pooling))
    return [picture, ChartFigure("labels", bars, table), ChartFigure("products", chart, products)]
