"""A visitor without a browser: speaks Streamlit's websocket protocol as its page does, and paints nothing.

What a browser sends was read off its frames: every rerun carries the value of each input that has one and the query
string, and names the fragment that the changed input is in; a page that waits for the engine asks for one fragment
every 0.4 s. Unlike a browser this one never says which elements it holds already, so the server sends each of them
again: its times are, if anything, too long.
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
class Run:
    """One rerun: seconds from sending it to the server's last message about it, and what came back."""

    seconds: float = 0.0
    finished: int = -1
    elements: list[Element] = field(default_factory=list)

    def _of(self, kind: str) -> list[Element]:
        return [element for element in self.elements if element.WhichOneof("type") == kind]

    @property
    def whole(self) -> bool:
        """Whether the script ran to its end, and nothing went wrong in it."""
        done = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
        return self.finished in done and not self._of("exception")

    @property
    def live_bars(self) -> bool:
        """Whether the page came back whole, with bars that the model has computed now."""
        live = bool(self._of("slider"))  # what was computed beforehand has no settings
        return self.whole and live and bool(self._of("vega_lite_chart"))

    @property
    def waited(self) -> bool:
        """Whether the page told that it waits for its turn."""
        return bool(self._of("toast"))

    @property
    def refusals(self) -> list[str]:
        """What the page says that it could not do."""
        return [element.alert.body for element in self._of("alert")]

    @cached_property
    def words(self) -> str:
        """The sentence on the token strip, its pieces joined to words."""
        strips = [e.bidi_component for e in self._of("bidi_component") if e.bidi_component.component_name == STRIP]
        chips = json.loads(strips[0].json)["chips"] if strips else []
        return "".join(chip["text"] if chip["continues"] else f" {chip['text']}" for chip in chips)

    def shows(self, word: str) -> bool:
        """Whether a word stands on the token strip; on a page without one, in what an element was given."""
        if self.words:
            return word in self.words.lower().split()
        return any(word.encode() in e.bidi_component.SerializeToString() for e in self._of("bidi_component"))

    @property
    def bars(self) -> int:
        """How many bars the first chart has."""
        chart = self._of("vega_lite_chart")[0].vega_lite_chart
        table = chart.datasets[0].data.data if chart.datasets else chart.data.data
        rows: int = pa.ipc.open_stream(table).read_all().num_rows
        return rows


class Visitor:
    """One open page. ``inputs`` maps the keys of its inputs to their present states, as the browser holds them."""

    def __init__(self, socket: ClientConnection, page: str) -> None:
        self._socket, self._page = socket, page
        self._script = self._fragment = self._inputs_fragment = ""
        self._interval, self._waits = 0.0, False
        self.inputs: dict[str, WidgetState] = {}
        self.query: dict[str, str] = {}

    async def open(self) -> Run:
        """Open the page; what is painted first."""
        return await self._rerun()

    async def arrive(self) -> None:
        """Open the page and wait until the model answers, as a browser does."""
        await self.open()
        await self.settle()

    async def settle(self) -> None:
        """Wait until the model answers, on a page that was opened."""
        while self._waits:
            await asyncio.sleep(self._interval)  # the protocol's own: the page told how often it wants to be asked
            run = await self._rerun(self._fragment)
            if run.finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                self._waits = False
                await self._answer(time.perf_counter())

    async def write(self, sentence: str) -> Run:
        """Change the sentence; what the server sends for it."""
        self.inputs["sentence"].string_value = self.query["sentence"] = sentence
        run = await self._rerun(self._inputs_fragment, asked=True)
        if not run.whole:
            raise RuntimeError(f"the page did not come back: {[e.WhichOneof('type') for e in run.elements]}")
        missing = [word for word in sentence.lower().rstrip(".").split() if not run.shows(word)]
        if missing and not run.refusals:
            raise RuntimeError(f"asked for “{sentence}”, the page does not show {missing}")
        return run

    async def slide(self, count: int) -> float:
        """Change how many words are shown; seconds until the server has sent everything."""
        self.inputs["k"].double_array_value.data[:] = [count]
        self.query["k"] = str(count)
        run = await self._changed()
        if run.bars != count:
            raise RuntimeError(f"asked for {count} bars, the page shows {run.bars}")
        return run.seconds

    async def _changed(self) -> Run:
        run = await self._rerun(self._inputs_fragment, asked=True)
        if not run.live_bars:
            raise RuntimeError(f"expected live bars, got {[e.WhichOneof('type') for e in run.elements]}")
        return run

    async def _rerun(self, fragment: str = "", *, asked: bool = False) -> Run:
        state = ClientState(
            query_string=urlencode(self.query),
            page_script_hash=self._script,
            page_name="" if self._script else self._page,
            fragment_id=fragment,
            is_auto_rerun=bool(fragment) and not asked,
        )
        state.widget_states.widgets.extend(self.inputs.values())
        state.context_info.timezone, state.context_info.locale = "UTC", "en-US"
        start = time.perf_counter()
        await self._socket.send(BackMsg(rerun_script=state).SerializeToString())
        return await self._answer(start)

    async def _answer(self, start: float) -> Run:
        """Read until the script has finished."""
        run = Run()
        while True:
            frame = await asyncio.wait_for(self._socket.recv(decode=False), _PATIENCE_S)
            message = ForwardMsg.FromString(frame)
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
        """Keep the default of an input that is new; one that is known keeps what the visitor gave it."""
        key = state.id.rpartition("-")[2]  # Streamlit ends a widget's id with the key its page gave it
        if key not in self.inputs or self.inputs[key].id != state.id:
            self.inputs[key] = state


@asynccontextmanager
async def visitor(port: int, page: str, *, arrived: bool = True, **options: Any) -> AsyncIterator[Visitor]:
    """A visitor who has arrived at ``page`` and sees live bars, or, if not ``arrived``, has not opened it yet.

    Args:
        port: Where the server listens.
        page: Its path.
        arrived: Whether the page is to be opened.
        options: For the socket.
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
        found = Visitor(socket, page)
        if arrived:
            await found.arrive()
        yield found
