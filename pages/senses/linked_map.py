"""The map of senses on the page, whose layer and point are kept in the link."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from components.senses.map import MapView, map_view
from pages.parts.selections import initial_selection, report_selection, times_begun
from pages.parts.settings import linked_index, linked_number, write_number
from pages.senses.inputs import POINT

LAYER = "layer"


def draw_linked(
    draw: Callable[..., None],
    payload: bytes,
    name: str,
    *,
    layers: int,
    points: int,
    key: str,
    default: int | None = None,
) -> MapView:
    """Draw a map or a river whose layer and point are kept in the link; returns the visitor's current view.

    It plays once if the link names neither a layer nor a point.

    Args:
        draw: Draws it, as :func:`components.senses.map.sense_map` does.
        payload: What it shows.
        name: Identifies its content; when it changes, the view is read from the link again.
        layers: Number of layers of the model.
        points: Number of points that the link may name.
        key: The widget's key.
        default: The layer if the link names none; None for the last.
    """
    initial = initial_selection(key, name, view_from_link(layers, points, default))
    draw(
        payload,
        key=key,
        initial=initial,
        begun=times_begun(key),
        plays=LAYER not in st.query_params and POINT not in st.query_params,
        on_select=partial(_follow, key, payload),
    )
    return map_view(key, payload) or initial


def view_from_link(layers: int, points: int, default: int | None = None) -> MapView:
    """The layer and point named in the link; without them the layer ``default``, or the last if None, and no point."""
    layer = linked_number(LAYER, low=0, high=layers, default=layers if default is None else default)
    return MapView(layer, linked_index(POINT, points))


def _follow(key: str, payload: bytes) -> None:
    view = map_view(key, payload)
    if view is None:
        return
    write_number(LAYER, view.layer)
    write_number(POINT, None if view.point is None else view.point + 1)
    report_selection(key, view)
