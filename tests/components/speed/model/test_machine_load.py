"""The load by others is the total load minus that of this process."""

from types import SimpleNamespace

import pytest

from components.model.checkpoints.device_results import MachineLoad
from components.model.inference.batching import MicroBatcher
from components.speed.model.machine_load import LoadMonitor, busy_seconds


class Counters:
    """Processor seconds, passes and a clock that the test sets."""

    def __init__(self) -> None:
        self.everybody, self.process_seconds, self.now, self.passes = 1000.0, 10.0, 0.0, 5

    def watch(self) -> LoadMonitor:
        return LoadMonitor(
            lambda: self.passes,
            busy=lambda: self.everybody,
            process_seconds=lambda: self.process_seconds,
            clock=lambda: self.now,
        )


@pytest.mark.parametrize(
    ("everybody", "process_seconds", "others"), [(4.0, 4.0, 0.0), (6.0, 4.0, 0.5), (3.9, 4.0, 0.0)]
)
def test_the_load_by_others_is_the_remainder(everybody: float, process_seconds: float, others: float) -> None:
    counters = Counters()
    watch = counters.watch()
    counters.everybody, counters.process_seconds, counters.now = 1000.0 + everybody, 10.0 + process_seconds, 4.0
    assert watch.load.others == pytest.approx(others)


def test_passes_of_visitors_in_the_meantime_are_counted() -> None:
    counters = Counters()
    watch = counters.watch()
    counters.passes, counters.now = 8, 1.0
    assert watch.load.visitors == 3


def test_an_unknown_load_is_none() -> None:
    assert LoadMonitor(busy=lambda: None).load.others is None


@pytest.mark.parametrize(
    ("load", "disturbed"),
    [
        (MachineLoad(2, 0.0, 3.0), False),
        (MachineLoad(2, 0.1, 3.0), False),
        (MachineLoad(2, 0.3, 3.0), True),
        (MachineLoad(64, 0.3, 3.0), False),
        (MachineLoad(2, None, None), False),
        (MachineLoad(2, 0.0, None, visitors=1), True),
    ],
)
def test_a_tenth_of_the_machine_counts_as_disturbance(load: MachineLoad, disturbed: bool) -> None:
    assert load.disturbed is disturbed


def test_busy_time_only_grows() -> None:
    before, after = busy_seconds(), busy_seconds()
    assert (before is None) == (after is None)
    assert before is None or after is None or 0 < before <= after


def test_batches_of_visitors_are_counted_where_they_are_computed() -> None:
    batcher = MicroBatcher(lambda _, questions: [None] * len(questions))  # type: ignore[misc,arg-type,return-value]
    watch = LoadMonitor(lambda: batcher.batches)
    for _ in range(2):
        batcher(object(), [SimpleNamespace(ids=(1, 2))])  # type: ignore[arg-type,list-item]
    assert watch.load.visitors == 2
