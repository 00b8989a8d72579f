"""The views of bertviz (Vig 2019), for those who know them, from the same trace."""

import json

import streamlit as st

import cache
from components.charts.bertviz_limits import fits, limit_in_words, page_height
from components.charts.bertviz_pages import View, head_view_page, model_view_page, neuron_view_page, page_policy
from components.model.records import Role
from components.server.parcels import PARCELS, Parcel
from components.tables.attention import token_label
from pages.attention.reading import Reading
from pages.parts.conditions import computed_by
from pages.parts.presenting import app_root, controls_hidden, linked_choice

NAMES = {"Head view": View.HEAD, "Model view": View.MODEL, "Neuron view": View.NEURON}
TALLEST = 760  # pixels


def show(reading: Reading) -> None:
    """Draw the chosen view in a frame of its own."""
    st.subheader("bertviz", anchor=False)
    st.markdown(
        "The views of [bertviz](https://github.com/jessevig/bertviz) ([Vig 2019](https://arxiv.org/abs/1906.05714)), "
        "for those who know them. They answer to the mouse alone and count layers and heads from 0."
    )
    view = NAMES[_chosen()]
    attention, pair = reading.trace.attention, bool(reading.second)
    vectors = None
    if view is View.NEURON:
        vectors = cache.neuron_vectors(reading.model.id, reading.sentence, reading.second)
    width = vectors.queries.shape[-1] if vectors is not None else 64
    if not fits(view, attention.shape, head_width=width, pair=pair):
        st.info(limit_in_words(view, attention.shape, head_width=width, pair=pair), icon=":material/straighten:")
        return
    dark = st.context.theme.type == "dark"
    labels = [token_label(token) for token in reading.tokens]
    segments = [token.segment for token in reading.tokens] if pair else None

    def part_of(part: str) -> Parcel | None:
        if part != "page.html":
            return None
        if vectors is not None:
            causal = reading.model.role is Role.CAUSAL
            page = neuron_view_page(
                labels, attention, vectors.queries, vectors.keys, segments=segments, causal=causal, dark=dark
            )
        else:
            draw = head_view_page if view is View.HEAD else model_view_page
            page = draw(labels, attention, segments=segments, dark=dark)
        return Parcel(page.encode("utf-8", "replace"), "text/html", page_policy())

    name = json.dumps(["bertviz", view.value, reading.name, dark])
    address = PARCELS.offer(name, part_of, size=attention.nbytes)
    height = min(page_height(view, attention.shape), TALLEST)
    st.iframe(f"{app_root()}{address}/page.html", height=height, alt=f"bertviz, {view.value} view")
    conditions = cache.conditions(reading.model.id)
    computed_by(reading.model, conditions, parameters=cache.parameters(reading.model.id), live=True)


def _chosen() -> str:
    if controls_hidden():
        return linked_choice("view", list(NAMES))
    return str(
        st.segmented_control("View", list(NAMES), default="Head view", key="view", bind="query-params", required=True)
    )
