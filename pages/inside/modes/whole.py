"""The whole pass as a building: a click opens a floor, a box and a number."""

from functools import partial

import cache.shared.passes
import cache.takeaway
from components.charts.files import ChartFigure
from components.inside.tables.levels import level_finding
from components.inside.tables.way import guess_finding
from components.model.checkpoints.records import ModelRecord
from components.model.passes.results import TracedPass
from components.tables.passes.boxes import shape_finding
from components.tables.passes.payload import box_table, pass_finding, token_text
from components.takeaway.machine_page import MachinePlace
from components.widgets.layer_building import MACHINE, NUMBERS, WHOLE, BuildingSelection
from pages.inside.selection import default_token, draw_building
from pages.parts.export import PageExport
from pages.parts.findings import Findings
from pages.parts.layout import headline, note, try_this
from pages.parts.sentence.context import BlankContext
from pages.parts.sentences import split_headline

DRAWING = f"{MACHINE} The colours of numbers grow with their square root."
NEXT = {
    WHOLE: "Click a layer to see its heads.",
    "attention": "Click a head.",
    "head": "Click a word to see how its weight is made.",
    "weight": "Click the softmax bar of another word.",
    "units": "Click a dot to see the sum behind it.",
    "sum": "Click a stripe to see the number behind it.",
    "answer": "Click a word to see its dot product.",
    NUMBERS: "Click another step, or another number.",
}
FIGURE_TOKENS = 32  # of a page without a model: each has its own way, and takes one more pass


def show(context: BlankContext) -> Findings:
    """Draw the building, with a finding about the chosen token."""
    question = context.model.id, context.sentence, context.masked
    traced = cache.shared.passes.traced_pass(*question)
    selected = draw_building(context, traced)
    answers = cache.shared.passes.answers(*question, selected.token)
    boxes = cache.shared.passes.floor_of(*question, selected.floor, selected.token)
    whole = pass_finding(traced, selected.token, answers, masked=context.masked)
    shape = shape_finding(boxes[selected.box], traced, selected.floor)
    stops = cache.shared.passes.word_way(*question, selected.token)
    looked_at = selected.level, traced, boxes, selected.token, selected.cell
    opened = level_finding(*looked_at, masked=context.masked)
    if selected.level == NUMBERS and selected.box != "probabilities":
        opened = shape
    headline(opened or whole)  # the answer is about what was clicked
    note(
        whole if opened else "",
        "" if opened == shape else shape,
        guess_finding(stops, token_text(traced, selected.token, context.masked)),
        DRAWING,
    )
    try_this(NEXT[selected.level])
    head, index = selected.cell or (0, 0)
    width = boxes[selected.box].values.shape[-1]
    number = head * width + index if boxes[selected.box].has_heads else index
    return Findings(
        "whole",
        [ChartFigure("numbers", None, box_table(traced, boxes, selected.box, selected.token))],
        traced.conditions,
        {"input_ids": list(traced.ids), "token": selected.token, "number": number},
        page=_page(context, traced, selected, split_headline(whole)[0]),
    )


def _page(context: BlankContext, traced: TracedPass, selected: BuildingSelection, finding: str) -> PageExport | None:
    """The view as a page: with its model inside if a page can hold it, else the pass over a short sentence."""
    model, name = context.model, "inside-a-layer"
    if model.id in cache.takeaway.PAGE_MODELS:
        token = None if selected.token == default_token(context) else selected.token
        place = MachinePlace(selected.floor, selected.box, token, selected.cell, selected.level)
        content = partial(cache.takeaway.machine_page, model.id, context.masked_sentence, place, (DRAWING,))
        return PageExport(name, content, partial(_size_note, model))
    if len(traced.ids) > FIGURE_TOKENS:
        return None
    why = (f"Model: {model.name}. It is not in this file. Licence of its weights: {model.licence}.", DRAWING)
    question = model.id, context.sentence, context.masked
    content = partial(cache.takeaway.machine_figure, *question, selected.token, finding, why)
    return PageExport(name, content, lambda: "This picture with every word’s way, in a file of less than 1 MB.")


def _size_note(model: ModelRecord) -> str:
    size = cache.takeaway.page_megabytes(model.id)
    return f"{model.name} in a file of about {size} MB. It computes the pass over any sentence, without a network."
