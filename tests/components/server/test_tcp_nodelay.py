"""Small messages leave at once: the option is set on the socket of every connection."""

import socket
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from components.server.metrics import RequestMetrics
from components.server.tcp_nodelay import TcpNoDelay, accepted_socket
from tests.event_loops import run_in_own_loop


class Protocol:
    """Stands for the server's side of a connection."""

    def __init__(self, connection: socket.socket | None) -> None:
        self.transport = SimpleNamespace(get_extra_info={"socket": connection}.get)

    async def send(self, message: Any) -> None:
        """What an application answers with."""


async def served(scope: Any, receive: Any, send: Any) -> None:
    scope["served"] = True


async def nothing() -> Any:
    return {}


def run(kind: str, send: Any) -> dict[str, Any]:
    scope: dict[str, Any] = {"type": kind}
    run_in_own_loop(TcpNoDelay(served)(scope, nothing, send))
    return scope


@pytest.mark.parametrize("kind", ["websocket", "http"])
def test_nagle_is_off_for_every_connection(kind: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as connection:
        scope = run(kind, Protocol(connection).send)
        assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    assert scope["served"]


def test_it_is_off_on_the_sockets_that_the_server_accepts() -> None:
    async def option(request: Request) -> Response:
        connection = accepted_socket(request.receive)
        assert connection is not None
        return Response(str(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))

    app = Starlette(routes=[Route("/", option)], middleware=[Middleware(TcpNoDelay), Middleware(RequestMetrics)])
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    with socket.socket(socket.AF_INET) as listening, ThreadPoolExecutor(1) as thread:  # as Streamlit makes it
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        serving = thread.submit(server.run, [listening])
        try:
            address = f"http://127.0.0.1:{listening.getsockname()[1]}/"
            with httpx2.Client(trust_env=False) as client:
                assert [client.get(address).text for _ in range(2)] == ["1", "1"]
        finally:
            server.should_exit = True
            serving.result()


async def plain(message: Any) -> None:
    """A way to answer that hides the connection."""


@pytest.mark.parametrize("send", [Protocol(None).send, plain])
def test_where_there_is_no_socket_the_page_is_served_all_the_same(send: Any) -> None:
    assert run("websocket", send)["served"]
