"""One address may hold so many pages open and no more; another is not affected, and places are given back."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState

from components.classroom.classes import CLASSES
from components.classroom.cookie import held_class
from components.server.address_limits import DEFAULT_PAGE_LIMIT, PAGES_VARIABLE, TRY_AGAIN, AddressLimits, page_limit
from tests.event_loops import run_in_own_loop


async def page(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("open")
    with suppress(WebSocketDisconnect):
        await socket.receive_text()
        raise RuntimeError("a page that fails")


RERUN = BackMsg(rerun_script=ClientState(query_string="about=1")).SerializeToString()


def client(app: Starlette, address: str) -> TestClient:
    return TestClient(app, client=(address, 50_000))


def test_a_page_too_many_is_told_to_come_back_and_another_address_is_let_in() -> None:
    app = Starlette(routes=[WebSocketRoute("/", page)], middleware=[Middleware(AddressLimits, limit=2)])
    here, elsewhere = client(app, "10.0.0.1"), client(app, "10.0.0.2")
    with here.websocket_connect("/") as first, here.websocket_connect("/") as second:
        assert first.receive_text() == second.receive_text() == "open"
        more = here.websocket_connect("/", ["streamlit"])
        with more:
            assert str(more.accepted_subprotocol) == "streamlit", "else a browser sees a failure and no reason"
            with pytest.raises(WebSocketDisconnect) as refused:
                more.receive_text()
        assert refused.value.code == TRY_AGAIN
        with elsewhere.websocket_connect("/") as other:
            assert other.receive_text() == "open"
    with here.websocket_connect("/") as again, here.websocket_connect("/") as too:
        assert again.receive_text() == too.receive_text() == "open"


def test_a_page_that_fails_gives_its_place_back() -> None:
    app = Starlette(routes=[WebSocketRoute("/", page)], middleware=[Middleware(AddressLimits, limit=1)])
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


def test_who_holds_a_class_is_let_in_past_the_limit_and_nobody_else_is() -> None:
    classroom = CLASSES.start()
    try:
        key = classroom.key
        app = Starlette(
            routes=[WebSocketRoute("/", page)], middleware=[Middleware(AddressLimits, limit=1, held_class=held_class)]
        )
        here = client(app, "10.0.0.1")
        with here.websocket_connect("/") as first:
            assert first.receive_text() == "open"
            for cookie in (f"riverbank-class={classroom.code}.wrong", "riverbank-class=", "other=1"):
                with (
                    pytest.raises(WebSocketDisconnect) as refused,
                    here.websocket_connect("/", headers={"cookie": cookie}) as socket,
                ):
                    socket.receive_text()
                assert refused.value.code == TRY_AGAIN
            right_cookie = f"riverbank-class={classroom.code}.{key}"
            with here.websocket_connect("/", headers={"cookie": right_cookie}) as lecturer:
                assert lecturer.receive_text() == "open"
    finally:
        CLASSES.end(classroom)


def test_a_socket_that_asks_for_nothing_is_closed_and_one_that_asked_is_left_alone() -> None:
    def serve(messages: list[Message]) -> tuple[list[Message], list[Message]]:
        heard: list[Message] = []
        sent: list[Message] = []
        coming = iter(messages)

        async def receive() -> Message:
            for message in coming:
                return message
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: Message) -> None:
            sent.append(message)

        async def listen(scope: Scope, receive: Receive, send: Send) -> None:
            while not heard or heard[-1]["type"] != "websocket.disconnect":
                heard.append(await receive())

        async def run() -> None:
            scope: Scope = {"type": "websocket", "client": ("10.0.0.1", 1), "headers": []}
            limits = AddressLimits(listen, limit=1, silent_s=0.01)
            with suppress(TimeoutError):
                await asyncio.wait_for(limits(scope, receive, send), 0.5)
            assert not limits._open

        run_in_own_loop(run())
        return heard, sent

    connect, asks = {"type": "websocket.connect"}, {"type": "websocket.receive", "bytes": RERUN}
    for other in ([], [{"type": "websocket.receive", "bytes": b""}]):
        heard, sent = serve([connect, *other])
        assert heard[-1] == {"type": "websocket.disconnect", "code": TRY_AGAIN}
        assert [(message["type"], message["code"]) for message in sent] == [("websocket.close", TRY_AGAIN)]
    heard, sent = serve([connect, asks])
    assert heard == [connect, asks]
    assert not sent


@pytest.mark.parametrize(("named", "expected"), [("", DEFAULT_PAGE_LIMIT), ("  ", DEFAULT_PAGE_LIMIT), ("40", 40)])
def test_the_operator_sets_how_many(named: str, expected: int) -> None:
    environment: Mapping[str, str] = {PAGES_VARIABLE: named}
    assert page_limit(environment) == expected
    assert page_limit({}) == DEFAULT_PAGE_LIMIT


@pytest.mark.parametrize("named", ["many", "0", "-3", "1e9"])
def test_what_is_no_number_of_pages_is_an_error_at_the_start(named: str) -> None:
    with pytest.raises(ValueError, match=PAGES_VARIABLE):
        page_limit({PAGES_VARIABLE: named})
