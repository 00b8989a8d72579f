"""The river: every sentence with a word is a thread that runs through the layers, between two meanings.

What is explored stays in the browser: hovering, playing, the sentences nearest in a layer. On a page whose link holds
them (``on_select``), Python is told the layer that is looked at and the marked thread; elsewhere nothing, so that three
hundred visitors who look around cost the server nothing.

As in `components.senses.map` one value of bytes holds everything: first the settings, then what
`components.senses.tables.river` made. The answer has the same form, so `components.senses.map.map_view` reads it.

The scripts beside this file are ES modules; ``river.js`` is the entry point.
"""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from components.senses.map import MapView
from components.widgets.canvas import CANVAS_STYLE, with_settings
from components.widgets.custom_element import custom_element
from components.widgets.element_files import ElementFiles

__all__ = ["RIVER_FILES", "river_data", "river_picture"]

_STEM = Path(__file__).with_name("river")
RIVER_FILES = ElementFiles(_STEM, base=CANVAS_STYLE)
_mount = custom_element("riverbank_river", _STEM, base=CANVAS_STYLE)


def river_picture(
    payload: bytes,
    *,
    key: str,
    initial: MapView,
    begun: int = 0,
    plays: bool = False,
    height: float = 0.56,
    until: int | None = None,
    on_select: Callable[[], None] | None = None,
) -> None:
    """Draw the river.

    Args:
        payload: The result of `components.senses.tables.river.encode_river`.
        key: Key of the widget in ``st.session_state``.
        initial: The layer that is looked at first, and the thread that is marked. Keep it constant while the river is
            the same; changing it moves the picture there.
        begun: How often a selection has come from elsewhere; with another number ``initial`` is taken up again.
        plays: Whether it flows by itself when it is first drawn: once per page and browser session, and not if the
            visitor's system asks for reduced motion.
        height: Height of the picture as a share of the window's.
        until: The layer at which its threads end, and nothing plays; None for the last.
        on_select: Called before the rerun when layer or thread have changed; it can read them with
            `components.senses.map.map_view`. Without it, Python is told nothing.
    """
    data = river_data(
        payload,
        initial=initial,
        begun=begun,
        plays=plays,
        height=height,
        until=until,
        tells=on_select is not None,
    )
    _mount(key=key, data=data, on_view_change=on_select)


def river_data(
    payload: bytes,
    *,
    initial: MapView,
    begun: int = 0,
    plays: bool = False,
    height: float = 0.56,
    until: int | None = None,
    tells: bool = False,
) -> bytes:
    """The one value that the element takes; ``tells`` is whether it answers, the rest as for :func:`river_picture`."""
    begins = {"initial": asdict(initial), "begun": begun, "plays": plays}
    settings = {**begins, "height": height, "until": until, "tells": tells}
    return with_settings(settings, payload)
