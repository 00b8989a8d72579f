"""Two sentences side by side in one head: how attention changes with one word."""

from collections.abc import Callable, Sequence

import streamlit as st

import cache.attention
import cache.traces
from components.attention.charts.arcs import sentence_arcs
from components.attention.model.results import HeadChange, Pairs
from components.attention.tables.arcs import SAME, arc_table, arc_token_table, weight_changes
from components.attention.tables.pairs import (
    SAME_TOKENS,
    changed_heads_finding,
    changed_heads_table,
    difference_finding,
    difference_table,
)
from components.charts.files import ChartFigure
from components.charts.heatmaps import TOKEN_LIMIT, attention_heatmap, changed_head_bars, difference_heatmap
from components.model.user_errors import UserError
from components.tables.attention_weights import head_name, matrix_finding, matrix_table, row_finding, token_label
from components.tables.numbers import percent_number
from pages.attention.context import AttentionContext
from pages.attention.inputs import SECOND, comparison_sentence
from pages.attention.selection import FROM, choose_head, choose_word, default_word, draw_tiles
from pages.parts.findings import Findings
from pages.parts.layout import headline, note
from pages.parts.presenting import hides_controls
from pages.parts.settings import suggested_text

HEAD_COUNT = 10


def show(context: AttentionContext) -> Findings:
    """Compare the sentence on the screen with another one."""
    if context.second:
        if not hides_controls():
            st.button("Compare with sentence B", key="compare-b", on_click=_compare_with, args=(context.second,))
        raise UserError(
            "This view compares two single sentences. Now both are read as one input. Compare them, or empty the box "
            "“Sentence B”."
        )
    typed = suggested_text("Compare with", "other", comparison_sentence(context.sentence))
    other = AttentionContext(context.model, typed, "", cache.traces.trace(context.model.id, typed))
    if max(len(context.tokens), len(other.tokens)) > TOKEN_LIMIT:
        raise UserError(f"Each sentence can have up to {TOKEN_LIMIT} tokens here. Shorten them.")
    sentences = context.model.id, context.sentence, other.sentence
    pairs = cache.attention.aligned_tokens(*sentences)
    word = choose_word(context, "From (query)", FROM, default_word(context, among=[place for place, _ in pairs]))
    draw_tiles(context, word)
    same = context.trace.tokens.ids == other.trace.tokens.ids
    changes = cache.attention.heads_by_change(*sentences, word)
    layer, head = choose_head(context, default=context.opening[:2] if same else (changes[0].layer, changes[0].head))
    where = head_name(layer, head)
    counterpart = dict(pairs).get(word)
    other_label = None if counterpart is None else token_label(other.tokens[counterpart])
    finding = SAME_TOKENS if same else changed_heads_finding(changes, token_label(context.tokens[word]), other_label)
    headline(finding)
    if same and not hides_controls():
        note("Change a word in “Compare with”.")
    matrices = [matrix_table(side.trace.tokens, side.trace.attention[layer, head]) for side in (context, other)]
    figures = _arcs(
        (context, other),
        word,
        pairs,
        (layer, head),
        lambda number, query: row_finding(matrices[number], query, where=where),
    )
    st.markdown(f"**Attention of every token, {where}**")
    widest = max(len(context.tokens), len(other.tokens))
    for number, (column, matrix) in enumerate(zip(st.columns(2), matrices, strict=True)):
        heat = attention_heatmap(matrix, beside=widest)
        column.markdown(("**First sentence**", "**Second sentence**")[number])
        column.container(key=f"shown-heat-{number}").text((context, other)[number].sentence)
        column.altair_chart(heat, key=f"pair-heat-{number}", alt=matrix_finding(matrix, where=where))
        figures.append(ChartFigure(("first-sentence", "second-sentence")[number], heat, matrix))
    if not same:
        figures += _changes((context, other), pairs, (layer, head), changes, finding)
    inputs = {"both": [context.inputs, other.inputs], "pairs": list(pairs), "layer": layer, "head": head, "query": word}
    return Findings("pair", figures, context.computed.conditions, inputs)


def _compare_with(second: str) -> None:
    """Compare the sentence with what was read together with it."""
    st.session_state["other"], st.session_state[SECOND] = second, ""


def _changes(
    both: tuple[AttentionContext, AttentionContext],
    pairs: Pairs,
    place: tuple[int, int],
    changes: Sequence[HeadChange],
    finding: str,
) -> list[ChartFigure]:
    """Draw the difference of one head's weights, and the heads that change most."""
    first, second = both
    weights = cache.attention.head_difference(first.model.id, first.sentence, second.sentence, *place)
    difference = difference_table(first.trace.tokens, second.trace.tokens, pairs, weights)
    changed, where = changed_heads_table(changes, count=HEAD_COUNT), head_name(*place)
    left, right = st.columns(2)
    with left:
        st.markdown(f"**Second sentence minus first**, {where}")
        chart = difference_heatmap(difference)
        st.altair_chart(chart, key="pair-difference", alt=difference_finding(difference, where=where))
        note(difference_finding(difference, where=where))
    with right:
        st.markdown("**Heads that change most** for this word")
        bars = changed_head_bars(changed)
        st.altair_chart(bars, key="pair-heads", alt=finding)
    return [ChartFigure("difference", chart, difference), ChartFigure("changed-heads", bars, changed)]


def _arcs(
    both: tuple[AttentionContext, AttentionContext],
    word: int,
    pairs: Pairs,
    place: tuple[int, int],
    say: Callable[[int, int], str],
) -> list[ChartFigure]:
    """Draw the word's row as arcs above both sentences, if the word has a counterpart in the second.

    ``say(number, query)`` is the alternative text of a row of the first (0) or second (1) sentence.
    """
    partner = dict(pairs).get(word)
    if partner is None:
        st.caption("The chosen word has no counterpart in the second sentence.")
        return []
    queries = word, partner
    rows = [side.trace.attention[place][query] for side, query in zip(both, queries, strict=True)]
    figures = []
    changes = weight_changes(rows[0], rows[1], pairs)
    for number, (column, side) in enumerate(zip(st.columns(2), both, strict=True)):
        tokens = arc_token_table(side.trace.tokens, rows[number], queries[number], changes[number])
        chart = sentence_arcs(tokens, arc_table(tokens))
        with column:
            st.container(key=f"shown-{number}").text(side.sentence)
            st.altair_chart(chart, key=f"pair-arcs-{number}", alt=say(number, queries[number]))
        figures.append(ChartFigure(("first-row", "second-row")[number], chart, tokens))
    st.caption(
        "Blue: more attention in the second sentence. Orange: less. Grey: the change is less than "
        f"{percent_number(SAME)} percentage points, or the word has no counterpart. A word that replaces another is "
        "its counterpart."
    )
    return figures
