"""The map of senses: one point per sentence, and the points move from layer to layer.

Exploring happens in the browser only: the layer, playing, hovering, a sense highlighted in the legend. Python is told
two things, because a link has to hold them: the layer at which the picture came to rest, and the locked point. A layer
is reported when the slider rests or playing has ended, never in between.

As in `components.attention.atlas` one value of bytes holds everything: first the settings, then what
`components.senses.tables.map` made. So keep ``initial`` as it was when this map was first shown, or all points are sent
again at every click; changing it on purpose moves the picture there. The component's value is its whole state with a
click number and the fingerprint of the map, so that no click is lost and a late one cannot select a sentence in another
map. A map with other labels is still the same map. The same sentences in another projection, or
with further ones at the end, keep layer and lock: the points move to their new positions, and Python is told once.

    payload = cache.sense_map(model, word)
    sense_map(payload, key="map", initial=frozen, on_select=selected)
    chosen = map_view("map", payload)

The scripts beside this file are ES modules; ``sense_map.js`` is the entry point.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from components.widgets.canvas import CANVAS_STYLE, header_of, is_index, with_settings
from components.widgets.custom_element import custom_element

__all__ = ["MapView", "last_layer", "map_view", "sense_map"]

_mount = custom_element("riverbank_sense_map", Path(__file__).with_name("sense_map"), base=CANVAS_STYLE)


@dataclass(frozen=True, slots=True)
class MapView:
    """What the map shows.

    Attributes:
        layer: Index of the layer; 0 is the embeddings, before any context.
        point: Index of the locked point, or None.
    """

    layer: int = 0
    point: int | None = None


def sense_map(
    payload: bytes,
    *,
    key: str,
    initial: MapView | None = None,
    begun: int = 0,
    current: MapView | None = None,
    plays: bool = False,
    voters: Sequence[int] = (),
    voting: int | None = None,
    on_select: Callable[[], None] | None = None,
) -> None:
    """Draw the map.

    Args:
        payload: The result of `components.senses.tables.map.encode_sense_map`.
        key: Key of the widget in ``st.session_state``.
        initial: The first view, by default layer 0 with nothing locked. Indices outside the map are ignored, since a
            link may be about another one. Keep it constant: see the module's docstring.
        begun: How often a selection has come from elsewhere; with another number ``initial`` is taken up again.
        current: What is chosen now, at which an exported page opens.
        plays: Whether the map starts at layer 0 and plays to ``initial``: once per page and browser session, and not if
            the visitor's system asks for reduced motion.
        voters: Points to which lines lead from the visitor's own point, in the colour of their labels.
        voting: The layer in which these are nearest: lines are drawn there only, and the text below the map names it.
            None draws them in every layer.
        on_select: Called before the rerun when layer or point have changed; it can read them with `map_view`.
    """
    settings = {
        "initial": None if initial is None else asdict(initial),
        "begun": begun,
        "plays": plays,
        "voters": list(voters),
        "voting": voting,
    }
    taken = {**settings, "initial": None if current is None else asdict(current), "plays": False}
    _mount(
        key=key,
        data=with_settings(settings, payload),
        taken=lambda: with_settings(taken, payload),
        on_view_change=on_select,
    )


def last_layer(payload: bytes) -> MapView:
    """The last layer of a map, with nothing locked."""
    return MapView(len(header_of(payload)["layers"]) - 1)


def map_view(key: str, payload: bytes) -> MapView | None:
    """The view that the visitor has selected; works inside ``on_select``, too.

    Args:
        key: The key given to `sense_map`.
        payload: The current payload.

    Returns:
        The layer and the locked point; None before the browser has sent a valid view of this map.
    """
    state = st.session_state.get(key)
    value = state.get("view") if isinstance(state, Mapping) else None
    return _view(value, header_of(payload)) if isinstance(value, Mapping) else None


def _view(value: object, header: Mapping[str, Any]) -> MapView | None:
    """The view in a value from the browser; None if it is not a valid one of this map."""
    if not isinstance(value, Mapping) or value.get("map") != header["map"]:
        return None
    layer, point = value.get("layer"), value.get("point")
    if not is_index(layer, len(header["layers"])):
        return None
    return MapView(layer, point) if point is None or is_index(point, len(header["texts"])) else None
