"""Every head at once, one of them enlarged; or averages of heads, or attention rollout."""

from functools import partial
from typing import Any

import streamlit as st

import cache.attention
import cache.engine
from cache.attention import HeadAggregation
from components.attention.atlas import Selection, attention_atlas, selection
from components.attention.model.aggregation import received_attention, segment_shares
from components.attention.tables.favourite_keys import (
    WORD_COUNT,
    favourite_keys,
    favourite_words,
    favourites_finding,
    head_number,
)
from components.attention.tables.pairs import segment_finding, segment_table
from components.attention.tables.row_guess import row_as_prediction
from components.charts.files import ChartFigure
from components.charts.heatmaps import TOKEN_LIMIT, attention_heatmap, received_bars, segment_bars
from components.tables.attention_weights import (
    head_name,
    matrix_finding,
    matrix_table,
    most_received,
    received_finding,
    received_table,
    reference_note,
    row_finding,
    token_label,
)
from pages.attention import bertviz
from pages.attention.claims import claims_panel
from pages.attention.context import AttentionContext
from pages.attention.selection import (
    HEAD,
    LAYER,
    current_selection,
    default_selection,
    default_word,
    draw_tiles,
    record_head,
    write_number,
    write_selection,
)
from pages.parts.findings import Findings
from pages.parts.layout import headline, note, notes_place
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.markdown import escape_markdown
from pages.parts.modes import go_to_mode
from pages.parts.presenting import asks_for_guess, hides_controls
from pages.parts.rooms import ATTENTION
from pages.parts.selections import initial_selection, report_selection
from pages.parts.settings import choice, linked_expander, set_choice
from pages.parts.snippets import snippet

SHOWN, OVER = "shown", "over"  # in the link; the second one was written by the former view "Averages"
OF_OLD_LINKS = {"heads": HeadAggregation.OVER_HEADS, "layers": HeadAggregation.OVER_LAYERS}
TABLE_TOKEN_LIMIT = 128  # tokens: past this a table has too many cells to be made at every click
BAR_COUNT = 12
ROLLOUT_NOTE = (
    "Rollout multiplies the average attention of all layers up to this one, residual connections included. "
    "It estimates how much each word of the input contributes to the vector of a word in that layer."
)
ATLAS = "atlas"  # key of the element


def show(context: AttentionContext) -> Findings | None:
    """Draw the atlas, with findings about the chosen panel."""
    aggregation = _choose_aggregation()
    draw_tiles(
        context, current_selection(context, aggregation).query, default=default_selection(context, aggregation)[2]
    )
    if not _may_show_answer(context):
        return None
    selected = _draw_atlas(context, aggregation)
    if context.remark:
        st.caption(context.remark)
    if aggregation is HeadAggregation.HEADS:
        record_head(selected.row, selected.column)
    panel = cache.attention.atlas_panel(
        context.model.id, context.sentence, context.second, aggregation, selected.row, selected.column
    )
    where, figures = _panel_title(context, selected, aggregation), []
    if len(context.tokens) <= TABLE_TOKEN_LIMIT:
        table = matrix_table(context.trace.tokens, panel)
        whole = matrix_finding(table, where=where, stated_query=selected.query)
        if selected.query is None:
            headline(whole)
        else:
            headline(row_finding(table, selected.query, where=where))
            if aggregation is HeadAggregation.HEADS and not hides_controls():
                _favourites(context, selected.query)
            note(reference_note(context.tokens, selected.query), whole)
        # Drawn by the atlas on the screen: the chart is made for the export.
        chart = partial(attention_heatmap, table) if len(context.tokens) <= TOKEN_LIMIT else None
        figures.append(ChartFigure("attention", chart, table))
    if aggregation is HeadAggregation.ROLLOUT:
        note(ROLLOUT_NOTE)
    if aggregation is HeadAggregation.HEADS and selected.query is not None and not hides_controls():
        with notes_place():
            st.button("Where does this weight come from?", key="heads-apart", on_click=_take_apart)
    if context.second and aggregation is HeadAggregation.HEADS:
        figures.append(_between(context, selected, where))
    if aggregation is HeadAggregation.HEADS:
        figures += claims_panel(context, selected)
        figures += _received(context, selected, where)
    bertviz.show(context)
    return Findings("heads", figures, context.computed.conditions, _code(context, selected, aggregation))


def _choose_aggregation() -> HeadAggregation:
    """Choose what the atlas shows; links to the former view "Averages" are translated."""
    if (old := OF_OLD_LINKS.get(st.query_params.pop(OVER, ""))) is not None:
        set_choice(SHOWN, old.value)
    return HeadAggregation(choice("Show", SHOWN, [aggregation.value for aggregation in HeadAggregation]))


def _draw_atlas(context: AttentionContext, aggregation: HeadAggregation) -> Selection:
    """Draw the atlas, and return the selection."""
    default = default_selection(context, aggregation)
    initial = initial_selection(ATLAS, f"{context.name} {aggregation}", current_selection(context, aggregation))
    key = (context.model.id, context.sentence, context.second, aggregation)
    payload = cache.attention.atlas(*key, (initial.row, initial.column))
    attention_atlas(
        payload,
        key=ATLAS,
        initial=initial,
        panels_address=cache.attention.atlas_address(*key),
        on_select=partial(_take_selection, payload, default, len(context.tokens)),
    )
    # Read from the link, not from the browser: a button may have changed it since.
    return current_selection(context, aggregation)


