"""The stacks: every member of the family to one scale; a click on two of them compares them."""

from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from components.charts.files import ChartFigure
from components.family.charts.stacks import PICKED, stacks
from components.family.model.counting import parameters
from components.family.tables.findings import comparison_finding, cost_finding, stacks_finding
from components.family.tables.stacks import comparison_table, cost_table, part_table, stack_table
from components.model.architecture_shape import ArchitectureShape, ArchitectureStyle
from components.model.family_members import FAMILY, FamilyMember
from pages.family.code import COUNTED, code_of
from pages.family.context import FamilyContext
from pages.family.every_model import model_panels
from pages.family.inputs import LAYERS, LENGTH, WIDTH, choose_pair, pair_lists
from pages.family.onward import link_to_models
from pages.parts.findings import Findings
from pages.parts.layout import draw_chart, headline, in_drawer, note, rare_settings, try_this
from pages.parts.presenting import hides_controls, is_presenting
from pages.parts.settings import linked_expander, number

KEY = "stacks"
DIFFERS, SAME = "≠", "="
LAYER_LIMIT, STEP, WIDTH_LIMIT, TOKEN_LIMIT = 48, 64, 2048, 8192
COUNT, PROPERTIES = "count", "properties"  # in the link: which lists in the drawer are open


def show(selected: FamilyContext) -> Findings:
    """Draw them all, and compare the two that are chosen."""
    drawn = sorted(FAMILY, key=lambda member: parameters(member.shape))
    with rare_settings():
        pair_lists()
        shape, length = _numbers(selected.second)
    first, second = selected.first, _resized(selected.second, shape)
    finding = _finding(first, selected.second, shape, length)
    headline(finding)
    table = stack_table(drawn)
    is_compared = table["name"].isin([selected.first.name, selected.second.name])
    table.loc[is_compared, "figure"] = table["figure"].str.replace("million", "million parameters")
    chosen = (selected.first.name, selected.second.name)
    clickable = not hides_controls()
    chart = stacks(table, chosen=chosen, clickable=clickable, large=is_presenting())
    if clickable:
        draw_chart(chart, key=KEY, alt=finding, on_select=partial(_picked, selected), selection_mode=PICKED)
        try_this("Click “ALBERT base”: why does it need so few parameters?")
    else:
        draw_chart(chart, key=KEY, alt=finding)
    note(stacks_finding(drawn))
    for each in dict.fromkeys((selected.first, selected.second)):
        paper = f" ({each.paper} {each.year})" if each.link else ""
        note(f"{each.name}{paper}: {each.special}")
    figures = [ChartFigure("stacks", chart, table), *_compare(first, second), *_count(second, length)]
    figures += model_panels()
    in_drawer("Open them in another room", partial(link_to_models, selected))
    return Findings(
        "stacks",
        figures,
        {
            "computed_from": "configurations of the published checkpoints, by the formulas of components/family",
            "copied_from": "published papers, by hand, with split and table",
        },
        code_of(*dict.fromkeys((first, second, *drawn))),
        code_note=COUNTED,
    )


def _picked(selected: FamilyContext) -> None:
    """The model that was clicked is compared with the one that was clicked before it."""
    points = st.session_state[KEY].selection[PICKED]
    if points and points[0]["key"] != selected.second.key:
        choose_pair(selected.second.key, str(points[0]["key"]))


def _resized(member: FamilyMember, shape: ArchitectureShape) -> FamilyMember:
    return member if shape == member.shape else replace(member, name=f"{member.name}, changed", shape=shape)


def _finding(first: FamilyMember, member: FamilyMember, shape: ArchitectureShape, length: int) -> str:
    cost = cost_finding(member, shape, length)
    if shape != member.shape:
        return cost
    if first is member:
        return f"{cost} Both lists name {member.name}, so nothing is compared."
    return f"{comparison_finding(first, member)} {cost}"


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


def _compare(first: FamilyMember, second: FamilyMember) -> list[ChartFigure]:
    """List two models line by line, and draw them alone, at one scale."""
    if first is second:
        return []
    table, pair = comparison_table(first, second), stack_table((first, second))
    chart = stacks(pair)
    in_drawer(
        f"{first.name} and {second.name} to one scale",
        partial(st.altair_chart, chart, key="two-stacks", alt=comparison_finding(first, second)),
    )
    panel = linked_expander(f"{first.name} and {second.name}, line by line", PROPERTIES)
    if panel is not None:
        signs = table["differs"].map({True: DIFFERS, False: SAME})
        names = {"what": "Property", "first": first.name, "second": f"{second.name} "}
        shown = table.assign(what=signs + " " + table["what"])[[*names]].rename(columns=names)
        # A table whose cells have as many lines as they need: a data frame would cut them.
        with panel, st.container(key="compared-models"):
            st.table(shown.set_index("Property"))
    return [ChartFigure("two-stacks", chart, pair), ChartFigure("compared", None, table)]


def _count(member: FamilyMember, length: int) -> list[ChartFigure]:
    """The parts that add up to the parameters, and what a pass and training need."""
    shape = member.shape
    parts, costs = part_table(shape), cost_table(shape, length)
    panel = linked_expander(f"Count it: the parameters of {member.name}, part by part", COUNT)
    if panel is not None:
        with panel:
            _draw_count(member, parts, costs)
    return [ChartFigure("parts", None, parts), ChartFigure("costs", None, costs)]


def _draw_count(member: FamilyMember, parts: Any, costs: Any) -> None:
    shape = member.shape
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
