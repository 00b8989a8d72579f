"""The whole pass as a building: a click opens a floor, a box and a number."""

import cache.inside
from components.charts.files import ChartFigure
from components.inside.tables.boxes import shape_finding
from components.inside.tables.payload import box_table, pass_finding
from pages.inside.selection import draw_building
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.sentence.context import BlankContext


def show(context: BlankContext) -> Findings:
    """Draw the building, with a finding about the chosen token."""
    question = context.model.id, context.sentence, context.masked
    traced = cache.inside.traced_pass(*question)
    selected = draw_building(context, traced)
    answers = cache.inside.answers(*question, selected.token)
    headline(pass_finding(traced, selected.token, answers, masked=context.masked))
    boxes = cache.inside.floor_of(*question, selected.floor, selected.token)
    note(
        shape_finding(boxes[selected.box], traced, selected.floor),
        "Click a layer, a box or a number. Lines show what flows into the chosen vector: attention and the residual.",
    )
    head, index = selected.cell or (0, 0)
    width = boxes[selected.box].values.shape[-1]
    number = head * width + index if boxes[selected.box].has_heads else index
    return Findings(
        "whole",
        [ChartFigure("numbers", None, box_table(traced, boxes, selected.box, selected.token))],
        traced.conditions,
        {"input_ids": list(traced.ids), "token": selected.token, "number": number},
    )
