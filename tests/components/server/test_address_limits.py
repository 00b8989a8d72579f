"""One address may hold so many pages open and no more; another is not affected, and places are given back."""

from contextlib import suppress

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocket, WebSocketDisconnect

from components.server.address_limits import TRY_AGAIN, AddressLimits


async def page(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("open")
    with suppress(WebSocketDisconnect):
        await socket.receive_text()
        raise RuntimeError("a page that fails")


def client(app: Starlette, address: str) -> TestClient:
    return TestClient(app, client=(address, 50_000))


def test_a_page_too_many_is_told_to_come_back_and_another_address_is_let_in() -> None:
    app = Starlette(routes=[WebSocketRoute("/", page)], middleware=[Middleware(AddressLimits, most=2)])
    here, there = client(app, "10.0.0.1"), client(app, "10.0.0.2")
    with here.websocket_connect("/") as one, here.websocket_connect("/") as two:
        assert one.receive_text() == two.receive_text() == "open"
        with pytest.raises(WebSocketDisconnect) as refused, here.websocket_connect("/"):
            pass
        assert refused.value.code == TRY_AGAIN
        with there.websocket_connect("/") as other:
            assert other.receive_text() == "open"
    with here.websocket_connect("/") as again, here.websocket_connect("/") as too:
        assert again.receive_text() == too.receive_text() == "open"


def test_a_page_that_fails_gives_its_place_back() -> None:
    app = Starlette(routes=[WebSocketRoute("/", page)], middleware=[Middleware(AddressLimits, most=1)])
    here = client(app, "10.0.0.1")
    for _ in range(3):
        socket = here.websocket_connect("/")
        with pytest.raises(RuntimeError, match="a page that fails"):
            _fail(socket)


def _fail(socket: WebSocketTestSession) -> None:
    with socket:
        assert socket.receive_text() == "open"
        socket.send_text("fail")
        socket.receive_text()
