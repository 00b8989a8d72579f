"""Every room and view of the app, as the pages themselves declare them, so that tests keep no lists."""

import functools
from importlib import import_module
from typing import Any

from pages.parts.frame import RoomPage
from pages.parts.rooms import ROOMS, Room


@functools.cache
def room_page(room: Room) -> RoomPage[Any, Any, Any]:
    """The declaration of a room's page."""
    page = import_module(f"pages.{room.key}.page").PAGE
    assert isinstance(page, RoomPage)
    assert page.room is room
    return page


VIEWS = {room.path: tuple(mode.name for mode in room_page(room).modes) for room in ROOMS}
EVERY_VIEW = [(room, mode.name) for room in ROOMS for mode in room_page(room).modes]
VIEW_NAMES = [f"{room.key}: {view}" for room, view in EVERY_VIEW]