def _take_selection(payload: bytes, default: tuple[int, int, int | None], token_count: int) -> None:
    selected = selection(ATLAS, payload)
    if selected is not None:
        write_selection(selected, default, token_count=token_count)
        report_selection(ATLAS, selected)


def _panel_title(context: AttentionContext, selected: Selection, aggregation: HeadAggregation) -> str:
    """The name of the selected panel, for sentences."""
    match aggregation:
        case HeadAggregation.HEADS:
            return head_name(selected.row, selected.column)
        case HeadAggregation.ROLLOUT:
            return f"the rollout up to layer {selected.row + 1}"
        case HeadAggregation.OVER_HEADS | HeadAggregation.OVER_LAYERS if (
            selected.row == cache.attention.atlas_shape(context.shape, aggregation)[0] - 1
        ):
            return "the average of all heads"
        case HeadAggregation.OVER_HEADS:
            return f"the average of layer {selected.row + 1}"
        case HeadAggregation.OVER_LAYERS:
            return f"the average of head {selected.row + 1} over all layers"


def _code(context: AttentionContext, selected: Selection, aggregation: HeadAggregation) -> str:
    """The code that prints what the finding says: a row of the chosen panel or, without a token, its largest weight."""
    values: dict[str, Any] = {"inputs": context.inputs, "query": selected.query}
    count = context.shape[1 if aggregation is HeadAggregation.OVER_LAYERS else 0]
    averaged = list(range(count)) if selected.row == count else [selected.row]
    match aggregation:
        case HeadAggregation.HEADS:
            return snippet(ATTENTION, "heads", context.model, layer=selected.row, head=selected.column, **values)
        case HeadAggregation.OVER_HEADS:
            return snippet(ATTENTION, "over_heads", context.model, layers=averaged, **values)
        case HeadAggregation.OVER_LAYERS:
            return snippet(ATTENTION, "over_layers", context.model, heads=averaged, **values)
        case HeadAggregation.ROLLOUT:
            return snippet(ATTENTION, "rollout", context.model, layer=selected.row, **values)


def _favourites(context: AttentionContext, query: int) -> None:
    """In which heads the query attends most to which token, with buttons that show the first of those heads."""
    favourites = favourite_keys(context.trace, query)
    note(favourites_finding(context.trace, query, favourites))
    words = favourite_words(context.trace, query, favourites)
    if not words:
        return
    with notes_place(), st.container(horizontal=True, gap="xsmall", key="heads-favourites"):
        for key in words[:WORD_COUNT]:
            layer, head = favourites[key][0]
            st.button(
                f"{head_number((layer, head))} → {escape_markdown(token_label(context.tokens[key]))}",
                key=f"heads-favourite-{key}",
                help=f"Show {head_name(layer, head)}",
                on_click=_show_head,
                args=(layer, head),
            )


def _show_head(layer: int, head: int) -> None:
    write_number(LAYER, layer + 1)
    write_number(HEAD, head + 1)


def _take_apart() -> None:
    go_to_mode("Inside one weight")


def _between(context: AttentionContext, selected: Selection, where: str) -> ChartFigure:
    st.markdown("**Attention within and between the two sentences**")
    segments, special = zip(*((token.segment, token.special) for token in context.tokens), strict=True)
    shares = segment_shares(context.trace.attention, segments, special)
    table = segment_table(shares, layer=selected.row, head=selected.column)
    finding = segment_finding(table, where=where)
    st.text(finding)
    chart = segment_bars(table)
    st.altair_chart(chart, key="heads-segments", alt=finding)
    return ChartFigure("between-sentences", chart, table)


def _received(context: AttentionContext, selected: Selection, where: str) -> list[ChartFigure]:
    """The attention that each token receives, in a panel that computes when it is opened."""
    panel = linked_expander("Which tokens receive the most attention?", "received")
    if panel is None:
        return []
    with panel:
        figures = received_attention(
            context.trace.attention[selected.row : selected.row + 1, selected.column : selected.column + 1]
        )
        table = received_table(context.trace.tokens, figures)
        finding = received_finding(table, where=where)
        st.text(finding)
        chart = received_bars(most_received(table, count=BAR_COUNT))
        st.altair_chart(chart, key="heads-received", alt=finding)
    return [ChartFigure("received", chart, table)]


def _may_show_answer(context: AttentionContext) -> bool:
    """Whether the answer may be shown: guessing is off, or a guess was made."""
    if not asks_for_guess():
        return True
    selected = current_selection(context)
    query = default_word(context) if selected.query is None else selected.query
    where, word = head_name(selected.row, selected.column), token_label(context.tokens[query])
    answer = row_as_prediction(
        context.trace.tokens, context.trace.attention[selected.row, selected.column, query], query
    )
    question = f"{context.name} {where} {query}"
    blank = f"the token that “{word}” attends to most in {where}"
    sentence = f"{context.sentence} {context.second}".strip()
    return guess_then_reveal(question, answer, key="attention", blank=blank, sentence=sentence)
