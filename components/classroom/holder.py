"""Recognise the browser of a lecturer whose class is running."""

from collections.abc import Mapping

from components.classroom.classes import CLASSES
from components.classroom.cookie import COOKIE
from components.classroom.store import StoreUnreachable


def holds_class(cookies: Mapping[str, str]) -> bool:
    """Whether the cookies contain the key of a running class. May wait for the shared store."""
    code, _, key = cookies.get(COOKIE, "").partition(".")
    try:
        return bool(key) and CLASSES.find_owned(code, key) is not None
    except StoreUnreachable:
        return False
