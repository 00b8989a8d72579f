"""Run visitors' scripts in order of arrival, a few at a time.

Streamlit starts a thread for every rerun of every visitor. Under overload, hundreds of threads compete for the GIL with
the one thread that sends the answers, and the process does not recover while people keep typing. Here a thread waits
for its turn before it runs the script, and keeps the turn until the server has taken its messages. A changed word goes
ahead of whole pages that were just asked for, most of all of those who arrive, and of the checks that pages repeat by
themselves. A newer request of a session replaces one that still waits, a session that stops leaves the queue, and a
visitor who waits for three seconds sees their place in it. Scripts that run without a server (Streamlit's AppTest) are
not affected.
"""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.RootContainer_pb2 import RootContainer
from streamlit.runtime import app_session
from streamlit.runtime.scriptrunner import RerunData, ScriptRunner, ScriptRunnerEvent
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequest, ScriptRequests, ScriptRequestType

from components.model.run_queue import TURN_S, RunQueue, Turn, WaitCallback
from components.server.message_batches import run_after_messages
from components.server.runs.links_in_flight import LinkInFlight

LIMIT = 3  # fewer leave the models idle; more take the GIL from the sending thread
# When hundreds arrive at once, those who have a page and type would wait behind all pages that are still to be opened.
# So for these seconds a part of a page goes ahead of a whole page; it takes a fraction of its time.
WHOLE_PAGE_LATER_S = 4.0
ARRIVAL_LATER_S = 10.0  # the same for who arrives: they have nothing yet that could be interrupted
NOTICE_AFTER, NOTICE_EVERY, NOTICE_S = 3, 4, 5  # seconds; a notice is replaced while it is still shown
TURNS = RunQueue(LIMIT)


class QueuedRequests(ScriptRequests):
    """The rerun requests of one session, which run when its turn comes.

    Args:
        queue: The queue to wait in.
        on_wait: Called while it waits, as :meth:`components.model.run_queue.Turn.acquire` does.
        on_end: Called after each run, before the turn passes on.
        replaced: Stopped requests of the same session that these replace. What was pending there is merged into these,
            at the earlier place in the queue.
        page_later_s: Seconds for which parts of pages may go ahead of a whole page that is requested here.

    Attributes:
        pending: The request that had not run when these requests were stopped.
    """

    def __init__(
        self,
        queue: RunQueue,
        on_wait: WaitCallback,
        on_end: Callable[[], None],
        replaced: "QueuedRequests | None" = None,
        *,
        page_later_s: float = WHOLE_PAGE_LATER_S,
    ) -> None:
        super().__init__()
        self._page_later_s = page_later_s
        self.pending: RerunData | None = None
        self._queue, self._turn = queue, Turn(queue)
        self._on_wait, self._on_end, self._ran = on_wait, on_end, False
        if replaced is not None and replaced.pending is not None:
            self.request_rerun(replaced.pending)
            self._turn.arrival = replaced._turn.arrival

    def _request_rerun_locked(self, new_data: RerunData) -> bool:
        # Of hundreds of pages that wait for the models, each checks whether they are loaded: a page that is still to be
        # opened would wait behind all of these checks.
        is_changed_part = bool(new_data.fragment_id or new_data.fragment_id_queue) and not new_data.is_auto_rerun
        arrival = self._queue.next_arrival(later_s=0.0 if is_changed_part else self._page_later_s)
        if self._state is ScriptRequestType.CONTINUE:
            self._turn.arrival = arrival
        else:  # it is merged into the pending request, which keeps its place unless this one's is earlier
            self._queue.advance(self._turn, arrival)
            if new_data.widget_states is None:  # the app's own rerun, which knows less than a browser's address
                new_data = replace(new_data, query_string=self._rerun_data.query_string)
        return super()._request_rerun_locked(new_data)

    def request_stop(self) -> None:
        """Request the script to stop, and leave the queue."""
        with self._lock:
            if self._state is ScriptRequestType.RERUN:
                self.pending = self._rerun_data
        super().request_stop()
        self._turn.cancel()

    def on_scriptrunner_ready(self) -> ScriptRequest:
        """Wait for the turn of the next run. Called in the script's thread before its first run and after each."""
        if self._ran:
            self._on_end()
        self._turn.release()
        if self._state is ScriptRequestType.RERUN:
            self._ran = self._turn.acquire(self._on_wait)
        return super().on_scriptrunner_ready()

    def release(self) -> None:
        """Release the turn. Called in the script's thread."""
        self._turn.release()


