"""Two side by side: what differs between two members, and how the second one's parameters add up."""

from dataclasses import replace
from functools import partial

import streamlit as st

from components.charts.files import ChartFigure
from components.family.charts.stacks import stacks
from components.family.model.members import FamilyMember
from components.family.model.shape import ArchitectureShape, ArchitectureStyle
from components.family.tables.findings import comparison_finding, cost_finding
from components.family.tables.stacks import comparison_table, cost_table, part_table, stack_table
from pages.family.code import COUNTED, code_of
from pages.family.context import CountingConditions, FamilyContext
from pages.family.inputs import LAYERS, LENGTH, WIDTH
from pages.family.onward import link_to_models
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.settings import linked_expander, number

DIFFERS, SAME = "≠", "="
LAYER_LIMIT, STEP, WIDTH_LIMIT, TOKEN_LIMIT = 48, 64, 2048, 8192
COUNT = "count"  # in the link: whether the parts are listed


def show(selected: FamilyContext) -> Findings:
    """Draw the two to one scale, and list their differences."""
    first, member = selected.first, selected.second
    shape, length = _numbers(member)
    resized = shape != member.shape
    other = replace(member, name=f"{member.name}, changed", shape=shape) if resized else member
    cost = cost_finding(member, shape, length)
    if resized or first is member:
        headline(cost)
        finding = cost
        if first is other:
            note(f"Both lists name {member.name}, so nothing is compared. Choose another model in one of them.")
    else:
        finding = comparison_finding(first, member)
        headline(finding)
        note(cost)
    drawn = stack_table((first, other) if first is not other else (first,))
    chart = stacks(drawn)
    st.markdown("**Parameters to one scale**")
    st.altair_chart(chart, key="two-stacks", alt=finding)
    figures = [ChartFigure("two-stacks", chart, drawn)]
    if first is not other:
        figures.append(_compare(first, other))
    panel = linked_expander(f"Count it: the parameters of {other.name}, part by part", COUNT)
    if panel is not None:
        with panel:
            figures += _count(other, length)
    for each in dict.fromkeys((first, member)):
        paper = f" ({each.paper} {each.year})" if each.link else ""
        note(f"{each.name}{paper}: {each.special}")
    return Findings(
        "beside",
        figures,
        CountingConditions(),
        code_of(*dict.fromkeys((first, other))),
        code_note=COUNTED,
        onward=partial(link_to_models, selected),
    )


def _numbers(member: FamilyMember) -> tuple[ArchitectureShape, int]:
    """The second model's shape with the numbers of the sliders, and the length of a text in tokens."""
    shape = member.shape
    layers = number(f"Layers of {member.name}", LAYERS, low=1, high=LAYER_LIMIT, default=shape.layers)
    width = shape.width
    if shape.style is not ArchitectureStyle.MOBILEBERT:  # whose width is tied to its bottlenecks
        width = number(
            "Width of its vectors (H)", WIDTH, low=STEP, high=max(WIDTH_LIMIT, width), default=width, step=STEP
        )
    length = number("Tokens in a text (n)", LENGTH, low=STEP, high=TOKEN_LIMIT, default=128, step=STEP)
    return shape.resized(layers=layers, width=width), length


def _compare(first: FamilyMember, second: FamilyMember) -> ChartFigure:
    table = comparison_table(first, second)
    signs = table["differs"].map({True: DIFFERS, False: SAME})
    shown = table.assign(what=signs + " " + table["what"])
    names = {"what": "Property", "first": first.name, "second": f"{second.name} "}
    # A table whose cells have as many lines as they need: a data frame would cut them.
    with st.container(key="compared-models"):
        st.table(shown[[*names]].rename(columns=names).set_index("Property"))
    return ChartFigure("compared", None, table)


def _count(member: FamilyMember, length: int) -> list[ChartFigure]:
    """The parts that add up to the parameters, and what a pass and training need."""
    shape = member.shape
    parts, costs = part_table(shape), cost_table(shape, length)
    shown = parts.assign(count=parts["count"].map("{:,}".format), total=parts["total"].map("{:,}".format))
    names = {
        "part": "Part",
        "formula": "Formula",
        "numbers": "In numbers",
        "count": "One",
        "times": "Times",
        "total": "Total",
    }
    st.dataframe(shown[[*names]].rename(columns=names), hide_index=True, height="content", key="parts")
    st.dataframe(
        costs[["what", "text"]].rename(columns={"what": f"{member.name} has or needs", "text": " "}),
        hide_index=True,
        height="content",
        key="costs",
    )
    letters = f"V = {shape.vocabulary:,}, H = {shape.width:,}, {shape.heads} heads, F = {shape.feed_forward_width:,}"
    letters += f", E = {shape.embedding:,}" if shape.embedding else ""
    letters += f", P = {shape.positions:,}" if shape.positions else ""
    letters += f", R = {shape.relative_positions:,}" if shape.relative_positions else ""
    st.caption(f"{letters}.")
    return [ChartFigure("parts", None, parts), ChartFigure("costs", None, costs)]
