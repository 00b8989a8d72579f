"""How the map is drawn: the settings, and where in it the visitor is. The link holds both."""

from functools import partial

import streamlit as st

from components.senses.map import MapView, map_view, sense_map
from components.senses.model.projection_results import Method, Settings
from pages.parts.selections import initial_selection, reported
from pages.parts.settings import amount, choice, linked_number, linked_place, number, write
from pages.senses.inputs import POINT

METHOD, LAYER = "method", "layer"


def settings() -> Settings:
    """The method, and its numbers."""
    method = Method(choice("Drawn by", METHOD, [one.value for one in Method], drawn_as="list"))
    if method is Method.UMAP:
        neighbours = number("Neighbours", "neighbours", low=2, high=100, usual=15)
        distance = amount("Minimum distance", "distance", low=0.0, high=0.9, usual=0.1, step=0.05)
        return Settings(method, neighbours=neighbours, minimum_distance=distance)
    if method is Method.TSNE:
        perplexity = amount("Perplexity", "perplexity", low=2.0, high=100.0, usual=30.0, step=1.0)
        return Settings(method, perplexity=perplexity)
    return Settings(method)


def draw(payload: bytes, name: str, *, layers: int, points: int, key: str = "map") -> MapView:
    """The map, and where the visitor is in it."""
    begin = initial_selection(key, name, linked(layers, points))
    plays = LAYER not in st.query_params and POINT not in st.query_params
    sense_map(payload, key=key, initial=begin, plays=plays, on_select=partial(_follow, key, payload))
    return map_view(key, payload) or begin


def linked(layers: int, points: int) -> MapView:
    """The layer and the point of the link: the last layer and none where it names no others."""
    return MapView(linked_number(LAYER, low=0, high=layers, usual=layers), linked_place(POINT, points))


def _follow(key: str, payload: bytes) -> None:
    view = map_view(key, payload)
    if view is None:
        return
    write(LAYER, view.layer)
    write(POINT, None if view.point is None else view.point + 1)
    reported(key, view)
