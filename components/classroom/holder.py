"""Whether a browser is that of a lecturer whose class is under way."""

from collections.abc import Mapping

from components.classroom.desk import DESK
from components.classroom.keeper import COOKIE
from components.classroom.store import Unreachable


def holds_class(cookies: Mapping[str, str]) -> bool:
    """Whether these cookies hold the key of a class that is under way. May wait for the shared store."""
    code, _, key = cookies.get(COOKIE, "").partition(".")
    try:
        return bool(key) and DESK.owned(code, key) is not None
    except Unreachable:
        return False
