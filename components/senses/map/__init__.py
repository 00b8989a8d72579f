"""A word's meaning as a picture: one point a sentence, and the points move from layer to layer.

Design. Everything that is only looking happens in the browser: the layer, the play, a hover, a sense picked out in the
legend. Python hears of two things alone, because a link has to hold them: the layer where the picture came to rest, and
the point that is locked. A layer is told when the slider has rested or the play has ended, never in between.

As in `components.attention.atlas` one value of bytes carries everything, settings in front, then what
`components.senses.tables.map` made; ``initial`` is therefore frozen: keep it as it was when this map was first shown,
or the points travel again at every click. Changing it on purpose moves the picture there. The answer is the whole
state with a click number and the fingerprint of the map, so that no click is lost and a late one cannot choose a
sentence in another map. A map with other labels (by sense, by cluster) is still the same map. The same sentences in
another projection, or with more at the end, keep layer and lock: the points move over, and Python is told once.

    payload = cache.sense_map(model, word)
    sense_map(payload, key="map", initial=frozen, on_select=selected)
    chosen = map_view("map", payload)

The scripts beside this file are one module: they are joined in the order below, the last one exports.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from components.widgets.canvas import header_of, is_index, with_settings
from components.widgets.custom_element import custom_element

__all__ = ["Group", "MapView", "last_layer", "map_view", "sense_map"]


_mount = custom_element("riverbank_sense_map", Path(__file__).with_name("sense_map"))


@dataclass(frozen=True, slots=True)
class MapView:
    """What is shown.

    Attributes:
        layer: Index of the layer; 0 is the word's static vector and position.
        point: Index of the locked point, or None.
    """

    layer: int = 0
    point: int | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Points that belong together.

    Attributes:
        name: What is written at their hull.
        points: Their numbers, from 0.
    """

    name: str
    points: tuple[int, ...]


def sense_map(
    payload: bytes,
    *,
    key: str,
    initial: MapView | None = None,
    plays: bool = False,
    listed: bool = True,
    height: float = 0.56,
    voters: Sequence[int] = (),
    groups: Sequence[Group] = (),
    on_select: Callable[[], None] | None = None,
) -> None:
    """Draw the map.

    Args:
        payload: What `components.senses.tables.map.encode_sense_map` made.
        key: Key of the widget in ``st.session_state``.
        initial: What is shown first; without it layer 0 with nothing locked. What lies outside the map is ignored, as
            a link may be about another one. Frozen: see the module's docstring.
        plays: Whether the map begins at layer 0 and plays once to where ``initial`` says, unless the visitor's system
            asks for less motion.
        listed: Whether the sentences are listed beside the map, or below it where there is no room beside. Without a
            list the map takes the whole width.
        height: Of the map at most, as a share of the window's.
        voters: Points to which lines lead from the visitor's own point, in the colour of their labels.
        groups: Points that a hull is drawn round.
        on_select: Called before the rerun when layer or point have changed; reads them with `map_view`.
    """
    settings = {
        "initial": None if initial is None else asdict(initial),
        "plays": plays,
        "listed": listed,
        "height": height,
        "voters": list(voters),
        "groups": [asdict(group) for group in groups],
    }
    _mount(
        key=key,
        data=with_settings(settings, payload),
        on_view_change=on_select,
    )


def last_layer(payload: bytes) -> MapView:
    """The last layer of a map, with nothing locked."""
    return MapView(len(header_of(payload)["layers"]) - 1)


def map_view(key: str, payload: bytes) -> MapView | None:
    """What the visitor has chosen, also inside ``on_select``.

    Args:
        key: The key given to `sense_map`.
        payload: The bytes that are current now.

    Returns:
        The layer and the locked point; None before the first answer, or if it is about another map, or not one that
        the map would send.
    """
    state = st.session_state.get(key)
    answer = state.get("view") if isinstance(state, Mapping) else None
    return _view(answer, header_of(payload)) if isinstance(answer, Mapping) else None


def _view(answer: object, header: Mapping[str, Any]) -> MapView | None:
    """The view in an answer of any shape."""
    if not isinstance(answer, Mapping) or answer.get("map") != header["map"]:
        return None
    layer, point = answer.get("layer"), answer.get("point")
    if not is_index(layer, len(header["layers"])):
        return None
    return MapView(layer, point) if point is None or is_index(point, len(header["texts"])) else None
