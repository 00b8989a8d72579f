"""Messages of a script reach the event loop and leave it together, in order; one that fails holds up no others."""

import asyncio
import threading
from collections.abc import Callable
from contextvars import ContextVar
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.runtime import Runtime
from streamlit.runtime.session_manager import SessionClientDisconnectedError

from components.server import message_batches
from components.server.message_batches import GROUP_SIZE, CallbackBatch, run_after_messages, send_in_groups
from tests.event_loops import run_in_own_loop

_NAME: ContextVar[str] = ContextVar("name", default="nobody")

AddTo = Callable[[Callable[[], object]], None]


async def _wakes(batch: CallbackBatch, add_all: Callable[[AddTo], None]) -> int:
    """Let a thread add callbacks while the loop is busy, then run them. Returns how often the loop was woken."""
    loop, wakes = asyncio.get_running_loop(), 0

    def add(callback: Callable[[], object]) -> None:
        nonlocal wakes
        if batch.add(callback):
            wakes += 1
            loop.call_soon_threadsafe(batch.run)

    thread = threading.Thread(target=add_all, args=(add,))
    thread.start()
    thread.join()  # the loop is busy meanwhile
    await asyncio.sleep(0)
    return wakes


def test_the_loop_is_woken_once_and_the_order_is_kept() -> None:
    order: list[int] = []

    def add_all(add: AddTo) -> None:
        for number in range(50):
            add(lambda number=number: order.append(number))  # type: ignore[misc]

    async def two_batches() -> None:
        batch = CallbackBatch(asyncio.get_running_loop())
        assert await _wakes(batch, add_all) == 1
        assert order == list(range(50))
        assert await _wakes(batch, add_all) == 1  # and again for the next batch
        assert order == [*range(50), *range(50)]

    run_in_own_loop(two_batches())


def test_an_error_is_reported_and_the_others_run() -> None:
    errors: list[object] = []
    ran: list[str] = []

    def fail() -> None:
        raise OSError("gone")

    def add_all(add: AddTo) -> None:
        add(fail)
        add(lambda: ran.append("after"))

    async def one_batch() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: errors.append(context["exception"]))
        await _wakes(CallbackBatch(loop), add_all)

    run_in_own_loop(one_batch())
    assert [type(error) for error in errors] == [OSError]
    assert ran == ["after"]


def test_each_runs_in_the_context_of_its_thread() -> None:
    names: list[str] = []

    def add_all(add: AddTo) -> None:
        for name in ("first", "second"):
            _NAME.set(name)
            add(lambda: names.append(_NAME.get()))

    async def one_batch() -> None:
        await _wakes(CallbackBatch(asyncio.get_running_loop()), add_all)

    run_in_own_loop(one_batch())
    assert names == ["first", "second"]


@pytest.fixture
def taken_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    for owner, name in ((AppSession, "_call_soon_on_event_loop"), (Runtime, "_enqueued_some_message")):
        monkeypatch.setattr(owner, name, getattr(owner, name))  # taken back after the test
    message_batches._take_in_batches()


async def _run_in_thread(script: Callable[[Any], object]) -> None:
    """Run a script in a thread beside the loop; it gets a session to send by."""
    await asyncio.to_thread(script, SimpleNamespace(_event_loop=asyncio.get_running_loop()))


@pytest.mark.usefixtures("taken_in_batches")
def test_the_loop_takes_all_messages_at_the_end_of_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_batches, "WAIT_S", 3600.0)
    run, ended = CallbackBatch.run, threading.Event()
    order: list[int] = []
    turns: list[int] = []

    def noted_run(batch: CallbackBatch) -> None:
        before = len(order)
        run(batch)
        turns.append(len(order) - before)

    def script(session: Any) -> None:
        for number in range(10):
            AppSession._call_soon_on_event_loop(session, partial(order.append, number))
        run_after_messages(session._event_loop, partial(order.append, -1))
        run_after_messages(session._event_loop, ended.set)
        assert ended.wait(30)

    monkeypatch.setattr(CallbackBatch, "run", noted_run)
    run_in_own_loop(_run_in_thread(script))
    assert order == [*range(10), -1]
    assert len(turns) <= 2


@pytest.mark.usefixtures("taken_in_batches")
def test_messages_of_a_script_that_goes_on_are_taken() -> None:
    def script(session: Any) -> None:
        for _ in range(3):
            taken = threading.Event()
            AppSession._call_soon_on_event_loop(session, taken.set)
            assert taken.wait(30)  # the script has not ended

    run_in_own_loop(_run_in_thread(script))


def test_a_closed_loop_is_told_of() -> None:
    async def own_loop() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    loop = run_in_own_loop(own_loop())
    assert loop.is_closed()
    with pytest.raises(RuntimeError):
        run_after_messages(loop, lambda: None)


@pytest.fixture
def grouped(monkeypatch: pytest.MonkeyPatch) -> None:
    for owner, name in ((AppSession, "flush_browser_queue"), (Runtime, "_send_message")):
        monkeypatch.setattr(owner, name, getattr(owner, name))  # taken back after the test
    send_in_groups()


class Browser:
    """Takes messages as a connection does, until it is gone."""

    def __init__(self, limit: int = 10_000) -> None:
        self.messages: list[ForwardMsg] = []
        self._limit = limit

    def write_forward_msg(self, message: ForwardMsg) -> None:
        if len(self.messages) == self._limit:
            raise SessionClientDisconnectedError
        self.messages.append(message)


def _flush(messages: list[ForwardMsg], browser: Browser) -> tuple[list[int], int]:
    """Flush messages as Streamlit's loop does. Returns how many are sent in each turn, and the finished runs."""
    queue = SimpleNamespace(flush=lambda: messages)
    session: Any = SimpleNamespace(client=browser, script_run_count=0)
    turns = []
    for group in AppSession.flush_browser_queue(SimpleNamespace(_browser_queue=queue)):  # type: ignore[arg-type]
        before = len(browser.messages)
        Runtime._send_message(SimpleNamespace(), session, group)  # type: ignore[arg-type]
        turns.append(len(browser.messages) - before)
    return turns, session.script_run_count


@pytest.mark.parametrize("count", [0, 1, GROUP_SIZE - 1, GROUP_SIZE, GROUP_SIZE + 1, 3 * GROUP_SIZE + 7])
@pytest.mark.usefixtures("grouped")
def test_messages_leave_in_order_in_few_turns(count: int) -> None:
    messages = [ForwardMsg(hash=str(number)) for number in range(count)]
    browser = Browser()
    turns, _ = _flush(messages, browser)
    assert browser.messages == messages
    assert len(turns) == -(-count // GROUP_SIZE)
    assert max(turns, default=0) <= GROUP_SIZE


@pytest.mark.usefixtures("grouped")
def test_streamlit_still_counts_finished_runs() -> None:
    finished = ForwardMsg(script_finished=ForwardMsg.FINISHED_SUCCESSFULLY)
    assert _flush([ForwardMsg(hash="a"), finished, finished], Browser())[1] == 2


@pytest.mark.usefixtures("grouped")
def test_streamlit_still_notices_who_has_left() -> None:
    browser = Browser(limit=2)
    with pytest.raises(SessionClientDisconnectedError):
        _flush([ForwardMsg(hash=str(number)) for number in range(5)], browser)
    assert [message.hash for message in browser.messages] == ["0", "1"]
