"""Text classification: how the vectors are pooled, and the product of the pooled vector with a matrix."""

import json
from functools import partial

import streamlit as st

import cache.shared.heads
import cache.tasks
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.charts.titles import with_title
from components.model.checkpoints.records import TaskHead
from components.model.checkpoints.unlisted import SST2_FOLDER, SST2_RUN
from components.model.heads.results import TextReading
from components.model.heads.specs import OPINION, REVIEWS, SUBJECT, TextPooling
from components.tasks.charts.products import product_bars
from components.tasks.model.presets import OPINION_TEXT
from components.tasks.tables.quality import quality_note
from components.tasks.tables.text import (
    JOINED,
    POOLING_NAMES,
    label_table,
    probability_note,
    product_table,
    product_text,
    reading_note,
    text_finding,
)
from pages.parts.findings import Findings
from pages.parts.layout import draw_chart, draw_settings_in, headline, in_drawer, note, rare_settings, try_this
from pages.parts.rooms import TASKS
from pages.parts.sentence.filled import bring_sentence, note_filled
from pages.parts.sentence.notes import note_tokens
from pages.parts.settings import choice, text
from pages.parts.snippets import repository_path, snippet
from pages.tasks.context import TasksContext
from pages.tasks.head_view import ADDED, check_head, draw_encoder, draw_other_tasks, encoder_label, link_to_fine_tuning
from pages.tasks.quality import draw_quality

HEADS = {"opinion": REVIEWS, "opinion, small head": OPINION, "subject": SUBJECT}
POOLINGS = {
    POOLING_NAMES[pooling]: pooling
    for pooling in (TextPooling.CLS, TextPooling.MEAN, TextPooling.WEIGHTED, TextPooling.POOLER)
}
TEXT = "text"  # of the box, in the link
LABEL_LIMIT = 4
NAME_WIDTH = 170  # pixels


def show(context: TasksContext) -> Findings | None:
    """Classify a text."""
    if not check_head(context, TaskHead.TEXT):
        return None
    typed = choose_text()
    encoder = context.model
    if context.model.task_head is not None:
        reading = cache.shared.heads.text_reading("", typed, context.model.id)
        (pooling,) = reading.spec.poolings
        code = snippet(TASKS, "own_text", context.model, text=typed)
    else:
        with rare_settings():
            head = HEADS[choice("What it predicts", "head", list(HEADS), drawn_as="list")]
        reading = cache.shared.heads.text_reading(head, typed)
        if head == REVIEWS:
            (pooling,), encoder = reading.spec.poolings, SST2_RUN
            code = snippet(TASKS, "reviews", encoder, text=typed, added=repository_path(SST2_FOLDER))
        else:
            with rare_settings():
                pooling = POOLINGS[choice("What the head reads (pooling)", "pooling", list(POOLINGS), drawn_as="list")]
            code = snippet(TASKS, "text", context.model, text=typed, head=head, pooling=pooling.value, added=ADDED)
    note_tokens(encoder, reading.tokens)
    figures = draw(reading, encoder_label(encoder.id), pooling)
    try_this("Put “not” into the text.")
    draw_quality(context, reading.spec.name)
    draw_other_tasks()
    return Findings("text", figures, reading.conditions, code, onward=link_to_fine_tuning)


def choose_text() -> str:
    """The text box, above the diagram."""
    bring_sentence(TASKS, TEXT)
    with draw_settings_in(st.container(key="task-texts")):
        typed = text("Text", TEXT, OPINION_TEXT)
        note_filled(typed)
    return typed


def draw(reading: TextReading, encoder: str, pooling: TextPooling) -> list[ChartFigure]:
    """Draw the diagram and the label probabilities; in the drawer, the sum behind the first label."""
    pooled = reading.with_pooling(pooling)
    headline(text_finding(reading, pooling))
    picture = draw_encoder(
        reading.tokens.items,
        pooled.weights,
        reading.spec,
        pooled.vector.size,
        encoder,
        joined=JOINED.get(pooling, ""),
    )
    note(reading_note(reading, pooling))
    table = label_table(reading, pooling)
    first, *others = reading.spec.labels
    other = f"datum.label === {json.dumps(first)}" if len(others) == 1 else "datum.row > 1"
    bars = labelled_bars(
        table.head(LABEL_LIMIT),
        value="probability",
        name="label",
        figure="figure",
        other="false" if reading.spec.multi_label else other,
        title="Probability",
        name_width=NAME_WIDTH,
        figure_width=90,
        scale_max=1.0,
    )
    bars = with_title(bars, "Probability of each label")
    draw_chart(bars, key="labels", alt=text_finding(reading, pooling))
    way = (
        "A sigmoid turns each score into a probability"
        if reading.spec.multi_label
        else "A softmax turns the scores into probabilities"
    )
    if reading.spec.name == REVIEWS:
        note("This encoder was fine-tuned for this head alone; the heads of the other views share another one.")
    note(f"{way}.", quality_note(cache.tasks.figures(), reading.spec.name, pooling))
    figures = [picture, ChartFigure("labels", bars, table)]
    in_drawer("From the vector to the score", partial(_draw_products, reading, pooling, figures))
    return figures


def _draw_products(reading: TextReading, pooling: TextPooling, figures: list[ChartFigure]) -> None:
    """The products whose sum is the score of the first label, and how the score becomes a probability."""
    pooled = reading.with_pooling(pooling)
    products, label = product_table(pooled, pooled.best), reading.spec.labels[pooled.best]
    chart = product_bars(products)
    st.altair_chart(chart, key="products", alt=product_text(pooled, pooled.best))
    st.text(f"“{label}”: {product_text(pooled, pooled.best)}. {probability_note(reading, pooling)}")
    figures.append(ChartFigure("products", chart, products))
