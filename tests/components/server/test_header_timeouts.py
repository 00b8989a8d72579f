"""Connections on which nothing, or half a request, comes are closed; those that are used stay."""

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from components.server.header_timeouts import limit_header_time

REQUEST = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


class ShortTimeout(H11Protocol):
    """The protocol of a server with a short limit."""


limit_header_time(ShortTimeout, 0.2)


async def hello(request: Request) -> PlainTextResponse:
    return PlainTextResponse("hello")


@pytest.fixture
def address() -> Iterator[tuple[str, int]]:
    """A server with a short limit."""
    app = Starlette(routes=[Route("/", hello)])
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", http=ShortTimeout, timeout_keep_alive=30))
    with socket.socket() as listening, ThreadPoolExecutor(1) as thread:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        serving = thread.submit(server.run, [listening])
        yield listening.getsockname()
        server.should_exit = True
        serving.result(30)


@pytest.mark.parametrize("begun", [b"", b"GET / HT", REQUEST[:-2]], ids=["silent", "half a line", "no end"])
def test_a_connection_without_a_whole_request_is_closed(address: tuple[str, int], begun: bytes) -> None:
    with socket.create_connection(address, timeout=30) as connection:
        connection.sendall(begun)
        assert connection.recv(1) == b""


def test_bytes_that_trickle_in_do_not_extend_the_limit(address: tuple[str, int]) -> None:
    def is_closed(connection: socket.socket) -> bool:
        try:
            return connection.recv(1) == b""
        except TimeoutError:
            return False
        except ConnectionError:
            return True

    with socket.create_connection(address, timeout=0.1) as connection:
        for byte in b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 200:
            try:
                connection.sendall(bytes([byte]))
            except ConnectionError:
                break
            if is_closed(connection):
                break
        else:
            pytest.fail("the whole request was waited for")


def test_whole_requests_are_answered_and_half_of_a_later_one_is_closed(address: tuple[str, int]) -> None:
    with socket.create_connection(address, timeout=30) as connection:
        for _ in range(3):
            connection.sendall(REQUEST)
            answer = connection.recv(4096)
            while not answer.endswith(b"hello"):
                answer += connection.recv(4096)
        connection.sendall(REQUEST[:-2])
        assert connection.recv(1) == b""


def test_a_second_call_changes_the_limit_and_adds_no_call() -> None:
    """The app may be imported anew in one process: a thousand calls in each method would be too deep."""

    class Limited(ShortTimeout):
        pass

    limit_header_time(Limited, 5)
    methods = Limited.connection_made, Limited.data_received, Limited.connection_lost
    limit_header_time(Limited, 0.2)
    assert (Limited.connection_made, Limited.data_received, Limited.connection_lost) == methods
