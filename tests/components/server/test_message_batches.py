"""Messages of a script reach the event loop together, in order, and one that fails does not hold up the others."""

import asyncio
import threading
from collections.abc import Callable
from contextvars import ContextVar

from components.server.message_batches import CallbackBatch

_NAME: ContextVar[str] = ContextVar("name", default="nobody")


def _run(loop: asyncio.AbstractEventLoop, add: Callable[[CallbackBatch], None]) -> int:
    """Run ``add`` in a thread while the loop is busy, then the loop. Returns how often the loop was woken."""
    batch, wakes = CallbackBatch(loop), 0

    def work() -> None:
        add(batch)

    async def main() -> None:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()  # the loop is busy meanwhile
        await asyncio.sleep(0)

    original = loop.call_soon_threadsafe

    def counted(callback: Callable[[], object]) -> None:
        nonlocal wakes
        wakes += 1
        original(callback)

    batch_add = batch.add

    def add_and_schedule(callback: Callable[[], object]) -> bool:
        if first := batch_add(callback):
            counted(batch.run)
        return first

    batch.add = add_and_schedule  # type: ignore[method-assign]
    loop.run_until_complete(main())
    return wakes


def test_the_loop_is_woken_once_and_the_order_is_kept() -> None:
    loop = asyncio.new_event_loop()
    order: list[int] = []

    def add(batch: CallbackBatch) -> None:
        for number in range(50):
            batch.add(lambda number=number: order.append(number))  # type: ignore[misc]

    assert _run(loop, add) == 1
    assert order == list(range(50))
    assert _run(loop, add) == 1  # and again for the next batch
    assert order == [*range(50), *range(50)]
    loop.close()


def test_an_error_is_reported_and_the_others_run() -> None:
    loop = asyncio.new_event_loop()
    errors: list[object] = []
    loop.set_exception_handler(lambda _, context: errors.append(context["exception"]))
    ran: list[str] = []

    def fail() -> None:
        raise OSError("gone")

    def add(batch: CallbackBatch) -> None:
        batch.add(fail)
        batch.add(lambda: ran.append("after"))

    _run(loop, add)
    assert [type(error) for error in errors] == [OSError]
    assert ran == ["after"]
    loop.close()


def test_each_runs_in_the_context_of_its_thread() -> None:
    loop = asyncio.new_event_loop()
    names: list[str] = []

    def add(batch: CallbackBatch) -> None:
        for name in ("first", "second"):
            _NAME.set(name)
            batch.add(lambda: names.append(_NAME.get()))

    _run(loop, add)
    assert names == ["first", "second"]
    loop.close()
