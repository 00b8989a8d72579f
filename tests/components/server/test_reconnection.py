"""The first question of every socket is one for the whole page, and nothing else is touched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState

from components.server.reconnection import ForceFullRerun, to_full_rerun
from tests.event_loops import run_in_own_loop


def question(fragment: str, *, auto: bool = False) -> bytes:
    state = ClientState(query_string="sentence=The+bank.", fragment_id=fragment, is_auto_rerun=auto)
    state.widget_states.widgets.add(id="a", string_value="typed")
    return BackMsg(rerun_script=state).SerializeToString()


@pytest.mark.parametrize("auto", [True, False])
def test_a_fragment_that_only_the_old_session_knew_becomes_the_page(auto: bool) -> None:
    message, is_rerun = to_full_rerun(question("gone", auto=auto))
    assert is_rerun
    assert message == question("")


def test_what_is_no_question_is_left_alone() -> None:
    for sent in (
        question(""),
        BackMsg(stop_script=True).SerializeToString(),
        BackMsg(clear_cache=True).SerializeToString(),
    ):
        assert to_full_rerun(sent)[0] == sent
    assert not to_full_rerun(BackMsg(stop_script=True).SerializeToString())[1]


@given(st.binary(max_size=200))
def test_whatever_is_sent_goes_on(sent: bytes) -> None:
    message, _ = to_full_rerun(sent)
    assert isinstance(message, bytes)


def test_only_the_first_question_of_a_socket_is_changed() -> None:
    sent = [
        {"type": "websocket.connect"},
        {"type": "websocket.receive", "bytes": BackMsg(stop_script=True).SerializeToString()},
        {"type": "websocket.receive", "text": "not ours"},
        {"type": "websocket.receive", "bytes": question("one")},
        {"type": "websocket.receive", "bytes": question("two")},
    ]
    received: list[Message] = []

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        received.extend([await receive() for _ in range(5)])

    queue = iter(sent)

    async def next_message() -> Message:
        return dict(next(queue))

    async def nowhere(_: Message) -> None: ...

    run_in_own_loop(ForceFullRerun(page)({"type": "websocket"}, next_message, nowhere))
    assert received[3]["bytes"] == question("")
    assert [message for n, message in enumerate(received) if n != 3] == [m for n, m in enumerate(sent) if n != 3]
