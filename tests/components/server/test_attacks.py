"""Attacks from outside on a server as it is started, each of them bounded: it stays up, and others are served."""

import json
import socket
import struct
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress

import psutil
import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect

from tests.components.server.conftest import ROOT, AttackedServer
from tests.components.waiting import until

PATIENCE_S = 60.0  # of a test on a busy machine; no result depends on it
RERUN = BackMsg(rerun_script=ClientState(query_string="")).SerializeToString()
ASK_FRAME = Frame(Opcode.BINARY, RERUN).serialize(mask=True)


def page(server: AttackedServer, **options: object) -> ClientConnection:
    """The websocket of a page."""
    address = f"ws://127.0.0.1:{server.port}/_stcore/stream"
    return connect(address, open_timeout=PATIENCE_S, **options)  # type: ignore[arg-type]


def bare_page(server: AttackedServer) -> socket.socket:
    """The websocket of a page that does with it what it likes."""
    upgrade = (
        f"GET /_stcore/stream HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    opened = socket.socket()
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    opened.settimeout(PATIENCE_S)
    opened.connect(("127.0.0.1", server.port))
    opened.sendall(upgrade.encode())
    assert opened.recv(20).startswith(b"HTTP/1.1 101")
    return opened


def close_code(connection: ClientConnection) -> int | None:
    """The code with which the server closes a websocket."""
    with suppress(ConnectionClosed):
        while True:
            connection.recv(PATIENCE_S)
    return connection.close_code


# A foreign page


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://localhost:1"])
def test_a_foreign_page_takes_no_class_away(attacked: AttackedServer, origin: str) -> None:
    form = {"Origin": origin, "Content-Type": "text/plain", "Cookie": f"riverbank-class={attacked.code}.{attacked.key}"}
    for path in ("keep", f"{attacked.code}/students", f"{attacked.code}/entries", f"{attacked.code}/lecturer"):
        status, headers, _ = attacked.request("POST", f"/join/{path}", "", form)
        assert status == 403
        assert "riverbank-" not in headers.get("set-cookie", "")


def test_the_lecturers_own_page_keeps_its_class(attacked: AttackedServer) -> None:
    same = {"Origin": f"http://127.0.0.1:{attacked.port}"}
    status, headers, _ = attacked.request("POST", "/join/keep", f"{attacked.code}.{attacked.key}", same)
    assert status == 204
    assert attacked.key in headers["set-cookie"]


# One laptop in the hall


def test_one_laptop_that_joins_over_and_over_keeps_no_phone_out(attacked: AttackedServer) -> None:
    """As fast as it can from two connections; every phone joins at once, and its answer is stored."""
    over, joins, folder = threading.Event(), [0, 0], f"/join/{attacked.code}"

    def hammer(number: int) -> None:
        raw = f"POST {folder}/students HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n".encode()
        with socket.create_connection(("127.0.0.1", attacked.port), PATIENCE_S) as connection:
            while not over.is_set() and joins[number] < 20_000:
                connection.sendall(raw)
                answer = b""
                while not answer.endswith(b"{}"):
                    answer += connection.recv(65_536)
                joins[number] += 1

    def answer_as_phone(number: int) -> int:
        _, headers, _ = attacked.request("POST", f"{folder}/students")
        cookie = {"Cookie": headers["set-cookie"].partition(";")[0]}
        state = json.loads(attacked.request("GET", f"{folder}/state?known=0", headers=cookie)[2])
        reached = joins[0] + 1_000
        while not over.is_set() and joins[0] < reached:  # by then all places have changed hands several times
            over.wait(0.01)
        entry = {"id": "1", "question": state["ask"]["question"], "text": f"Bank {number}.", "label": ""}
        return attacked.request("POST", f"{folder}/entries", json.dumps(entry), cookie)[0]

    with ThreadPoolExecutor(12) as pool:
        attacks = [pool.submit(hammer, number) for number in (0, 1)]
        try:
            while min(joins) < 200:
                over.wait(0.01)
            statuses = list(pool.map(answer_as_phone, range(10)))
        finally:
            over.set()
        for attack in attacks:
            attack.result(PATIENCE_S)
    assert statuses == [200] * 10


# Connections and bodies that trickle


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost: a\r\n"], ids=["silent", "half a request"])
def test_connections_without_a_whole_request_are_closed(attacked: AttackedServer, begun: bytes) -> None:
    with ExitStack() as stack:
        opened = [
            stack.enter_context(socket.create_connection(("127.0.0.1", attacked.port), PATIENCE_S)) for _ in range(20)
        ]
        for connection in opened:
            connection.sendall(begun)
        assert [connection.recv(1) for connection in opened] == [b""] * 20
    assert attacked.is_well()


@pytest.mark.thorough
@pytest.mark.parametrize("path", ["keep", "{code}/lecturer", "{code}/entries"])
def test_a_body_that_trickles_in_is_not_waited_for(attacked: AttackedServer, path: str) -> None:
    head = f"POST /join/{path.format(code=attacked.code)} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 150\r\n\r\n"
    with socket.create_connection(("127.0.0.1", attacked.port), 0.2) as connection:
        connection.sendall(head.encode())
        answer = b""
        for _ in range(149):  # five a second: half a minute, where the limit is a second
            connection.sendall(b"a")
            with suppress(TimeoutError):
                answer = connection.recv(20)
                break
        assert answer.startswith(b"HTTP/1.1 ")


# Websockets


def test_sockets_that_ask_for_no_page_are_closed_and_use_no_place_up(attacked: AttackedServer) -> None:
    with ExitStack() as stack:
        for _ in range(60):  # all places of the address
            socket_of_nothing = stack.enter_context(page(attacked))
            with suppress(ConnectionClosed):  # if the place of an earlier page is not free yet
                socket_of_nothing.send(b"")
        assert close_code(socket_of_nothing) == 1013
        with page(attacked) as honest:
            honest.send(RERUN)
            assert honest.recv(PATIENCE_S)


def test_a_lecturers_pages_are_counted_too(attacked: AttackedServer) -> None:
    cookie = {"Cookie": f"riverbank-class={attacked.code}.{attacked.key}"}
    codes = []
    with ExitStack() as stack:
        sockets = [stack.enter_context(page(attacked, additional_headers=cookie)) for _ in range(100)]
        codes = [close_code(each) for each in sockets]
    assert codes.count(1013) == 100, "those over the limit at once, the others since they asked for nothing"


@pytest.mark.parametrize("sent", ["text", b"\xff\xff\xff"], ids=["text", "corrupt"])
def test_what_is_no_message_closes_the_socket_and_is_not_logged(attacked: AttackedServer, sent: str | bytes) -> None:
    before = attacked.log.stat().st_size
    for _ in range(20):
        with page(attacked) as connection:
            connection.send(RERUN)
            connection.send(sent)
            assert close_code(connection) == 1003
    assert attacked.is_well()
    with attacked.log.open("rb") as log:
        log.seek(before)
        assert b"Traceback" not in log.read()


@pytest.mark.thorough
def test_a_page_that_reads_nothing_is_cut_off(attacked: AttackedServer) -> None:
    """It asks over and over; what the server has for it must not stay in memory for as long as it likes."""
    with closing(bare_page(attacked)) as reader:
        deadline, pause = time.monotonic() + PATIENCE_S, threading.Event()
        try:
            while time.monotonic() < deadline:
                reader.sendall(ASK_FRAME)
                pause.wait(0.05)
        except ConnectionError:  # what is sent to a closed socket is answered with a reset
            pass
        else:
            pytest.fail("the page was not cut off")
    assert attacked.is_well()


def test_pages_that_come_and_go_leave_no_descriptors(attacked: AttackedServer) -> None:
    """Aborted as soon as they have asked; a session is kept for two minutes, and holds none."""
    process = psutil.Process(attacked.process.pid)
    before = process.num_fds()
    with ExitStack() as stack:
        opened = [stack.enter_context(closing(bare_page(attacked))) for _ in range(30)]
        for each in opened:
            each.sendall(ASK_FRAME)
        assert process.num_fds() < before + 2 * len(opened)
        for each in opened:
            each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # a reset
    until(lambda: process.num_fds() < before + len(opened) // 2)
    assert attacked.is_well()


# A process of its own, which is left without descriptors

EXHAUSTED = """
import asyncio, contextlib, os, resource, socket
from components.server import open_files
open_files.accept_one_by_one()
open_files.limit_exhaustion_logs()

async def run():
    def serve(_, writer):
        writer.write(b"x")
        writer.close()
    server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=2048)
    address, loop = server.sockets[0].getsockname(), asyncio.get_running_loop()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    waiting = [socket.create_connection(address) for _ in range(20)]  # in the backlog: nothing accepts them yet
    for each in waiting:
        each.setblocking(False)
    resource.setrlimit(resource.RLIMIT_NOFILE, (100, hard))
    with contextlib.suppress(OSError):
        while True:
            os.dup(0)
    calls, accept = [], loop_class._accept_connection
    def counted(self, *rest):
        calls.append(1)
        return accept(self, *rest)
    loop_class._accept_connection = counted
    for each in waiting:
        assert await asyncio.wait_for(loop.sock_recv(each, 1), 60) == b"", "refused"
    await asyncio.sleep(0.5)
    print(len(calls))
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    reader, writer = await asyncio.open_connection(*address)
    assert await asyncio.wait_for(reader.read(), 60) == b"x"
    writer.close()

loop_class = asyncio.SelectorEventLoop
asyncio.run(run())
"""


def test_out_of_descriptors_a_server_refuses_at_once_and_goes_on_afterwards() -> None:
    done = subprocess.run([sys.executable, "-c", EXHAUSTED], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 30, "and takes no processor's time while nobody connects"
    assert done.stderr.count("Traceback") == 1, "logged once"
