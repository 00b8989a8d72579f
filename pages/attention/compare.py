"""The chosen word and head in a second sentence, and the heads that change most between the two."""

import streamlit as st

import cache.attention
import cache.shared.traces
from components.attention.atlas import Selection
from components.attention.charts.arcs import sentence_arcs
from components.attention.tables.arcs import SAME, arc_table, arc_token_table, weight_changes
from components.attention.tables.pairs import SAME_TOKENS, changed_heads_finding
from components.attention.tables.weights import row_finding
from components.charts.heatmaps import TOKEN_LIMIT
from components.model.user_errors import UserError
from components.tables.attention_weights import head_name, matrix_table, token_label
from components.tables.numbers import percent_number
from pages.attention.context import AttentionContext
from pages.attention.inputs import comparison_sentence
from pages.attention.selection import default_word
from pages.parts.errors import show_errors
from pages.parts.layout import draw_settings_in
from pages.parts.settings import linked_expander, suggested_text

OPEN = "compared"  # in the link


def comparison_panel(context: AttentionContext, selected: Selection) -> None:
    """Draw the panel if it is open."""
    panel = None if context.second else linked_expander("Compare with a second sentence", OPEN)
    if panel is not None:
        with draw_settings_in(panel), show_errors():
            _compare(context, selected)


def _compare(context: AttentionContext, selected: Selection) -> None:
    """The word's row as arcs above both sentences.

    Raises:
        UserError: A sentence is too long, or the word has no counterpart.
    """
    typed = suggested_text("Second sentence", "other", comparison_sentence(context.sentence))
    other = AttentionContext(context.model, typed, "", cache.shared.traces.trace(context.model.id, typed))
    if max(len(context.tokens), len(other.tokens)) > TOKEN_LIMIT:
        raise UserError(f"Each sentence can have up to {TOKEN_LIMIT} tokens here. Shorten them.")
    sentences = context.model.id, context.sentence, other.sentence
    pairs = cache.attention.aligned_tokens(*sentences)
    word = selected.query
    if word is None:
        word = default_word(context, among=[place for place, _ in pairs])
    changes = cache.attention.heads_by_change(*sentences, word)
    counterpart = dict(pairs)[word]
    label, other_label = token_label(context.tokens[word]), token_label(other.tokens[counterpart])
    same = context.trace.tokens.ids == other.trace.tokens.ids
    st.text(f"{SAME_TOKENS} Change a word." if same else changed_heads_finding(changes, label, other_label))
    where = head_name(selected.row, selected.column)
    st.markdown(f"**The same head in both sentences: {where}**")
    sides = ((context, word), (other, counterpart))
    rows = [side.trace.attention[selected.row, selected.column] for side, _ in sides]
    fates = weight_changes(rows[0][word], rows[1][counterpart], pairs)
    for number, (side, query) in enumerate(sides):
        tokens = arc_token_table(side.trace.tokens, rows[number][query], query, fates[number])
        finding = row_finding(matrix_table(side.trace.tokens, rows[number]), query, where=where)
        st.container(key=f"shown-{number}").text(side.sentence)
        st.altair_chart(sentence_arcs(tokens, arc_table(tokens)), key=f"pair-arcs-{number}", alt=finding)
    st.caption(
        f"Teal: more attention in the second sentence. Ochre: less. Grey: changed by less than {percent_number(SAME)} "
        "points, or the word has no counterpart."
    )
