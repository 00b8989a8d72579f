"""Messages that a websocket sends in one turn of the loop leave together, and none waits for the next."""

import asyncio
import socket
import time
from asyncio.selector_events import _SelectorSocketTransport  # type: ignore[attr-defined]
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from components.server.joined_writes import LIMIT, JoinedWrites, JoiningTransport
from tests.event_loops import run_in_own_loop

IMPLEMENTATIONS = ("websockets-sansio", "websockets")
pytestmark = pytest.mark.filterwarnings("ignore")  # of the older implementation about itself
WAIT_S = 10.0


class Application:
    """Sends what it is told to over a websocket."""

    def __init__(self) -> None:
        self.sent = 0
        self.errors: list[BaseException] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Accept a connection; for each message ``COUNT SIZE``, send as many messages in one turn of the loop."""
        if scope["type"] != "websocket":
            return
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        try:
            while (order := await receive())["type"] == "websocket.receive":
                count, size = map(int, order["text"].split())
                for number in range(count):
                    await send({"type": "websocket.send", "bytes": message(number, size)})
                    self.sent += 1
                if not count:
                    await send({"type": "websocket.send", "bytes": b"last"})
                    await send({"type": "websocket.close", "code": 4000})
                    return
        except BaseException as error:
            self.errors.append(error)
            raise


def message(number: int, size: int) -> bytes:
    return str(number).encode().ljust(size, b".")


@contextmanager
def served(app: ASGIApp, implementation: Any) -> Iterator[ClientConnection]:
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws=implementation, lifespan="off"))
    with socket.socket(socket.AF_INET) as listening, ThreadPoolExecutor(1) as thread:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        serving = thread.submit(server.run, [listening])
        try:
            with connect(
                f"ws://127.0.0.1:{listening.getsockname()[1]}/",
                proxy=None,
                compression=None,
                max_size=None,
                close_timeout=1,
            ) as client:
                yield client
        finally:
            server.should_exit = True
            serving.result()


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What is written to sockets of event loops."""
    written: list[bytes] = []
    write = _SelectorSocketTransport.write

    def noted(transport: Any, data: Any) -> None:
        written.append(bytes(data))
        write(transport, data)

    monkeypatch.setattr(_SelectorSocketTransport, "write", noted)
    return written


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_bytes_are_the_same_in_fewer_writes(writes: list[bytes], implementation: str) -> None:
    bytes_written, counts = [], []
    for app in (Application(), JoinedWrites(Application())):
        writes.clear()
        with served(app, implementation) as client:
            del writes[:]  # the handshake's
            client.send("50 200")
            assert [client.recv(WAIT_S) for _ in range(50)] == [message(number, 200) for number in range(50)]
            bytes_written.append(b"".join(writes))
            counts.append(len(writes))
    assert bytes_written[0] == bytes_written[1]
    assert counts == [50, 1]


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_no_message_waits_for_another(implementation: str) -> None:
    with served(JoinedWrites(Application()), implementation) as client:
        for _ in range(3):
            client.send("1 20")  # the application sends nothing else until it is asked again
            assert client.recv(WAIT_S) == message(0, 20)


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
@pytest.mark.parametrize("size", [LIMIT // 3, LIMIT, 20 * LIMIT])
def test_large_messages_arrive_whole_and_in_order(implementation: str, size: int) -> None:
    with served(JoinedWrites(Application()), implementation) as client:
        for each in (10, size, 10):
            client.send(f"7 {each}")
            assert [client.recv(WAIT_S) for _ in range(7)] == [message(number, each) for number in range(7)]


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_what_was_sent_arrives_before_the_connection_closes(implementation: str) -> None:
    with served(JoinedWrites(Application()), implementation) as client:
        client.send("3 10")
        client.send("0 0")
        assert [client.recv(WAIT_S) for _ in range(4)] == [*(message(number, 10) for number in range(3)), b"last"]
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(WAIT_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4000


@pytest.mark.thorough
@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_who_does_not_read_is_not_sent_everything(implementation: str) -> None:
    app, count, size = Application(), 4_000, 10_000
    with served(JoinedWrites(app), implementation) as client:
        client.send(f"{count} {size}")
        client.recv(WAIT_S)
        before = 0
        while before != app.sent:
            before = app.sent
            time.sleep(0.3)
        assert app.sent < count


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_who_leaves_does_no_harm(implementation: str) -> None:
    app = Application()
    with served(JoinedWrites(app), implementation) as client:
        client.send("4000 10000")
        client.recv(WAIT_S)
        client.socket.close()
    assert len(app.errors) <= 1  # uvicorn's own, which tells the application that the visitor left


def test_http_is_not_touched() -> None:
    async def passed(scope: Scope, receive: Receive, send: Send) -> None:
        assert send.__self__.transport is transport  # type: ignore[attr-defined]

    class HttpProtocol:
        def __init__(self, transport: asyncio.Transport) -> None:
            self.transport = transport

        async def send(self, _: Any) -> None:
            """Send nothing."""

    transport = asyncio.Transport()
    run_in_own_loop(JoinedWrites(passed)({"type": "http"}, None, HttpProtocol(transport).send))  # type: ignore[arg-type]


class RecordingTransport(asyncio.Transport):
    """Notes what it is called with."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[bytes | str] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.calls.append(bytes(data))

    def close(self) -> None:
        self.calls.append("close")

    def abort(self) -> None:
        self.calls.append("abort")

    def write_eof(self) -> None:
        self.calls.append("eof")

    def get_write_buffer_size(self) -> int:
        return 3

    def is_closing(self) -> bool:
        return "close" in self.calls


TURN = None
SIZES = st.sampled_from([0, 1, 5, LIMIT // 2, LIMIT - 1, LIMIT, LIMIT + 1, 3 * LIMIT])


@given(st.lists(st.one_of(SIZES, st.just(TURN)), max_size=30))
def test_whatever_is_written_is_passed_on_in_order(sizes: list[int | None]) -> None:
    async def write_all() -> None:
        transport, expected = RecordingTransport(), b""
        joining = JoiningTransport(transport, asyncio.get_running_loop())
        for number, size in enumerate(sizes):
            if size is TURN:
                await asyncio.sleep(0)
                assert b"".join(map(bytes, transport.calls)) == expected  # type: ignore[arg-type]
            else:
                data = message(number, size)[:size]
                joining.write(data)
                expected += data
                collected = len(expected) - sum(map(len, transport.calls))
                assert collected <= LIMIT
                assert joining.get_write_buffer_size() == 3 + collected
        joining.close()
        assert transport.calls.pop() == "close"
        assert b"".join(map(bytes, transport.calls)) == expected  # type: ignore[arg-type]
        assert not joining.is_closing()  # asked of the transport, whose note was taken away

    run_in_own_loop(write_all())


def test_what_changes_after_it_was_written_is_written_as_it_was() -> None:
    async def write() -> list[bytes | str]:
        transport = RecordingTransport()
        joining = JoiningTransport(transport, asyncio.get_running_loop())
        data = bytearray(b"abc")
        joining.writelines([data, memoryview(data)[1:]])
        data[:] = b"xyz"
        joining.write_eof()
        joining.write(b"dropped")
        joining.abort()
        await asyncio.sleep(0)
        return transport.calls

    assert run_in_own_loop(write()) == [b"abcbc", "eof", "abort"]
