"""Every head at once, one of them enlarged; or averages of heads, or attention rollout."""

from functools import partial
from typing import Any

import streamlit as st

import cache.attention
import cache.takeaway
from cache.attention import HeadAggregation
from components.attention.atlas import Selection, View, attention_atlas, selection
from components.attention.model.aggregation import segment_shares
from components.attention.tables.favourite_keys import (
    favourite_keys,
    favourites_finding,
)
from components.attention.tables.pairs import segment_finding, segment_table
from components.attention.tables.row_guess import row_as_prediction
from components.attention.tables.weights import matrix_finding, reference_note, row_finding
from components.charts.files import ChartFigure
from components.charts.heatmaps import TOKEN_LIMIT, attention_heatmap, segment_bars
from components.tables.attention_weights import head_name, matrix_table, token_label
from pages.attention import bertviz
from pages.attention.claims import claims_panel
from pages.attention.compare import comparison_panel
from pages.attention.context import AttentionContext
from pages.attention.head_names import names_panel
from pages.attention.selection import (
    current_selection,
    default_selection,
    default_word,
    draw_tiles,
    record_head,
    write_selection,
)
from pages.parts.export import PageExport
from pages.parts.findings import Findings, room_prose, taken_words
from pages.parts.layout import headline, in_drawer, note, rare_settings, try_this
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.presenting import asks_for_guess
from pages.parts.rooms import ATTENTION
from pages.parts.selections import initial_selection, report_selection, times_begun
from pages.parts.settings import choice, set_choice
from pages.parts.snippets import snippet

SHOWN, OVER = "shown", "over"  # in the link; the second one was written by the former view "Averages"
PICTURE = "picture"  # in the link
TOKENS, ALL, WORDS = "tokens", "all", "words only"
OF_OLD_LINKS = {"heads": HeadAggregation.OVER_HEADS}
TABLE_TOKEN_LIMIT = 128  # tokens: past this a table has too many cells to be made at every click
ARC_TOKEN_LIMIT = 24
WHERE = {
    HeadAggregation.HEADS: "this head",
    HeadAggregation.OVER_HEADS: "this average",
    HeadAggregation.ROLLOUT: "this rollout",
}
ROLLOUT_NOTE = (
    "Rollout multiplies the average attention of all layers up to this one, residual connections included. "
    "It estimates how much each word of the input contributes to the vector of a word in that layer."
)
ATLAS = "atlas"  # key of the element


def show(context: AttentionContext) -> Findings | None:
    """Draw the atlas, with findings about the chosen panel."""
    with rare_settings():
        aggregation = _choose_aggregation()
    draw_tiles(
        context, current_selection(context, aggregation).query, default=default_selection(context, aggregation)[2]
    )
    if not _may_show_answer(context):
        return None
    selected, page = _draw_atlas(context, aggregation)
    if aggregation is HeadAggregation.HEADS:
        record_head(selected.row, selected.column)
    panel = cache.attention.atlas_panel(
        context.model.id, context.sentence, context.second, aggregation, selected.row, selected.column
    )
    where, figures = WHERE[aggregation], []  # the figure says which head it is
    if len(context.tokens) <= TABLE_TOKEN_LIMIT:
        table = matrix_table(context.trace.tokens, panel)
        whole = matrix_finding(table, where=where, stated_query=selected.query)
        if selected.query is None:
            headline(whole)
        else:
            headline(row_finding(table, selected.query, where=where))
            if aggregation is HeadAggregation.HEADS:
                note(favourites_finding(context.trace, selected.query, favourite_keys(context.trace, selected.query)))
            note(reference_note(context.tokens, selected.query), whole)
        # Drawn by the atlas on the screen: the chart is made for the export.
        chart = partial(attention_heatmap, table) if len(context.tokens) <= TOKEN_LIMIT else None
        figures.append(ChartFigure("attention", chart, table))
    note(context.remark)
    try_this("Click another head, or another word of the sentence.")
    if aggregation is HeadAggregation.ROLLOUT:
        note(ROLLOUT_NOTE)
    if context.second and aggregation is HeadAggregation.HEADS:
        figures.append(_between(context, selected, where))
    if aggregation is HeadAggregation.HEADS:
        names_panel(context)
        comparison_panel(context, selected)
        figures += claims_panel(context, selected)
    bertviz.show(context)
    return Findings("heads", figures, context.computed.conditions, _code(context, selected, aggregation), page=page)