_REPLACED: ContextVar[QueuedRequests | None] = ContextVar("replaced", default=None)
_LINK: ContextVar[LinkInFlight | None] = ContextVar("link", default=None)
_PAGE_LATER_S: ContextVar[float] = ContextVar("page later", default=WHOLE_PAGE_LATER_S)


class QueuedScriptRunner(ScriptRunner):
    """Runs a session's script when its turn comes."""

    def __init__(self, *, initial_rerun_data: RerunData, **options: Any) -> None:
        super().__init__(initial_rerun_data=initial_rerun_data, **options)
        self._server_loop = asyncio.get_running_loop()
        self._requests: QueuedRequests = QueuedRequests(
            TURNS, self._notify, self._drain, _REPLACED.get(), page_later_s=_PAGE_LATER_S.get()
        )
        self._requests.request_rerun(initial_rerun_data)
        self._link = _LINK.get() or LinkInFlight()

    @property
    def requests(self) -> QueuedRequests:
        """The rerun requests of the session."""
        return self._requests

    def _run_script_thread(self) -> None:
        try:
            super()._run_script_thread()
        finally:
            self._requests.release()

    def _run_script(self, rerun_data: RerunData) -> None:
        super()._run_script(self._with_whole_link(rerun_data))

    def _with_whole_link(self, rerun_data: RerunData) -> RerunData:
        """Returns the request with the merged address, and sends that to the browser if it differs from its own."""
        states, query = rerun_data.widget_states, rerun_data.query_string
        if states is None:  # the app's own rerun
            return rerun_data
        page = self._pages_manager.current_page_script_hash
        if rerun_data.is_history_navigation or rerun_data.page_script_hash != page:
            self._link.follow(query, states)
            return rerun_data
        with self._session_state.query_params() as params:
            merged = self._link.merge(query, states, params.to_dict())
        if merged != query:
            message = ForwardMsg()
            message.page_info_changed.query_string = merged
            self.on_event.send(self, event=ScriptRunnerEvent.ENQUEUE_FORWARD_MSG, forward_msg=message)
        return replace(rerun_data, query_string=merged)

    def _drain(self) -> None:
        """Wait until the server has taken all messages of the run.

        The sending thread needs the GIL, too. If scripts did not wait for it, they would make messages faster than it
        can send them, and every answer would arrive late.
        """
        drained = threading.Event()
        with suppress(RuntimeError):  # the loop is closed: the server is shutting down
            run_after_messages(self._server_loop, drained.set)
            drained.wait(TURN_S)

    def _notify(self, ahead: int, looks: int) -> None:
        """Show the visitor that they are waiting."""
        if looks >= NOTICE_AFTER and (looks - NOTICE_AFTER) % NOTICE_EVERY == 0:
            message = wait_notice(ahead, round(looks * TURNS.look_s))
            self.on_event.send(self, event=ScriptRunnerEvent.ENQUEUE_FORWARD_MSG, forward_msg=message)


def wait_notice(ahead: int, seconds: int) -> ForwardMsg:
    """A toast that shows the visitor's place in the queue for a few seconds.

    The page shows a toast again only if its text differs, so the text includes the seconds waited.
    """
    message = ForwardMsg()
    toast = message.delta.new_element.toast
    toast.body = f"Many people are using the app right now. You are number {ahead + 1} in line ({seconds} s so far)."
    toast.duration = NOTICE_S
    message.metadata.delta_path[:] = [RootContainer.EVENT, 0]
    return message


def run_scripts_in_turns() -> None:
    """Make all sessions of this process run their scripts in turns. Call once, before the first session."""
    request_rerun = app_session.AppSession.request_rerun
    links: WeakKeyDictionary[app_session.AppSession, LinkInFlight] = WeakKeyDictionary()

    def request_in_line(session: app_session.AppSession, client_state: ClientState | None) -> None:
        runner = session._scriptrunner
        replaced = _REPLACED.set(runner.requests if isinstance(runner, QueuedScriptRunner) else None)
        later = _PAGE_LATER_S.set(WHOLE_PAGE_LATER_S if session in links else ARRIVAL_LATER_S)
        link = _LINK.set(links.setdefault(session, LinkInFlight()))
        try:
            request_rerun(session, client_state)
        finally:
            _REPLACED.reset(replaced)
            _LINK.reset(link)
            _PAGE_LATER_S.reset(later)

    app_session.ScriptRunner = QueuedScriptRunner  # type: ignore[assignment,attr-defined]
    app_session.AppSession.request_rerun = request_in_line  # type: ignore[assignment,method-assign]
