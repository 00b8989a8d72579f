"""A body that never comes to its end is given up, and a browser that goes away is no error."""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Message, Scope

from components.server.request_timeouts import RequestTimeouts
from tests.event_loops import run_in_own_loop


async def echo(request: Request) -> Response:
    return Response(await request.body())


def answered(parts: list[Message]) -> list[Message]:
    """What is sent to somebody who sends these parts and then nothing."""
    coming, sent = iter(parts), []

    async def receive() -> Message:
        for part in coming:
            return part
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    async def run() -> None:
        limits = [Middleware(RequestTimeouts, part_s=0.01)]
        app = Starlette(routes=[Route("/", echo, methods=["POST"])], middleware=limits)
        scope: Scope = {
            "type": "http",
            "method": "POST",
            "path": "/",
            "headers": [],
            "query_string": b"",
            "http_version": "1.1",
        }
        await asyncio.wait_for(app(scope, receive, send), 10)

    run_in_own_loop(run())
    return sent


def part(body: bytes, *, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_body_that_stops_half_way_is_answered() -> None:
    for parts in ([], [part(b"a", more=True)], [part(b"a", more=True), part(b"b", more=True)]):
        sent = answered(parts)
        assert sent[0]["status"] == 408
        assert sent[-1].get("more_body", False) is False


def test_a_whole_body_is_left_alone() -> None:
    sent = answered([part(b"a", more=True), part(b"b", more=False)])
    assert (sent[0]["status"], sent[1]["body"]) == (200, b"ab")


def test_a_browser_that_goes_away_is_no_error() -> None:
    assert answered([part(b"a", more=True), {"type": "http.disconnect"}]) == []


def test_half_sent_requests_do_not_hold_the_end_of_a_server() -> None:
    app = Starlette(routes=[Route("/", echo, methods=["POST"])], middleware=[Middleware(RequestTimeouts, part_s=0.05)])
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    with socket.socket() as listening, ThreadPoolExecutor(1) as thread:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        serving = thread.submit(server.run, [listening])
        slow = [socket.create_connection(listening.getsockname()) for _ in range(3)]
        for connection in slow:
            connection.sendall(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nhalf")
        assert all(connection.recv(12) == b"HTTP/1.1 408" for connection in slow)
        for connection in slow:
            connection.close()
        server.should_exit = True
        serving.result(30)
