"""Every head at once, one of them large; a switch shows averages of heads or attention rollout instead."""

from functools import partial
from typing import Any

import streamlit as st

import cache.attention
import cache.engine
from cache.attention import Aggregation
from components.attention.atlas import Selection
from components.attention.model.aggregation import received_attention, segment_shares
from components.attention.tables.pairs import segment_finding, segment_table
from components.charts.files import ChartFigure
from components.charts.heatmaps import TOKEN_LIMIT, attention_heatmap, received_bars, segment_bars
from components.tables.labels import (
    matrix_finding,
    matrix_table,
    most_received,
    received_finding,
    received_table,
    row_finding,
)
from pages.attention import bertviz
from pages.attention.context import AttentionContext
from pages.attention.guess import may_show_answer
from pages.attention.selection import current_selection, default_selection, draw_atlas, draw_tiles, panel_title
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, note, notes_place
from pages.parts.modes import go_to_mode
from pages.parts.presenting import hides_controls
from pages.parts.rooms import ATTENTION
from pages.parts.settings import choice, linked_expander, set_choice
from pages.parts.snippets import snippet

SHOWN, OVER = "shown", "over"  # in the link; the second one was written by the former view "Averages"
OF_OLD_LINKS = {"heads": Aggregation.OVER_HEADS, "layers": Aggregation.OVER_LAYERS}
TABLE_TOKEN_LIMIT = 128  # tokens: past this a table has too many cells to be made at every click
BAR_COUNT = 12


def show(at: AttentionContext) -> Findings | None:
    """Draw the atlas, and say what is chosen in it."""
    drawn = _drawn()
    draw_tiles(at, current_selection(at, drawn).query, default=default_selection(at, drawn)[2])
    if not may_show_answer(at):
        return None
    chosen = draw_atlas(at, drawn)
    panel = cache.attention.atlas_panel(at.model.id, at.sentence, at.second, drawn, chosen.row, chosen.column)
    where, figures = panel_title(at, chosen, drawn), []
    if len(at.tokens) <= TABLE_TOKEN_LIMIT:
        table = matrix_table(at.trace.tokens, panel)
        whole = matrix_finding(table, where=where)
        if chosen.query is None:
            headline(whole)
        else:
            headline(row_finding(table, chosen.query, where=where))
            note(whole)
        # Drawn by the atlas on the screen: the chart is made for the export.
        chart = partial(attention_heatmap, table) if len(at.tokens) <= TOKEN_LIMIT else None
        figures.append(ChartFigure("attention", chart, table))
    if drawn is Aggregation.HEADS and chosen.query is not None and not hides_controls():
        with notes_place():
            st.button("Where does this weight come from?", key="heads-apart", on_click=_take_apart)
    if at.second and drawn is Aggregation.HEADS:
        figures.append(_between(at, chosen, where))
    if drawn is Aggregation.HEADS:
        figures += _received(at, chosen, where)
    bertviz.show(at)
    return Findings(
        "heads",
        figures,
        at.computed.conditions,
        _code(at, chosen, drawn),
        about=room_prose(ATTENTION, "heads"),
        computed=(at.computed,),
    )


def _drawn() -> Aggregation:
    """What the atlas shows; a link to the former view "Averages" says it by another name."""
    if (old := OF_OLD_LINKS.get(st.query_params.pop(OVER, ""))) is not None:
        set_choice(SHOWN, old.value)
    return Aggregation(choice("Show", SHOWN, [drawn.value for drawn in Aggregation]))


def _code(at: AttentionContext, chosen: Selection, drawn: Aggregation) -> str:
    """What one token attends to in one panel, the largest weight first."""
    asked: dict[str, Any] = {"inputs": at.inputs, "query": chosen.query or 0}
    count = at.shape[1 if drawn is Aggregation.OVER_LAYERS else 0]
    averaged = list(range(count)) if chosen.row == count else [chosen.row]
    match drawn:
        case Aggregation.HEADS:
            return snippet(ATTENTION, "heads", at.model, layer=chosen.row, head=chosen.column, **asked)
        case Aggregation.OVER_HEADS:
            return snippet(ATTENTION, "over_heads", at.model, layers=averaged, **asked)
        case Aggregation.OVER_LAYERS:
            return snippet(ATTENTION, "over_layers", at.model, heads=averaged, **asked)
        case Aggregation.ROLLOUT:
            return snippet(ATTENTION, "rollout", at.model, layer=chosen.row, **asked)


def _take_apart() -> None:
    go_to_mode("Inside one weight")


def _between(at: AttentionContext, chosen: Selection, where: str) -> ChartFigure:
    st.markdown("**Attention within and between the two sentences**")
    segments, special = zip(*((token.segment, token.special) for token in at.tokens), strict=True)
    shares = segment_shares(at.trace.attention, segments, special)
    table = segment_table(shares, layer=chosen.row, head=chosen.column)
    finding = segment_finding(table, where=where)
    st.text(finding)
    chart = segment_bars(table)
    st.altair_chart(chart, key="heads-segments", alt=finding)
    return ChartFigure("between-sentences", chart, table)


def _received(at: AttentionContext, chosen: Selection, where: str) -> list[ChartFigure]:
    """The attention that each token receives, folded away and computed when it is opened."""
    panel = linked_expander("Which tokens receive the most attention?", "received")
    if panel is None:
        return []
    with panel:
        figures = received_attention(at.trace.attention[chosen.row : chosen.row + 1, chosen.column : chosen.column + 1])
        table = received_table(at.trace.tokens, figures)
        finding = received_finding(table, where=where)
        st.text(finding)
        chart = received_bars(most_received(table, count=BAR_COUNT))
        st.altair_chart(chart, key="heads-received", alt=finding)
    return [ChartFigure("received", chart, table)]
