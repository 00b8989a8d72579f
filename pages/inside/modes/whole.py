"""The whole pass as a building: a click opens a floor, a box and a number."""

import streamlit as st

import cache.inside
from components.charts.files import ChartFigure
from components.inside.tables.boxes import shape_finding
from components.inside.tables.payload import box_table, pass_finding, token_text
from components.inside.tables.way import guess_finding
from pages.inside.selection import BOX, draw_building
from pages.parts.findings import Findings
from pages.parts.layout import headline, note, try_this
from pages.parts.sentence.context import BlankContext


def show(context: BlankContext) -> Findings:
    """Draw the building, with a finding about the chosen token."""
    question = context.model.id, context.sentence, context.masked
    traced = cache.inside.traced_pass(*question)
    selected = draw_building(context, traced)
    answers = cache.inside.answers(*question, selected.token)
    boxes = cache.inside.floor_of(*question, selected.floor, selected.token)
    whole = pass_finding(traced, selected.token, answers, masked=context.masked)
    shape = shape_finding(boxes[selected.box], traced, selected.floor)
    stops = cache.inside.word_way(*question, selected.token)
    opened = BOX in st.query_params and selected.box != "probabilities"  # the answer is about what was clicked
    headline(shape if opened else whole)
    note(
        whole if opened else shape,
        guess_finding(stops, token_text(traced, selected.token, context.masked)),
        "A ribbon is as wide as the attention to its word, averaged over the heads. An ochre bead is wider, the more "
        "the feed-forward part adds. The guess so far is read by the head of the last layer, which was never trained "
        "to read earlier ones. The colours of numbers grow with their square root.",
    )
    try_this("Click a layer to see what it computes, number by number.")
    head, index = selected.cell or (0, 0)
    width = boxes[selected.box].values.shape[-1]
    number = head * width + index if boxes[selected.box].has_heads else index
    return Findings(
        "whole",
        [ChartFigure("numbers", None, box_table(traced, boxes, selected.box, selected.token))],
        traced.conditions,
        {"input_ids": list(traced.ids), "token": selected.token, "number": number},
    )
