"""Whether a browser is that of a lecturer whose class is under way."""

from collections.abc import Mapping

from components.classroom.classes import CLASSES
from components.classroom.cookie import COOKIE
from components.classroom.store import StoreUnreachable


def holds_class(cookies: Mapping[str, str]) -> bool:
    """Whether these cookies hold the key of a class that is under way. May wait for the shared store."""
    code, _, key = cookies.get(COOKIE, "").partition(".")
    try:
        return bool(key) and CLASSES.find_owned(code, key) is not None
    except StoreUnreachable:
        return False
