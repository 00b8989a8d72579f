"""How the map is drawn: the settings, and where in it the visitor is. The link holds both."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from components.senses.map import Group, MapView, map_view, sense_map
from components.senses.model.projection_results import ProjectionMethod, ProjectionSettings
from pages.parts.selections import initial_selection, report_selection
from pages.parts.settings import amount, choice, linked_index, linked_number, number, write_number
from pages.senses.inputs import POINT

METHOD, LAYER = "method", "layer"


def projection_settings() -> ProjectionSettings:
    """The method, and its numbers."""
    method = ProjectionMethod(choice("Projection", METHOD, [one.value for one in ProjectionMethod], drawn_as="list"))
    if method is ProjectionMethod.UMAP:
        neighbours = number("Neighbours", "neighbours", low=2, high=100, default=15)
        distance = amount("Minimum distance", "distance", low=0.0, high=0.9, default=0.1, step=0.05)
        return ProjectionSettings(method, neighbours=neighbours, minimum_distance=distance)
    if method is ProjectionMethod.TSNE:
        perplexity = amount("Perplexity", "perplexity", low=2.0, high=100.0, default=30.0, step=1.0)
        return ProjectionSettings(method, perplexity=perplexity)
    return ProjectionSettings(method)


def draw_map(
    payload: bytes,
    name: str,
    *,
    layers: int,
    points: int,
    key: str = "map",
    plays: bool = True,
    listed: bool = True,
    voters: Sequence[int] = (),
    groups: Sequence[Group] = (),
) -> MapView:
    """Draw the map, and return where the visitor is in it.

    Args:
        payload: The map.
        name: Of what it shows: another name begins anew with what the link says.
        layers: Of the model.
        points: That the link may name.
        key: The widget's key.
        plays: Whether the map plays once where the link names neither a layer nor a point.
        listed: Whether the sentences are listed beside it.
        voters: Points that lines lead to from the visitor's own.
        groups: Points to draw a hull round.
    """
    begin = initial_selection(key, name, view_from_link(layers, points))
    sense_map(
        payload,
        key=key,
        initial=begin,
        plays=plays and LAYER not in st.query_params and POINT not in st.query_params,
        listed=listed,
        voters=voters,
        groups=groups,
        on_select=partial(_follow, key, payload),
    )
    return map_view(key, payload) or begin


def view_from_link(layers: int, points: int) -> MapView:
    """The layer and the point of the link: the last layer and none where it names no others."""
    return MapView(linked_number(LAYER, low=0, high=layers, default=layers), linked_index(POINT, points))


def _follow(key: str, payload: bytes) -> None:
    view = map_view(key, payload)
    if view is None:
        return
    write_number(LAYER, view.layer)
    write_number(POINT, None if view.point is None else view.point + 1)
    report_selection(key, view)
