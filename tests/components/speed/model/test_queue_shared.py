"""Those who ask for the same benchmark while it is under way share one."""

from components.speed.model.job import JobPhase
from components.speed.model.queue import ABSENT_AFTER_SECONDS, FINISHED_LIMIT, LEFT_MESSAGE, BenchmarkQueue
from tests.components.speed.model.desk import BENCHMARK, Bench, _Clock, different, over, seen, under_way


def test_those_who_ask_for_the_same_share_one_and_none_stops_it_for_the_others() -> None:
    bench, clock = Bench(), _Clock()
    desk = BenchmarkQueue(bench, clock=clock)
    first = desk.submit(BENCHMARK)
    under_way(desk, first)
    others = [desk.submit(BENCHMARK) for _ in range(FINISHED_LIMIT + 5)]
    assert desk.active_count == 1
    assert desk.is_active(BENCHMARK)
    assert not desk.is_active(different(9))
    assert {seen(desk, number).runs for number in others} == {seen(desk, first).runs}
    desk.stop(first)
    assert (seen(desk, first).phase, seen(desk, first).message) == (JobPhase.STOPPED, LEFT_MESSAGE)
    clock.now = ABSENT_AFTER_SECONDS + 1
    assert seen(desk, first).phase is JobPhase.STOPPED
    assert seen(desk, others[0]).phase is JobPhase.RUNNING
    desk.stop(others[0])  # nobody else has looked for a while, and one who left does not count
    assert seen(desk, others[0]).message != LEFT_MESSAGE
    bench.go.set()
    assert {over(desk, number).phase for number in others} == {JobPhase.STOPPED}
    again = desk.submit(BENCHMARK)
    shared = [desk.submit(BENCHMARK) for _ in range(FINISHED_LIMIT + 5)]
    assert {over(desk, number).phase for number in (again, *shared)} == {JobPhase.DONE}


def test_one_who_loads_the_page_anew_finds_the_measurement_again_and_can_stop_it() -> None:
    bench, clock = Bench(), _Clock()
    desk = BenchmarkQueue(bench, clock=clock)
    before = desk.submit(BENCHMARK)
    under_way(desk, before)
    clock.now = ABSENT_AFTER_SECONDS + 1
    after = desk.submit(BENCHMARK)
    assert seen(desk, after).runs
    desk.stop(after)
    assert seen(desk, after).phase is seen(desk, before).phase is JobPhase.STOPPED
    assert not desk.is_active(BENCHMARK)
    bench.go.set()


def test_what_those_who_left_have_seen_is_kept_and_the_oldest_forgotten() -> None:
    bench = Bench()
    desk = BenchmarkQueue(bench)
    *leavers, stays = [desk.submit(BENCHMARK) for _ in range(FINISHED_LIMIT + 2)]
    under_way(desk, stays)
    for number in leavers:
        desk.stop(number)
    assert desk.state(leavers[0]) is None
    kept = {seen(desk, number) for number in leavers[1:]}
    assert {(state.phase, state.message, len(state.runs)) for state in kept} == {(JobPhase.STOPPED, LEFT_MESSAGE, 2)}
    assert seen(desk, stays).phase is JobPhase.RUNNING
    bench.go.set()
    assert over(desk, stays).phase is JobPhase.DONE