def _choose_aggregation() -> HeadAggregation:
    """Choose what the atlas shows; links to the former view "Averages" are translated."""
    if (old := OF_OLD_LINKS.get(st.query_params.pop(OVER, ""))) is not None:
        set_choice(SHOWN, old.value)
    return HeadAggregation(choice("Show", SHOWN, [aggregation.value for aggregation in HeadAggregation]))


def _draw_atlas(context: AttentionContext, aggregation: HeadAggregation) -> tuple[Selection, PageExport | None]:
    """Draw the atlas, and return the selection and the view as a page."""
    default = default_selection(context, aggregation)
    selected = current_selection(context, aggregation)
    initial = initial_selection(ATLAS, f"{context.name} {aggregation}", selected)
    key = (context.model.id, context.sentence, context.second, aggregation)
    with rare_settings():
        view = _choose_view(len(context.tokens))
        hide = choice("Tokens", TOKENS, [ALL, WORDS]) == WORDS
    payload = cache.attention.atlas(*key, (initial.row, initial.column))
    attention_atlas(
        payload,
        key=ATLAS,
        initial=initial,
        begun=times_begun(ATLAS),
        current=selected,
        panels_address=cache.attention.atlas_address(*key),
        view=view,
        hide_special=hide,
        on_select=partial(_take_selection, payload, default),
    )
    is_taken = aggregation is HeadAggregation.HEADS and not context.second
    return selected, _page(context, selected, view, hide) if is_taken else None


def _page(context: AttentionContext, selected: Selection, view: View, hide: bool) -> PageExport | None:
    """The view as a page with its model inside, where the model is one that a page can hold."""
    model, prefers_grid = context.model, view == "grid" and len(context.tokens) <= ARC_TOKEN_LIMIT
    if model.id not in cache.takeaway.PAGE_MODELS:
        return None

    def content() -> bytes:
        return cache.takeaway.heads_page(
            model.id,
            context.sentence,
            selected,
            hides_special=hide,
            arc_limit=0 if prefers_grid else ARC_TOKEN_LIMIT,
            why=taken_words(ATTENTION, room_prose(ATTENTION, "heads")),
        )

    def note() -> str:
        size = cache.takeaway.page_megabytes(model.id)
        return f"{model.name} in a file of about {size} MB. It shows every head for any sentence, without a network."

    return PageExport("every-head", content, note)


def _choose_view(token_count: int) -> View:
    """Choose how the chosen head is drawn: arcs or a grid; always a grid where arcs would be a tangle."""
    return "grid" if token_count > ARC_TOKEN_LIMIT or choice("Picture", PICTURE, ["arcs", "grid"]) == "grid" else "arcs"


def _take_selection(payload: bytes, default: tuple[int, int, int | None]) -> None:
    selected = selection(ATLAS, payload)
    if selected is not None:
        write_selection(selected, default)
        report_selection(ATLAS, selected)


def _code(context: AttentionContext, selected: Selection, aggregation: HeadAggregation) -> str:
    """The code that prints what the finding says: a row of the chosen panel or, without a token, its largest weight."""
    values: dict[str, Any] = {"inputs": context.inputs, "query": selected.query}
    layers = context.shape[0]
    averaged = list(range(layers)) if selected.row == layers else [selected.row]
    match aggregation:
        case HeadAggregation.HEADS:
            return snippet(ATTENTION, "heads", context.model, layer=selected.row, head=selected.column, **values)
        case HeadAggregation.OVER_HEADS:
            return snippet(ATTENTION, "over_heads", context.model, layers=averaged, **values)
        case HeadAggregation.ROLLOUT:
            return snippet(ATTENTION, "rollout", context.model, layer=selected.row, **values)


def _between(context: AttentionContext, selected: Selection, where: str) -> ChartFigure:
    segments, special = zip(*((token.segment, token.special) for token in context.tokens), strict=True)
    shares = segment_shares(context.trace.attention, segments, special)
    table = segment_table(shares, layer=selected.row, head=selected.column)
    finding = segment_finding(table, where=where)
    note(finding)
    chart = segment_bars(table)
    in_drawer(
        "Attention within and between the two sentences",
        lambda: st.altair_chart(chart, key="heads-segments", alt=finding),
    )
    return ChartFigure("between-sentences", chart, table)


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
