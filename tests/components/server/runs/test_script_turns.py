"""Sessions run their scripts in turns; nothing that a visitor did is lost, and who waits is told so."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import pytest
from streamlit.proto.RootContainer_pb2 import RootContainer
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner import RerunData
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType

from benchmarks.serving import serve_process
from benchmarks.visitor import visitor
from components.model.run_queue import RunQueue, Turn
from components.server.runs.script_turns import (
    ARRIVAL_LATER_S,
    LIMIT,
    WHOLE_PAGE_LATER_S,
    QueuedRequests,
    wait_notice,
)
from tests.components.waiting import until
from tests.event_loops import run_in_own_loop

PATIENCE_S = 30.0
APP = Path(__file__).parents[3] / "browser" / "apps" / "turns_app.py"


@pytest.fixture
def line() -> RunQueue:
    return RunQueue(1, look_s=0.01, turn_s=PATIENCE_S)


@pytest.fixture
def holder(line: RunQueue) -> Iterator[Turn]:
    """Somebody who has the only turn."""
    turn = Turn(line)
    turn.acquire()
    yield turn
    turn.release()


def requests(
    line: RunQueue, replaced: QueuedRequests | None = None, *, page_later_s: float = WHOLE_PAGE_LATER_S
) -> QueuedRequests:
    return QueuedRequests(line, lambda *_: None, lambda: None, replaced, page_later_s=page_later_s)


def typed(**values: str) -> RerunData:
    states = WidgetStates()
    for key, value in values.items():
        states.widgets.add(id=key, string_value=value)
    return RerunData(widget_states=states)


def pressed(key: str) -> RerunData:
    states = WidgetStates()
    states.widgets.add(id=key, trigger_value=True)
    return RerunData(widget_states=states)


def values(data: RerunData) -> dict[str, str | bool]:
    assert data.widget_states is not None
    return {state.id: state.trigger_value or state.string_value for state in data.widget_states.widgets}


def run_noting(order: list[str], name: str, requests: QueuedRequests) -> RerunData:
    """Run one script when its turn comes, and note its name. Returns its request."""
    data = requests.on_scriptrunner_ready().rerun_data
    order.append(name)
    requests.on_scriptrunner_ready()
    return data


def test_the_script_waits_for_its_turn_and_gives_it_back(line: RunQueue, holder: Turn) -> None:
    session = requests(line)
    session.request_rerun(typed(a="one"))
    with ThreadPoolExecutor(1) as thread:
        ready = thread.submit(session.on_scriptrunner_ready)
        until(lambda: line.waiting == 1)
        assert not ready.done()
        holder.release()
        assert ready.result(PATIENCE_S).type is ScriptRequestType.RERUN
        assert line.running == 1
        assert thread.submit(session.on_scriptrunner_ready).result(PATIENCE_S).type is ScriptRequestType.STOP
    assert line.running == 0


def test_a_newer_question_takes_the_place_of_one_that_waits(line: RunQueue, holder: Turn) -> None:
    session, other = requests(line), requests(line)
    session.request_rerun(typed(a="one"))
    other.request_rerun(typed(a="other"))
    order: list[str] = []
    run = partial(run_noting, order)
    with ThreadPoolExecutor(2) as threads:
        second = threads.submit(run, "other", other)
        first = threads.submit(run, "session", session)
        until(lambda: line.waiting == 2)
        session.request_rerun(typed(a="two"))
        assert line.waiting == 2
        holder.release()
        assert values(first.result(PATIENCE_S)) == {"a": "two"}
        second.result(PATIENCE_S)
    assert order == ["session", "other"]


@pytest.mark.parametrize("clicks", [1, 2])
def test_a_click_that_still_waits_is_not_lost_when_the_whole_page_is_asked_for(
    line: RunQueue, holder: Turn, clicks: int
) -> None:
    session = requests(line)
    session.request_rerun(pressed("train"))
    other = requests(line)
    other.request_rerun(typed(a="other"))
    for number in range(clicks):  # what Streamlit does with a question for the whole page
        session.request_stop()
        session = requests(line, session)
        session.request_rerun(typed(a=f"newer {number}"))
    order: list[str] = []
    run = partial(run_noting, order)
    with ThreadPoolExecutor(2) as threads:
        second, first = threads.submit(run, "other", other), threads.submit(run, "session", session)
        until(lambda: line.waiting == 2)
        holder.release()
        assert values(first.result(PATIENCE_S)) == {"train": True, "a": f"newer {clicks - 1}"}
        second.result(PATIENCE_S)
    assert order == ["session", "other"]


def test_what_was_run_is_not_run_again_by_who_replaces_it(line: RunQueue) -> None:
    session = requests(line)
    session.request_rerun(pressed("train"))
    session.on_scriptrunner_ready()
    session.request_stop()
    newer = requests(line, session)
    newer.request_rerun(typed(a="one"))
    session.release()
    assert values(newer.on_scriptrunner_ready().rerun_data) == {"a": "one"}
    newer.release()


def test_a_session_that_stops_leaves_the_line(line: RunQueue, holder: Turn) -> None:
    session = requests(line)
    session.request_rerun(typed(a="one"))
    with ThreadPoolExecutor(1) as thread:
        ready = thread.submit(session.on_scriptrunner_ready)
        until(lambda: line.waiting == 1)
        session.request_stop()
        assert ready.result(PATIENCE_S).type is ScriptRequestType.STOP
        assert line.waiting == 0
        thread.submit(session.release).result(PATIENCE_S)
    assert line.running == 1, "the turn of somebody else is left alone"


def test_after_a_run_its_messages_are_waited_for_before_the_next_turn(line: RunQueue) -> None:
    running: list[int] = []
    session = QueuedRequests(line, lambda *_: None, lambda: running.append(line.running))
    session.request_rerun(typed(a="one"))
    session.on_scriptrunner_ready()
    assert not running
    session.on_scriptrunner_ready()
    assert running == [1]


def test_a_notice_is_text_says_the_place_and_goes_away() -> None:
    notice = wait_notice(ahead=11, seconds=5)
    toast = notice.delta.new_element.toast
    assert "12" in toast.body
    assert toast.duration > 0, "0 would stay for ever"
    assert notice.metadata.delta_path[0] == RootContainer.EVENT
    assert wait_notice(11, 9).delta.new_element.toast.body != toast.body, "the page shows no notice twice"


async def _highest(port: int, visitors: int) -> int:
    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(visitor(port, "", arrived=False)) for _ in range(visitors)]
        await asyncio.gather(*(page.open() for page in pages))
        last = await pages[0].open()
        (metric,) = (element.metric for element in last.elements if element.WhichOneof("type") == "metric")
        return int(metric.body)


@pytest.mark.thorough
def test_a_server_runs_no_more_scripts_at_a_time_than_may() -> None:
    with serve_process(APP) as (_, port):
        assert run_in_own_loop(_highest(port, 24)) <= LIMIT


async def _opened_under_load(port: int) -> list[bool]:
    """In the order of the answers, whether each was for who has a page; the others are newcomers."""
    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(visitor(port, "", arrived=False)) for _ in range(60)]
        await pages[0].open()
        finished: list[int] = []

        async def open_page(number: int) -> None:
            await pages[number].open()
            finished.append(number)

        newcomers = [asyncio.create_task(open_page(number)) for number in range(1, len(pages))]
        await asyncio.sleep(0)  # all have sent their requests
        await open_page(0)
        await asyncio.gather(*newcomers)
        return [number == 0 for number in finished]


@pytest.mark.thorough
def test_who_has_a_page_goes_ahead_of_who_arrives() -> None:
    with serve_process(APP) as (_, port):
        order = run_in_own_loop(_opened_under_load(port))
    assert len(order) == 60
    assert order.index(True) < len(order) - 3 * LIMIT, "it was requested last"


def test_a_word_goes_ahead_of_pages_that_were_just_asked_for_but_not_for_ever() -> None:
    now = [0.0]
    line = RunQueue(1, look_s=0.01, turn_s=PATIENCE_S, clock=lambda: now[0])
    first = Turn(line)
    first.acquire()
    order: list[str] = []

    def come(seconds: float, fragment: str | None, later_s: float = WHOLE_PAGE_LATER_S) -> QueuedRequests:
        now[0] = seconds
        session = requests(line, page_later_s=later_s)
        session.request_rerun(RerunData(fragment_id=fragment))
        return session

    sessions = {
        "newcomer": come(0.0, None, ARRIVAL_LATER_S),
        "old page": come(0.0, None),
        "page": come(WHOLE_PAGE_LATER_S, None),
        "word": come(WHOLE_PAGE_LATER_S + 1, "part"),
        "next word": come(WHOLE_PAGE_LATER_S + 2, "part"),
    }

    def run(name: str) -> None:
        sessions[name].on_scriptrunner_ready()
        order.append(name)
        sessions[name].release()

    sessions["late word"] = come(ARRIVAL_LATER_S + 1, "part")
    with ThreadPoolExecutor(len(sessions)) as threads:
        runs = [threads.submit(run, name) for name in sessions]
        until(lambda: line.waiting == len(sessions))
        first.release()
        for each in runs:
            each.result(PATIENCE_S)
    assert order == ["old page", "word", "next word", "page", "newcomer", "late word"]


def test_what_a_page_repeats_by_itself_does_not_go_ahead_of_a_page_until_the_visitor_changes_something() -> None:
    now = [0.0]
    line = RunQueue(1, look_s=0.01, turn_s=PATIENCE_S, clock=lambda: now[0])
    first = Turn(line)
    first.acquire()
    order: list[str] = []
    page, check, changed = requests(line), requests(line), requests(line)
    page.request_rerun(RerunData())
    for session in (check, changed):
        now[0] += 1
        session.request_rerun(RerunData(fragment_id="check", is_auto_rerun=True))

    def run(name: str, session: QueuedRequests) -> None:
        session.on_scriptrunner_ready()
        order.append(name)
        session.release()

    with ThreadPoolExecutor(3) as threads:
        named = {"page": page, "check": check, "changed": changed}
        runs = [threads.submit(run, name, session) for name, session in named.items()]
        until(lambda: line.waiting == 3)
        changed.request_rerun(RerunData(fragment_id="part"))  # while its check waits
        first.release()
        for each in runs:
            each.result(PATIENCE_S)
    assert order == ["changed", "page", "check"]
