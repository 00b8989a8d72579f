"""Over many pairs: in which layer an answer of one kind moves, on average."""

from functools import partial

import streamlit as st

import cache.patching
from components.charts.files import ChartFigure
from components.patching.charts.paths import path_lines
from components.patching.model.presets import phenomena
from components.patching.model.results import PhenomenonPaths
from components.patching.tables.paths import (
    average_table,
    gradual_note,
    left_out_finding,
    pair_table,
    paths_finding,
)
from pages.parts.findings import Findings
from pages.parts.layout import draw_chart, draw_settings_in, headline, in_drawer, note, try_this
from pages.parts.long_work import run_with_progress
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import choice
from pages.patching.class_lines import CLASS_PAIRS, show_class_lines
from pages.patching.picture import HOW_TO_READ


def show(context: SentenceContext) -> Findings | None:
    """Draw the average path of one phenomenon, and the list of its pairs."""
    with draw_settings_in(st.container(key="pairs-about", width=300)):
        phenomenon = choice("Pairs about", "about", [*phenomena(), CLASS_PAIRS], drawn_as="list")
    if phenomenon == CLASS_PAIRS:
        return show_class_lines(context.model)
    paths = run_with_progress(
        "Patching", cache.patching.phenomenon_paths, context.model.id, phenomenon, unit="pair", key="patching-many"
    )
    table = average_table(paths)
    finding = paths_finding(paths, table, model=context.model.name)
    headline(finding)
    if not paths.paths:
        return None
    note(left_out_finding(paths, model=context.model.name), gradual_note(paths))
    chart = path_lines(table)
    draw_chart(chart, key="patching-paths", alt=finding)
    note(
        f"{'Average over the pairs, with 95% intervals. ' if len(paths.paths) > 1 else ''}"
        f"All words of a group are put in together, after the layer. {HOW_TO_READ}"
    )
    try_this("Choose “Capital”, and watch where the lines cross.")
    pairs = pair_table(paths)
    in_drawer("All pairs", partial(st.dataframe, pairs, hide_index=True, key="patching-pair-table", alt=finding))
    figures = [ChartFigure("average-path", chart, table), ChartFigure("pairs", None, pairs)]
    return Findings("many", figures, paths.conditions, {"pairs": _code_pairs(paths)})


def _code_pairs(paths: PhenomenonPaths) -> list[tuple[list[int], list[int], int, list[int]]]:
    return [
        (list(path.pair.clean.ids), list(path.pair.corrupt.ids), path.pair.blank, [word.id for word in path.words])
        for path in paths.paths
    ]
