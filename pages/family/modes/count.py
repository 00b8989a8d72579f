"""Count it: a member's parameters, part by part, and what other numbers would come to."""

from functools import partial

import streamlit as st

from components.charts.files import Figure
from components.family.model.shape import Style
from components.family.tables.findings import cost_finding
from components.family.tables.stacks import cost_table, part_table
from pages.family.code import COUNTED, code_of
from pages.family.context import FamilyConditions, FamilyContext
from pages.family.onward import to_the_models
from pages.parts.findings import Findings, about
from pages.parts.rooms import FAMILY as ROOM
from pages.parts.settings import number
from pages.parts.stage import headline, note

LAYERS, WIDTH, LENGTH = "layers", "width", "length"  # in the link
MOST_LAYERS, STEP, MOST_WIDTH, MOST_TOKENS = 48, 64, 2048, 8192


def show(at: FamilyContext) -> Findings:
    """Add it up."""
    member, own = at.other, at.other.shape
    layers = number("Layers", LAYERS, low=1, high=MOST_LAYERS, usual=own.layers)
    width = own.width
    if own.style is not Style.MOBILEBERT:  # whose width is tied to its bottlenecks
        width = number("Width (H)", WIDTH, low=STEP, high=MOST_WIDTH, usual=own.width, step=STEP)
    length = number("Tokens (n)", LENGTH, low=STEP, high=MOST_TOKENS, usual=128, step=STEP)
    shape = own.resized(layers=layers, width=width)
    said = cost_finding(member, shape, length)
    headline(said)
    parts, costs = part_table(shape), cost_table(shape, length)
    shown = parts.assign(one=parts["one"].map("{:,}".format), total=parts["total"].map("{:,}".format))
    names = {
        "part": "Part",
        "formula": "Formula",
        "numbers": "In numbers",
        "one": "One",
        "times": "Times",
        "total": "Together",
    }
    st.dataframe(shown[[*names]].rename(columns=names), hide_index=True, height="content", key="parts")
    st.dataframe(
        costs[["what", "text"]].rename(columns={"what": "It takes", "text": " "}),
        hide_index=True,
        height="content",
        key="costs",
    )
    letters = f"V = {shape.vocabulary:,}, H = {shape.width:,}, {shape.heads} heads, F = {shape.inner:,}"
    letters += f", E = {shape.embedding:,}" if shape.embedding else ""
    letters += f", P = {shape.positions:,}" if shape.positions else ""
    letters += f", R = {shape.relative:,}" if shape.relative else ""
    note(f"{member.name}, {letters}." if shape == own else f"{member.name} with other numbers: {letters}.")
    return Findings(
        "count",
        [Figure("parts", None, parts), Figure("costs", None, costs)],
        FamilyConditions(),
        code_of(member, shape),
        about=about(ROOM, "count"),
        code_note=COUNTED,
        onward=partial(to_the_models, at),
    )
