"""A simulated visitor: speaks Streamlit's websocket protocol like its page, without a browser.

The messages were modelled on those of a browser: every rerun request carries the value of each input and the query
string, and names the fragment of the changed input; a page that waits for the engine requests one fragment every 0.4 s.
Unlike a browser it never says which elements it has already, so the server sends all of them again: the times are
rather too long than too short.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

import pyarrow as pa  # type: ignore[import-untyped]
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

STRIP = "riverbank_token_strip"
_PATIENCE_S = 120.0


@dataclass
class RerunResult:
    """The result of one rerun: seconds to the server's last message about it, its status, and what was sent.

    Attributes:
        seconds: Until the last message.
        finished: The script's status.
        messages: How many messages were sent.
        size: Their bytes.
        elements: The elements among them.
    """

    seconds: float = 0.0
    finished: int = -1
    messages: int = 0
    size: int = 0
    elements: list[Element] = field(default_factory=list)

    def _of(self, kind: str) -> list[Element]:
        return [element for element in self.elements if element.WhichOneof("type") == kind]

    @property
    def is_complete(self) -> bool:
        """Whether the script finished without an exception."""
        done = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
        return self.finished in done and not self._of("exception")

    @property
    def has_live_bars(self) -> bool:
        """Whether the page is complete, with bars that were computed live."""
        live = bool(self._of("slider"))  # precomputed answers have no settings
        return self.is_complete and live and bool(self._of("vega_lite_chart"))

    @property
    def is_queued(self) -> bool:
        """Whether the page showed a notice that it waits for its turn."""
        return bool(self._of("toast"))

    @property
    def errors(self) -> list[str]:
        """The error messages on the page."""
        return [element.alert.body for element in self._of("alert")]

    @cached_property
    def words(self) -> str:
        """The sentence on the token strip, with subword tokens joined to words."""
        strips = [e.bidi_component for e in self._of("bidi_component") if e.bidi_component.component_name == STRIP]
        chips = json.loads(strips[0].json)["chips"] if strips else []
        return "".join(chip["text"] if chip["continues"] else f" {chip['text']}" for chip in chips)

    def shows(self, word: str) -> bool:
        """Whether a word, in small letters, is on the token strip or, without one, in the data of a custom element."""
        if self.words:
            return word in self.words.lower().split()
        shown = (e.bidi_component.SerializeToString().lower() for e in self._of("bidi_component"))
        return any(word.encode() in each for each in shown)

    @property
    def bars(self) -> int:
        """The number of bars of the first chart."""
        chart = self._of("vega_lite_chart")[0].vega_lite_chart
        table = chart.datasets[0].data.data if chart.datasets else chart.data.data
        rows: int = pa.ipc.open_stream(table).read_all().num_rows
        return rows


class ProtocolVisitor:
    """One open page. ``inputs`` maps the keys of its inputs to their states, as a browser keeps them."""

    def __init__(self, socket: ClientConnection, page: str) -> None:
        self._socket, self._page = socket, page
        self._script = self._fragment = self._inputs_fragment = ""
        self._interval, self._waits = 0.0, False
        self.inputs: dict[str, WidgetState] = {}
        self.query: dict[str, str] = {}

    async def open(self) -> RerunResult:
        """Open the page. Returns the first run."""
        return await self._rerun()

    async def arrive(self) -> None:
        """Open the page and wait until the model answers."""
        await self.open()
        await self.settle()

    async def settle(self) -> None:
        """Wait until the model answers on an open page."""
        while self._waits:
            await asyncio.sleep(self._interval)  # the interval that the page requested
            run = await self._rerun(self._fragment)
            if run.finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                self._waits = False
                await self._answer(time.perf_counter())

    async def write(self, sentence: str, *, key: str = "sentence") -> RerunResult:
        """Change the sentence in the box with a key. Returns the run."""
        self.inputs[key].string_value = self.query[key] = sentence
        run = await self._rerun(self._inputs_fragment, by_visitor=True)
        if not run.is_complete:
            raise RuntimeError(f"the page did not come back: {[e.WhichOneof('type') for e in run.elements]}")
        missing = [word for word in sentence.lower().rstrip(".").split() if not run.shows(word)]
        if missing and not run.errors:
            raise RuntimeError(f"asked for “{sentence}”, the page does not show {missing}")
        return run

    async def slide(self, count: int) -> float:
        """Change the number of words shown. Returns the seconds until the server has sent everything."""
        self.inputs["k"].double_array_value.data[:] = [count]
        self.query["k"] = str(count)
        run = await self._changed()
        if run.bars != count:
            raise RuntimeError(f"asked for {count} bars, the page shows {run.bars}")
        return run.seconds

    async def _changed(self) -> RerunResult:
        run = await self._rerun(self._inputs_fragment, by_visitor=True)
        if not run.has_live_bars:
            raise RuntimeError(f"expected live bars, got {[e.WhichOneof('type') for e in run.elements]}")
        return run

    async def _rerun(self, fragment: str = "", *, by_visitor: bool = False) -> RerunResult:
        state = ClientState(
            query_string=urlencode(self.query),
            page_script_hash=self._script,
            page_name="" if self._script else self._page,
            fragment_id=fragment,
            is_auto_rerun=bool(fragment) and not by_visitor,
        )
        state.widget_states.widgets.extend(self.inputs.values())
        state.context_info.timezone, state.context_info.locale = "UTC", "en-US"
        start = time.perf_counter()
        await self._socket.send(BackMsg(rerun_script=state).SerializeToString())
        return await self._answer(start)

    async def _answer(self, start: float) -> RerunResult:
        """Read until the script has finished."""
        run = RerunResult()
        while True:
            frame = await asyncio.wait_for(self._socket.recv(decode=False), _PATIENCE_S)
            message = ForwardMsg.FromString(frame)
            run.messages, run.size = run.messages + 1, run.size + len(frame)
            kind = message.WhichOneof("type")
            if kind == "script_finished":
                run.seconds, run.finished = time.perf_counter() - start, message.script_finished
                return run
            if kind == "navigation":
                self._script = message.navigation.page_script_hash
            elif kind == "auto_rerun":
                self._waits = True
                self._fragment, self._interval = message.auto_rerun.fragment_id, message.auto_rerun.interval
            elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
                run.elements.append(message.delta.new_element)
                self._hold_input(message.delta.new_element)
                if message.delta.new_element.WhichOneof("type") == "text_input":
                    self._inputs_fragment = message.delta.fragment_id

    def _hold_input(self, element: Element) -> None:
        kind = element.WhichOneof("type")
        if kind == "text_input":
            self._hold(WidgetState(id=element.text_input.id, string_value=element.text_input.default))
        elif kind == "slider":
            state = WidgetState(id=element.slider.id)
            state.double_array_value.data.extend(element.slider.default)
            self._hold(state)
        elif kind == "selectbox" and element.selectbox.HasField("default"):
            box = element.selectbox
            self._hold(WidgetState(id=box.id, string_value=box.options[box.default]))

    def _hold(self, state: WidgetState) -> None:
        """Store the default of a new input; a known one keeps the visitor's value."""
        key = state.id.rpartition("-")[2]  # Streamlit's widget ids end with the key
        if key not in self.inputs or self.inputs[key].id != state.id:
            self.inputs[key] = state


@asynccontextmanager
async def visitor(port: int, page: str, *, arrived: bool = True, **options: Any) -> AsyncIterator[ProtocolVisitor]:
    """A visitor of ``page``, by default one that has opened it and sees live bars.

    Args:
        port: The port of the server.
        page: The path of the page.
        arrived: Whether to open the page and wait for live bars.
        options: Options for the websocket.
    """
    address = f"ws://127.0.0.1:{port}/_stcore/stream"
    # Browsers never ping; the server does.
    async with connect(
        address,
        subprotocols=[Subprotocol("streamlit")],
        max_size=None,
        compression=None,
        proxy=None,
        ping_interval=None,
        **options,
    ) as socket:
        page_visitor = ProtocolVisitor(socket, page)
        if arrived:
            await page_visitor.arrive()
        yield page_visitor
