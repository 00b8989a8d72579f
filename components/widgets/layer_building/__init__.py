"""The building: a whole pass on one canvas, the boxes of one floor, and the calculation of one number.

Everything that changes only the view happens in the browser; floors and calculations that did not come along are
fetched from ``address`` (:mod:`components.server.downloads.large_downloads`). A page without a server gives the element
a function ``getPart`` that brings it these parts; where it has nothing but tokens' ways, its settings say ``closed``.

Only a *selection* is sent to Python, which writes it into the link. ``initial`` must not follow it, or everything would
be sent again at every click: see :mod:`pages.parts.selections`.

The scripts beside this file are one module, a file an idea; ``layer_building.js`` exports the element.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from components.widgets.canvas import CANVAS_STYLE, header_of, is_index, with_settings
from components.widgets.custom_element import custom_element

__all__ = [
    "LEVELS",
    "MACHINE",
    "NUMBERS",
    "WHOLE",
    "BuildingSelection",
    "building_selection",
    "layer_building",
    "layer_count",
    "pass_floors",
    "still_machine",
    "whole_pass",
]

WHOLE, NUMBERS = "whole", "numbers"
# From the whole pass to a floor's boxes with their numbers: levels.js.
LEVELS = (WHOLE, "attention", "head", "weight", "units", "sum", "answer", NUMBERS)
# How the machine is read, in words.
MACHINE = (
    "A ribbon is as wide as the attention to its word, averaged over the heads. An ochre bead is wider, the more "
    "the feed-forward part adds. The guess so far is read by the head of the last layer, which was never trained "
    "to read earlier ones."
)
_LARGEST_INDEX = 1_000_000
_FIRST_FLOOR = 1  # the first layer
_mount = custom_element("riverbank_layer_building", Path(__file__).with_name("layer_building"), base=CANVAS_STYLE)


@dataclass(frozen=True, slots=True)
class BuildingSelection:
    """What is open.

    Attributes:
        floor: 0 for the embeddings, then the layers, then the vocabulary head.
        token: The position of the token.
        box: The key of the open box.
        cell: Head and index of the chosen number; None for the largest of the box.
        level: How it is looked at: one of :data:`LEVELS`.
    """

    floor: int
    token: int
    box: str
    cell: tuple[int, int] | None = None
    level: str = NUMBERS


def layer_building(
    payload: bytes,
    *,
    key: str,
    initial: BuildingSelection | None = None,
    address: str | None = None,
    begun: int = 0,
    compact: bool = False,
    on_select: Callable[[], None] | None = None,
) -> None:
    """Draw the building.

    Args:
        payload: What :func:`components.tables.passes.payload.pass_bytes` made.
        key: Key of the widget in ``st.session_state``.
        initial: What is open when the pass is first shown; the payload has its floor. Frozen: see the module's
            docstring. None for the whole pass.
        address: Where floors and numbers are, below the app's root; None if only what came along can be opened.
        begun: How often a selection has come from outside: with another number, the element opens ``initial`` anew.
        compact: Whether a wide screen shows either the whole pass or a number's calculation beside the boxes: the pass
            where a layer's output is open, because its pictures are of these vectors. For a projector, which is low.
        on_select: Called before the rerun when the selection has changed; reads it with :func:`building_selection`.
    """
    settings = {
        "initial": None if initial is None else _plain(initial),
        "address": address,
        "begun": begun,
        "compact": compact,
    }
    _mount(key=key, data=with_settings(settings, payload), on_selection_change=on_select)


def still_machine(payload: bytes, *, beside: bytes, leads: bool, key: str) -> None:
    """Draw the whole pass of a model beside that of another one, in rows of the same height; nothing in it opens.

    Args:
        payload: As for :func:`layer_building`. Its first token is followed.
        beside: The payload of the other.
        leads: Whether it has the button that plays both, and the key.
        key: Key of the widget.
    """
    header = header_of(payload)
    settings = {
        "initial": _plain(whole_pass(header["first"][1], header["keys"])),
        "compact": False,
        "still": {"rows": max(len(header["floors"]), len(header_of(beside)["floors"])), "leads": leads},
    }
    _mount(key=key, data=with_settings(settings, payload))


def pass_floors(payload: bytes) -> list[str]:
    """The names of a pass's floors, bottom to top."""
    names: list[str] = header_of(payload)["floors"]
    return names


def layer_count(payload: bytes) -> int:
    """How many layers a pass has, without the embeddings and the vocabulary head."""
    header = header_of(payload)
    return len(header["floors"]) - 1 - ("logits" in header["keys"][-1])


def building_selection(key: str, payload: bytes) -> BuildingSelection | None:
    """What the visitor has opened, also inside ``on_select``.

    Args:
        key: The key given to :func:`layer_building`.
        payload: The bytes that are current now.

    Returns:
        The selection; None before the first one, or if the answer is about another pass, or not one that the building
        would send.
    """
    state = st.session_state.get(key)
    answer = state.get("selection") if isinstance(state, Mapping) else None
    return _selection_in(answer, header_of(payload)) if isinstance(answer, Mapping) else None


def _selection_in(answer: Mapping[str, Any], header: Mapping[str, Any]) -> BuildingSelection | None:
    """The selection in an answer of any shape."""
    if answer.get("trace") != header["trace"]:
        return None
    floor, token, box, cell, level = (answer.get(name) for name in ("floor", "token", "box", "cell", "level"))
    if not is_index(floor, len(header["floors"])) or not is_index(token, len(header["tokens"])):
        return None
    if level == WHOLE:
        return whole_pass(token, header["keys"])
    if level not in LEVELS or box not in header["keys"][floor] or not isinstance(cell, list) or len(cell) != 2:
        return None
    head, index = cell
    if not is_index(head, _LARGEST_INDEX) or not is_index(index, _LARGEST_INDEX):
        return None
    return BuildingSelection(floor, token, str(box), (head, index), str(level))


def whole_pass(token: int, keys: Sequence[Sequence[str]]) -> BuildingSelection:
    """The whole pass, following a token. ``keys``: the boxes of each floor."""
    floor = min(_FIRST_FLOOR, len(keys) - 1)
    return BuildingSelection(floor, token, keys[floor][0], level=WHOLE)


def _plain(chosen: BuildingSelection) -> dict[str, Any]:
    """A selection as the browser reads it."""
    return asdict(chosen)
