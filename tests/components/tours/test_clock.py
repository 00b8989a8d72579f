"""The clock of a tour: elapsed time against the plan."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.tours.clock import clock_text


@pytest.mark.parametrize(
    ("minutes", "begin", "end", "text"),
    [
        (0, 0, 10, "The tour has just begun and is on time; it is planned for 40 minutes."),
        (1, 0, 10, "1 of 40 minutes: on time."),
        (5, 0, 10, "5 of 40 minutes: on time."),
        (13, 0, 10, "13 of 40 minutes: 3 minutes behind the plan."),
        (11, 0, 10, "11 of 40 minutes: 1 minute behind the plan."),
        (13, 10, 20, "13 of 40 minutes: on time."),
        (13, 30, 40, "13 of 40 minutes: 17 minutes ahead of the plan."),
        (45, 40, 40, "45 of 40 minutes: 5 minutes behind the plan."),  # the end of the tour
        (38, 40, 40, "38 of 40 minutes: 2 minutes ahead of the plan."),
    ],
)
def test_it_compares_the_time_with_the_plan(minutes: int, begin: int, end: int, text: str) -> None:
    assert clock_text(60.0 * minutes, begin=begin, end=end, planned_min=40) == text


def test_a_tour_without_a_plan_has_a_clock_only() -> None:
    assert clock_text(125.0, begin=0, end=0, planned_min=0) == "2 minutes since the start."


@given(st.floats(-100, 1e5), st.integers(1, 120), st.data())
def test_it_never_says_both(elapsed_s: float, planned: int, data: st.DataObject) -> None:
    begin = data.draw(st.floats(0, planned))
    end = data.draw(st.floats(begin, planned))
    text = clock_text(elapsed_s, begin=begin, end=end, planned_min=planned)
    elapsed_min = max(elapsed_s, 0.0) / 60  # a clock that was set back is at the start
    late = elapsed_min > end + 0.5
    early = elapsed_min < begin - 0.5
    assert ("behind" in text) >= late
    assert ("ahead" in text) >= early
    assert sum(word in text for word in ("behind", "ahead", "on time")) == 1


def test_a_clock_that_was_set_back_is_at_the_start() -> None:
    planned = [clock_text(elapsed_s, begin=0, end=1, planned_min=1) for elapsed_s in (-31.0, 0.0)]
    assert planned[0] == planned[1] == "The tour has just begun and is on time; it is planned for 1 minute."
