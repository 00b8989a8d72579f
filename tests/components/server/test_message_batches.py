"""Messages of a script reach the event loop and leave it together, in order; one that fails holds up no others."""

import asyncio
import threading
from collections.abc import Callable
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.runtime import Runtime
from streamlit.runtime.session_manager import SessionClientDisconnectedError

from components.server.message_batches import GROUP_SIZE, CallbackBatch, send_in_groups
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
