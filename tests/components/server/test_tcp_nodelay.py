"""Small messages leave at once: the option is set on the socket of a websocket, and nowhere else."""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from components.server.tcp_nodelay import TcpNoDelay


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
    with ThreadPoolExecutor(1) as thread:  # the browser tests keep a loop running in this one
        thread.submit(lambda: asyncio.run(TcpNoDelay(served)(scope, nothing, send))).result()  # type: ignore[arg-type]
    return scope


@pytest.mark.parametrize(("kind", "set_there"), [("websocket", True), ("http", False)])
def test_nagle_is_off_for_websockets_alone(kind: str, set_there: bool) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as connection:
        scope = run(kind, Protocol(connection).send)
        assert bool(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)) is set_there
    assert scope["served"]


async def plain(message: Any) -> None:
    """A way to answer that hides the connection."""


@pytest.mark.parametrize("send", [Protocol(None).send, plain])
def test_where_there_is_no_socket_the_page_is_served_all_the_same(send: Any) -> None:
    assert run("websocket", send)["served"]
