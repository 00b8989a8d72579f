"""How the map is drawn: the settings, and where in it the visitor is. The link holds both."""

from functools import partial

import streamlit as st

from components.model.projection_results import Method, Settings
from components.widgets.sense_map import MapView, map_view, sense_map
from pages.parts.beginnings import begun, told
from pages.parts.presenting import controls_hidden, linked_amount, linked_choice, linked_number, linked_place
from pages.senses.asked import POINT

METHOD, LAYER = "method", "layer"


def settings() -> Settings:
    """The method, and its numbers folded away."""
    options = [one.value for one in Method]
    if controls_hidden():
        return Settings(
            Method(linked_choice(METHOD, options)),
            neighbours=linked_number("neighbours", low=2, high=100, usual=15),
            minimum_distance=linked_amount("distance", low=0.0, high=0.9, usual=0.1),
            perplexity=linked_amount("perplexity", low=2.0, high=100.0, usual=30.0),
        )
    method = Method(st.selectbox("Drawn by", options, key=METHOD, bind="query-params"))
    if method is Method.UMAP:
        neighbours = st.slider("Neighbours", 2, 100, 15, key="neighbours", bind="query-params")
        distance = st.slider("Minimum distance", 0.0, 0.9, 0.1, 0.05, key="distance", bind="query-params")
        return Settings(method, neighbours=neighbours, minimum_distance=distance)
    if method is Method.TSNE:
        perplexity = st.slider("Perplexity", 2.0, 100.0, 30.0, 1.0, key="perplexity", bind="query-params")
        return Settings(method, perplexity=perplexity)
    return Settings(method)


def draw(payload: bytes, name: str, *, layers: int, points: int, key: str = "map") -> MapView:
    """The map, and where the visitor is in it."""
    begin = begun(key, name, linked(layers, points))
    sense_map(payload, key=key, initial=begin, on_select=partial(_follow, key, payload))
    return map_view(key, payload) or begin


def linked(layers: int, points: int) -> MapView:
    """The layer and the point of the link: the last layer and none where it names no others."""
    return MapView(linked_number(LAYER, low=0, high=layers, usual=layers), linked_place(POINT, points))


def _follow(key: str, payload: bytes) -> None:
    view = map_view(key, payload)
    if view is None:
        return
    st.query_params[LAYER] = str(view.layer)
    if view.point is None:
        st.query_params.pop(POINT, None)
    else:
        st.query_params[POINT] = str(view.point + 1)
    told(key, view)
