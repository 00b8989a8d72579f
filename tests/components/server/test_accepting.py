"""Event loops that accept one connection in a turn."""

from asyncio.selector_events import BaseSelectorEventLoop

import pytest

from components.server.open_files import accept_one_by_one


def test_a_second_call_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else every import of the app would add a call to the accepting of a connection, until it is too deep."""
    original = BaseSelectorEventLoop._accept_connection  # type: ignore[attr-defined]
    monkeypatch.setattr(BaseSelectorEventLoop, "_accept_connection", original)  # put back at the end
    accept_one_by_one()
    first = BaseSelectorEventLoop._accept_connection  # type: ignore[attr-defined]
    accept_one_by_one()
    assert BaseSelectorEventLoop._accept_connection is first  # type: ignore[attr-defined]
