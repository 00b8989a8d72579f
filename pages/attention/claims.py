"""The panel with one head in three layers, and the claims of tutorials about layers on the visitor's sentence."""

import streamlit as st

from components.attention.atlas import Selection
from components.attention.model.layer_claims import LayerClaim, layer_claims, three_layers
from components.attention.model.opening import strongest_key
from components.attention.tables.layer_claims import claim_finding, claim_table
from components.attention.tables.weights import matrix_finding
from components.charts.files import ChartFigure
from components.charts.heatmaps import TOKEN_LIMIT, attention_heatmap
from components.charts.labelled import labelled_bars
from components.model.tokens.function_words import is_content_token
from components.tables.attention_weights import head_name, matrix_table, token_label
from components.tables.phrases import list_phrase, quoted
from pages.attention.context import AttentionContext
from pages.attention.selection import default_word
from pages.parts.markdown import escape_markdown
from pages.parts.settings import linked_expander

OPEN = "claims"  # in the link
_NAMED_WORDS = 8  # of content words; a longer list is cut
NAMES, FIGURES = 62, 64  # pixels for "layer 12" and "> 99.99%"


def claims_panel(context: AttentionContext, selected: Selection) -> list[ChartFigure]:
    """Draw the panel if it is open; returns its figures."""
    panel = linked_expander("First, middle and last layer side by side, and what tutorials say about them", OPEN)
    if panel is None:
        return []
    with panel:
        with st.container(key="three-layers"):
            figures = _side_by_side(context, selected.column)
        with st.container(key="claims-judged"):
            return [*figures, *_claims(context, selected)]


def _side_by_side(context: AttentionContext, head: int) -> list[ChartFigure]:
    """The same head in three layers."""
    st.markdown(f"**Head {head + 1} in three layers**")
    if len(context.tokens) > TOKEN_LIMIT:
        st.caption(f"Heat maps are drawn for up to {TOKEN_LIMIT} tokens. Choose a shorter sentence.")
        return []
    figures = []
    layers = three_layers(context.shape[0])
    for column, layer in zip(st.columns(len(layers)), layers, strict=True):
        table = matrix_table(context.trace.tokens, context.trace.attention[layer, head])
        chart, name = attention_heatmap(table), head_name(layer, head)
        with column:
            st.markdown(f"**Layer {layer + 1}**")
            st.altair_chart(chart, key=f"claims-layer-{layer}", alt=matrix_finding(table, where=name))
        figures.append(ChartFigure(f"layer-{layer + 1}-head-{head + 1}", chart, table))
    return figures


def _claims(context: AttentionContext, selected: Selection) -> list[ChartFigure]:
    """Each claim beside what this model does on this sentence."""
    pair = _word_pair(context, selected)
    measured = layer_claims(context.trace, pair)
    claims: list[tuple[str, str, LayerClaim | None]] = [
        ("nearby", "Early layers attend to nearby words", measured.nearby),
        ("content", f"In late layers, {token_label(context.tokens[0])} attends to content words", measured.content),
    ]
    if pair is not None:
        query, key = (token_label(context.tokens[position]) for position in pair)
        claims.insert(1, ("pair", f"In middle layers, “{query}” attends to “{key}”", measured.pair))
    shown = [(key, title, claim) for key, title, claim in claims if claim is not None]
    if not shown:
        st.caption("This sentence has too few words for the claims. Type a longer one.")
        return []
    figures = []
    st.markdown("**What tutorials say, and what this model does on this sentence**")
    for column, (key, title, claim) in zip(st.columns(len(shown)), shown, strict=True):
        table, finding = claim_table(claim), claim_finding(claim)
        chart = labelled_bars(
            table,
            value="share",
            name="name",
            figure="figure",
            other="datum.claimed",
            title="Share of attention",
            name_width=NAMES,
            figure_width=FIGURES,
        )
        with column:
            st.markdown(f"**Claim:** {escape_markdown(title)}")
            st.text(finding)
            st.altair_chart(chart, key=f"claims-{key}", alt=finding)
        figures.append(ChartFigure(f"claim-{key}", chart, table))
    counted = "" if measured.content is None else f"Content words here: {_content_words(context)}."
    st.caption(
        "Ochre: the layers that the claim names. Nearby and content words: averages over heads. Two words: the head "
        "with the largest weight in each layer, in sentences of at least four words; select another word and weight "
        "above to test another pair. "
        f"{escape_markdown(counted)}"
    )
    return figures


def _content_words(context: AttentionContext) -> str:
    """The content words of the sentence, each once, cut to the first :data:`_NAMED_WORDS`."""
    words = list(dict.fromkeys(token_label(token) for token in context.tokens if is_content_token(token)))
    shown, more = words[:_NAMED_WORDS], len(words) - _NAMED_WORDS
    return list_phrase([*map(quoted, shown), *([f"{more} more"] if more > 0 else [])])


def _word_pair(context: AttentionContext, selected: Selection) -> tuple[int, int] | None:
    """The selected query and key; by default the words of the example, or a word and what it attends to most."""
    query = default_word(context) if selected.query is None else selected.query
    key = selected.key
    if key is None:
        key = _example_key(context, query)
    if key is None:
        key = strongest_key(context.trace, query)
    return None if key is None or key == query else (query, key)


def _example_key(context: AttentionContext, query: int) -> int | None:
    """The second word of the example's pair, if ``query`` is the first."""
    texts = [token.text.casefold() for token in context.tokens]
    first, second = (word.casefold() for word in context.word_pair or ("", ""))
    return texts.index(second) if texts[query] == first and second in texts else None
