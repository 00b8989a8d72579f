"""bertviz's views of the same trace (Vig 2019), drawn only while their panel is open."""

import json

import streamlit as st

import cache.shared.traces
from components.attention.charts.bertviz_limits import fits, limit_message, page_height
from components.attention.charts.bertviz_pages import (
    BertVizView,
    head_view_page,
    model_view_page,
    neuron_view_page,
    page_policy,
)
from components.model.checkpoints.records import Role
from components.server.downloads.large_downloads import LARGE_DOWNLOADS, DownloadPart
from components.tables.attention_weights import token_label
from pages.attention.context import AttentionContext
from pages.parts.layout import draw_settings_in
from pages.parts.presenting import app_root
from pages.parts.settings import choice, linked_expander

NAMES = {"Head view": BertVizView.HEAD, "Model view": BertVizView.MODEL, "Neuron view": BertVizView.NEURON}
OPEN = "bertviz"  # in the link
TALLEST = 760  # pixels


def show(context: AttentionContext) -> None:
    """Draw the panel with the chosen view in an iframe."""
    panel = linked_expander("The same attention in bertviz: head view, model view, neuron view", OPEN)
    if panel is None:
        return
    with draw_settings_in(panel):
        view = NAMES[choice("View", "view", list(NAMES))]
        _draw(context, view)
        st.markdown(  # no caption: links in its pale type have too little contrast
            "[bertviz](https://github.com/jessevig/bertviz) ([Vig 2019](https://arxiv.org/abs/1906.05714)) needs a "
            "mouse, and counts layers and heads from 0."
        )


def _draw(context: AttentionContext, view: BertVizView) -> None:
    attention, pair = context.trace.attention, bool(context.second)
    vectors = None
    if view is BertVizView.NEURON:
        vectors = cache.shared.traces.neuron_vectors(context.model.id, context.sentence, context.second)
    width = vectors.queries.shape[-1] if vectors is not None else 64
    if not fits(view, attention.shape, head_width=width, pair=pair):
        st.info(limit_message(view, attention.shape, head_width=width, pair=pair), icon=":material/straighten:")
        return
    dark = st.context.theme.type == "dark"
    labels = [token_label(token) for token in context.tokens]
    segments = [token.segment for token in context.tokens] if pair else None

    def part_of(part: str) -> DownloadPart | None:
        if part != "page.html":
            return None
        if vectors is not None:
            causal = context.model.role is Role.CAUSAL
            page = neuron_view_page(
                labels, attention, vectors.queries, vectors.keys, segments=segments, causal=causal, dark=dark
            )
        else:
            draw = head_view_page if view is BertVizView.HEAD else model_view_page
            page = draw(labels, attention, segments=segments, dark=dark)
        return DownloadPart(page.encode("utf-8", "replace"), "text/html", page_policy())

    layers, heads, tokens = attention.shape[:3]
    st.text(f"{attention.size:,} attention weights: {layers} layers × {heads} heads × {tokens} × {tokens} tokens.")
    name = json.dumps(["bertviz", view.value, context.name, dark])
    address = LARGE_DOWNLOADS.offer(name, part_of, size=attention.nbytes)
    height = min(page_height(view, attention.shape), TALLEST)
    st.iframe(f"{app_root()}{address}/page.html", height=height, alt=f"bertviz, {view.value} view")
