"""The map of senses on the page, whose layer and point are kept in the link."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from components.senses.map import Group, MapView, map_view, sense_map
from pages.parts.selections import initial_selection, report_selection
from pages.parts.settings import linked_index, linked_number, write_number
from pages.senses.inputs import POINT

LAYER = "layer"


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
    voting: int | None = None,
    groups: Sequence[Group] = (),
    default: int | None = None,
) -> MapView:
    """Draw the map and return the visitor's current view.

    Args:
        payload: The encoded map.
        name: Identifies its content; when it changes, the view is read from the link again.
        layers: Number of layers of the model.
        points: Number of points that the link may name.
        key: The widget's key.
        plays: Whether the map plays once if the link names neither a layer nor a point.
        listed: Whether the sentences are listed beside the map.
        voters: Points to which lines lead from the visitor's own.
        voting: The layer in which these are nearest.
        groups: Groups of points to draw a hull round.
        default: The layer if the link names none; None for the last.
    """
    drawn = partial(sense_map, listed=listed, voters=voters, voting=voting, groups=groups)
    return draw_linked(drawn, payload, name, layers=layers, points=points, key=key, plays=plays, default=default)


def draw_linked(
    draw: Callable[..., None],
    payload: bytes,
    name: str,
    *,
    layers: int,
    points: int,
    key: str,
    plays: bool = True,
    default: int | None = None,
) -> MapView:
    """Draw a map or a river whose layer and point are kept in the link; returns the visitor's current view.

    Args:
        draw: Draws it, as :func:`components.senses.map.sense_map` does.
        payload: What it shows.
        name: As for :func:`draw_map`, and so are the others.
        layers: Number of layers of the model.
        points: Number of points that the link may name.
        key: The widget's key.
        plays: Whether it plays once if the link names neither a layer nor a point.
        default: The layer if the link names none; None for the last.
    """
    initial = initial_selection(key, name, view_from_link(layers, points, default))
    draw(
        payload,
        key=key,
        initial=initial,
        plays=plays and LAYER not in st.query_params and POINT not in st.query_params,
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
