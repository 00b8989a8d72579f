"""Messages of a script reach the event loop together, in order, and one that fails does not hold up the others."""

import asyncio
import threading
from collections.abc import Callable
from contextvars import ContextVar

from components.server.message_batches import CallbackBatch
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
