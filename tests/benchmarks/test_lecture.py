"""What the phones of a lecture do is drawn from a seed, and their answers are compared with what the class counted."""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator

import pytest
import uvicorn
from starlette.applications import Starlette

from benchmarks import lecture_phones
from benchmarks.lecture_counts import StopCount, count_by_kind, count_by_stop, count_right_scores
from benchmarks.lecture_journeys import LOCKED_STOPS, STEADY, Journey, JourneyMix, draw_journeys, expected_answers
from benchmarks.lecture_phones import QUESTION, LectureClock, LecturePhoneLog, attend, read_stop
from components.classroom.classes import CLASSES
from components.classroom.classroom import Classroom
from components.classroom.entries import ClassQuestion, ClassResult, EntryKind
from components.classroom.routes import routes
from components.server.workers import free_ports
from tests.event_loops import run_in_own_loop

STOPS, RIGHT = 3, "bank"
# Every kind, alone and with others; at stop 2 the phone that locks is locked.
ROOM = (
    *[Journey()] * 4,
    Journey(locked=frozenset({2})),
    Journey(tabs=2),
    Journey(wifi_lost=frozenset({1, 3})),
    Journey(wifi_lost=frozenset({2}), tabs=2),
    Journey(joins_at=2),
    Journey(joins_at=1, wifi_lost=frozenset({1})),
    Journey(keeps_cookies=False),
    Journey(keeps_cookies=False, tabs=2),
)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("phones", "stops"), [(300, 12), (12, 3), (5, 2)])
def test_the_same_seed_draws_the_same_phones_with_the_shares_of_the_mix(phones: int, stops: int, seed: int) -> None:
    mix = JourneyMix()
    journeys = draw_journeys(phones, stops, seed, mix)
    assert journeys == draw_journeys(phones, stops, seed, mix)
    assert len(journeys) == phones
    kinds = Counter(kind for journey in journeys for kind in journey.kinds)
    assert kinds["late"] == round(phones / 3)
    assert kinds["no cookies"] == round(0.05 * phones)
    assert kinds["two tabs"] == round(mix.two_tabs * phones)
    assert kinds["Wi-Fi lost"] == round(mix.wifi_lost * phones)
    assert kinds["locks"] == (round(mix.locking * phones) if stops > 3 else kinds["locks"])
    for journey in journeys:
        assert journey.joins_at <= max(1, stops // 3)
        assert len(journey.locked) <= LOCKED_STOPS
        assert all(journey.joins_at < stop < stops for stop in journey.locked), "it comes back"
        assert all(1 <= stop <= stops and journey.is_present(stop) for stop in journey.wifi_lost)


def test_another_seed_draws_other_phones_and_some_are_of_several_kinds() -> None:
    journeys = draw_journeys(300, 12, 1)
    assert journeys != draw_journeys(300, 12, 2)
    kinds = Counter(journey.kinds for journey in journeys)
    assert kinds[STEADY,]
    assert any(len(each) > 1 for each in kinds)


def test_an_answer_is_expected_from_whoever_is_there_with_cookies() -> None:
    assert [expected_answers(ROOM, stop) for stop in (1, 2, 3)] == [9, 9, 10]


def test_counts_differ_where_an_answer_is_lost_or_counted_twice() -> None:
    phones = [LecturePhoneLog(Journey()), LecturePhoneLog(Journey(tabs=2)), LecturePhoneLog(Journey(joins_at=2))]
    for phone, stops in zip(phones, [(1, 2, 3), (1, 2, 3), (2, 3)], strict=True):
        phone.sent.update(stops)
        phone.accepted_at, phone.totals = dict.fromkeys(stops, 0.0), dict.fromkeys(stops, 3)
        phone.words = dict.fromkeys(stops, RIGHT)
    phones[0].totals[1], phones[1].totals[1] = 2, 2
    phones[2].totals[3] = 2
    phones[0].results = {1: RIGHT, 2: ""}
    first, second, third = count_by_stop(phones, {1: 2, 2: 4, 3: 3}, 3)
    assert first == StopCount(expected=2, sent=2, accepted=2, counted=2, total=2)
    assert first.is_exact
    assert (second.accepted, second.counted, second.total) == (3, 4, 3), "counted twice on the projector"
    assert not second.is_exact
    assert third.total == -1, "phones got different totals"
    assert not third.is_exact
    steady = next(each for each in count_by_kind(phones) if each.kind == STEADY)
    assert (steady.accepted, steady.counted, steady.unheard) == (3, 1, 1)


def test_a_late_phones_score_is_of_the_questions_since_it_joined() -> None:
    late, steady, wrong = (LecturePhoneLog(journey) for journey in (Journey(joins_at=2), Journey(), Journey()))
    for phone, score in ((late, (1, 2)), (steady, (1, 3)), (wrong, (2, 3))):
        phone.words = {stop: RIGHT if stop == 2 else "tea" for stop in (1, 2, 3)}
        phone.accepted_at, phone.score = dict.fromkeys((1, 2, 3), 0.0), score
        phone.right = dict.fromkeys((1, 2, 3), RIGHT)
    assert count_right_scores([late, steady, wrong], 3) == 2


@pytest.fixture
def classroom() -> Iterator[Classroom]:
    started = CLASSES.start()
    yield started
    CLASSES.end(started)


def _result(classroom: Classroom, stop: int) -> ClassResult:
    entries = classroom.entries(None, str(stop))
    right = frozenset(entry.student for entry in entries if entry.text == RIGHT)
    counts = classroom.counts(str(stop))
    return ClassResult(
        str(stop), QUESTION.format(stop), RIGHT, counts=counts, answered=len(entries), right_students=right
    )


async def _teach(classroom: Classroom, port: int) -> tuple[list[LecturePhoneLog], dict[int, int]]:
    """Ask at every stop, until all have answered who should and connections that were lost are back."""
    server = uvicorn.Server(uvicorn.Config(Starlette(routes=routes()), port=port, log_level="error"))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    clock, counted = LectureClock(), dict[int, int]()
    phones = asyncio.create_task(attend(ROOM, port, classroom.code, clock))
    while classroom.students < sum(journey.places for journey in ROOM if journey.joins_at == 0) and not phones.done():
        await asyncio.sleep(0.01)
    for stop in range(1, STOPS + 1):
        clock.stop = stop
        classroom.show("", ClassQuestion(EntryKind.WORD, str(stop), QUESTION.format(stop)))
        while classroom.answered(str(stop)) < expected_answers(ROOM, stop) and not phones.done():
            await asyncio.sleep(0.01)
        await asyncio.sleep(1)  # who lost the connection is back, and repeats what the server has
        counted[stop] = classroom.answered(str(stop))
        classroom.show("", None, result=_result(classroom, stop))
        await asyncio.sleep(0.5 if stop < STOPS else 2)  # everybody hears the last result
    clock.has_ended = True
    logs = await phones
    server.should_exit = server.force_exit = True  # without waiting for requests for the state
    await serving
    return logs, counted


@pytest.mark.thorough
def test_every_answer_of_a_room_that_comes_and_goes_is_counted_once(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = {"JOIN_S": 0.2, "LATE_S": 0.2, "ANSWER_S": 0.2, "WIFI_LOST_S": 0.2, "SOON_S": 0.05, "RETRY_S": (0.1, 0.2)}
    for name, value in waits.items():
        monkeypatch.setattr(lecture_phones, name, value)
    monkeypatch.setattr(lecture_phones, "random", random.Random(61))
    (port,) = free_ports(1)
    phones, counted = run_in_own_loop(_teach(classroom, port))
    stops = count_by_stop(phones, counted, STOPS)
    assert [stop.accepted for stop in stops] == [stop.expected for stop in stops] == [9, 9, 10]
    assert all(stop.is_exact for stop in stops), stops
    assert stops[0].sent > stops[0].accepted, "some were sent again"
    assert classroom.state.entry_count == sum(len(phone.entries) for phone in phones), "what is sent again is not new"
    assert count_right_scores(phones, STOPS) == sum(journey.keeps_cookies for journey in ROOM)
    by_kind = {each.kind: each for each in count_by_kind(phones)}
    assert all(each.accepted == each.counted + each.unheard for each in by_kind.values())
    without_cookies = by_kind["no cookies"]
    assert without_cookies.turned_away == without_cookies.phones == 2
    assert without_cookies.accepted == 0
    assert read_stop(QUESTION.format(12)) == 12
