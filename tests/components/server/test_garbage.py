"""Garbage is collected while nobody waits, seldom where somebody always does, and never for nothing."""

import asyncio
import gc
import weakref
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit import config, runtime
from streamlit.runtime.memory_session_storage import MemorySessionStorage

from components.server import garbage
from components.server.garbage import (
    MAX_INTERVAL_S,
    MIN_INTERVAL_S,
    QUIET_S,
    CollectionSchedule,
    IdleGarbageCollection,
    collect,
)
from tests.event_loops import run_in_own_loop


class Hours:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Hours:
    return Hours()


@pytest.fixture
def work() -> list[float]:
    return []


@pytest.fixture
def keeper(clock: Hours, work: list[float]) -> CollectionSchedule:
    return CollectionSchedule(lambda: work.append(clock.now), clock=clock)


def test_streamlit_leaves_it_to_us() -> None:
    assert config.get_option("runner.postScriptGC") is False


def test_it_waits_until_nobody_waits(keeper: CollectionSchedule, clock: Hours, work: list[float]) -> None:
    clock.now += MIN_INTERVAL_S
    keeper.note_message()
    clock.now += QUIET_S / 2
    assert not keeper.collect_if_due()
    clock.now += QUIET_S
    assert keeper.collect_if_due()
    assert len(work) == 1


def test_where_it_is_never_quiet_it_happens_all_the_same_but_seldom(
    keeper: CollectionSchedule, clock: Hours, work: list[float]
) -> None:
    for _ in range(int(3 * MAX_INTERVAL_S)):
        clock.now += 1.01 * QUIET_S / 2
        keeper.note_message()
        keeper.collect_if_due()
    assert len(work) == 1


def test_a_server_that_nobody_visits_does_nothing(keeper: CollectionSchedule, clock: Hours, work: list[float]) -> None:
    clock.now += 10 * MAX_INTERVAL_S
    assert not keeper.collect_if_due()
    assert work == []


@pytest.mark.thorough
def test_what_was_frozen_and_then_left_is_collected_too() -> None:
    class Session:
        """Refers to itself, as sessions do."""

        def __init__(self) -> None:
            self.itself = self

    session = Session()
    gone = weakref.ref(session)
    gc.freeze()
    del session
    gc.collect()
    assert gone() is not None  # a plain collection passes over it
    collect()
    assert gone() is None


@pytest.mark.parametrize(("kind", "noted"), [("websocket", 2), ("http", 0)])
def test_messages_of_websockets_are_noted(kind: str, noted: int) -> None:
    class Counting(CollectionSchedule):
        messages = 0

        def note_message(self) -> None:
            self.messages += 1

    counting = Counting(lambda: None)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send(await receive())

    async def receive() -> Any:
        return {"type": "something"}

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    run_in_own_loop(IdleGarbageCollection(app, counting)({"type": kind}, receive, send))
    assert counting.messages == noted
    assert sent == [{"type": "something"}]


def test_the_session_of_a_closed_page_is_forgotten_in_time_although_no_other_page_is_closed(
    monkeypatch: pytest.MonkeyPatch, keeper: CollectionSchedule, clock: Hours, work: list[float]
) -> None:
    storage = MemorySessionStorage(ttl_seconds=0)
    manager = SimpleNamespace(_session_mgr=SimpleNamespace(_session_storage=storage))
    monkeypatch.setattr(runtime, "exists", lambda: True)
    monkeypatch.setattr(runtime, "get_instance", lambda: manager)
    monkeypatch.setattr(config, "get_option", lambda name: {"server.disconnectedSessionTTL": 0}[name])
    monkeypatch.setattr(garbage, "FORGET_MARGIN_S", 0)
    stored: Any = storage._cache

    async def app(*_: Any) -> None:
        storage.save(SimpleNamespace(session=SimpleNamespace(id="closed")))  # type: ignore[arg-type]

    async def close_a_page() -> None:
        await IdleGarbageCollection(app, keeper)({"type": "websocket"}, *2 * [asyncio.Event().wait])  # type: ignore[arg-type,list-item]
        assert len(stored._data) == 1
        while stored._data:
            await asyncio.sleep(0)

    run_in_own_loop(close_a_page())
    clock.now += MIN_INTERVAL_S
    assert keeper.collect_if_due()
