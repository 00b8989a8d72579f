"""Let the server's event loop take the messages of a script, and send them, in batches.

A script sends some fifty messages in a rerun. For each, Streamlit wakes the event loop from the script's thread, so the
two threads hand the GIL back and forth, and the loop wakes itself once more. Here the loop takes all messages of a few
milliseconds together, and the last ones of a run at once (:func:`run_after_messages`). They stay in order.

To send the messages, Streamlit's loop passes one on in each turn. Here it passes on all of them, up to a limit, so that
they can leave together (:mod:`components.server.joined_writes`).
"""

import threading
from asyncio import AbstractEventLoop, get_running_loop
from collections.abc import Callable
from contextvars import Context, copy_context
from functools import partial
from weakref import WeakKeyDictionary

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import app_session
from streamlit.runtime.runtime import Runtime
from streamlit.runtime.session_manager import ActiveSessionInfo

# Messages of one visitor in one turn of the loop. Others have their turns between, and Streamlit's queue of a
# connection, which is emptied between turns, takes several hundred.
GROUP_SIZE = 50
# Nobody notices a message that comes so much later. Without a wait, the loop took two messages at a time.
WAIT_S = 0.005


class CallbackBatch:
    """Callbacks that an event loop runs together, in order. Thread-safe.

    Each runs in the context of the thread that added it, and an error of one does not keep the others from running, as
    with ``loop.call_soon_threadsafe``.

    Args:
        loop: The event loop.
    """

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._lock = threading.Lock()
        self._waiting: list[tuple[Context, Callable[[], object]]] = []

    def add(self, callback: Callable[[], object]) -> bool:
        """Add a callback. Returns whether it is the first of a batch, so that :meth:`run` has to be scheduled."""
        context = copy_context()
        with self._lock:
            self._waiting.append((context, callback))
            return len(self._waiting) == 1

    def run(self) -> None:
        """Run all callbacks that wait. Called on the event loop."""
        with self._lock:
            batch, self._waiting = self._waiting, []
        for context, callback in batch:
            try:
                context.run(callback)
            except Exception as error:
                message = f"Exception in callback {callback!r}"
                self._loop.call_exception_handler({"message": message, "exception": error})


_BATCHES: WeakKeyDictionary[AbstractEventLoop, CallbackBatch] = WeakKeyDictionary()
_CREATION = threading.Lock()


class MessageGroup(tuple[ForwardMsg, ...]):
    """Messages to one browser, in order, which Streamlit's loop handles like one message."""

    __slots__ = ()


def batch_messages() -> None:
    """Batch the messages of all sessions of this process. Call once, before the first session."""
    _take_in_batches()
    send_in_groups()


def send_in_groups() -> None:
    """Send the messages of all sessions of this process in groups. Call once, before the first session."""
    flush, send = app_session.AppSession.flush_browser_queue, Runtime._send_message

    def flush_in_groups(session: app_session.AppSession) -> list[MessageGroup]:
        messages = flush(session)
        return [MessageGroup(messages[i : i + GROUP_SIZE]) for i in range(0, len(messages), GROUP_SIZE)]

    def send_group(runtime: Runtime, session: ActiveSessionInfo, group: MessageGroup) -> None:
        for message in group:
            send(runtime, session, message)

    app_session.AppSession.flush_browser_queue = flush_in_groups  # type: ignore[method-assign,assignment]
    Runtime._send_message = send_group  # type: ignore[method-assign,assignment]


def run_after_messages(loop: AbstractEventLoop, callback: Callable[[], object]) -> None:
    """Run a callback on an event loop as soon as it can, after all messages that wait to be taken by it. Thread-safe.

    Raises:
        RuntimeError: The loop is closed.
    """
    batch = _batch_of(loop)
    batch.add(callback)
    loop.call_soon_threadsafe(batch.run)


def _batch_of(loop: AbstractEventLoop) -> CallbackBatch:
    with _CREATION:
        batch = _BATCHES.get(loop)
        if batch is None:
            batch = _BATCHES[loop] = CallbackBatch(loop)
    return batch


def _take_in_batches() -> None:
    call_soon = app_session.AppSession._call_soon_on_event_loop
    enqueued = Runtime._enqueued_some_message

    def call_in_batch(session: app_session.AppSession, callback: Callable[[], None]) -> None:
        loop = session._event_loop
        batch = _batch_of(loop)
        if batch.add(callback):
            call_soon(session, partial(loop.call_later, WAIT_S, batch.run))  # type: ignore[arg-type]

    def note_message(runtime: Runtime) -> None:
        objects = runtime._get_async_objs()
        if _is_running(objects.eventloop):
            objects.need_send_data.set()  # the loop is awake
        else:
            enqueued(runtime)

    app_session.AppSession._call_soon_on_event_loop = call_in_batch  # type: ignore[method-assign,assignment]
    Runtime._enqueued_some_message = note_message  # type: ignore[method-assign,assignment]


def _is_running(loop: AbstractEventLoop) -> bool:
    """Whether this is called on the event loop."""
    try:
        return get_running_loop() is loop
    except RuntimeError:
        return False
