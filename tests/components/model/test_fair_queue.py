"""Whoever asks again and again waits behind those who have not."""

from hypothesis import given
from hypothesis import strategies as st

from components.model.fair_queue import fair_position, may_wait

ASKERS = st.lists(st.sampled_from(["a", "b", "c"]), max_size=20)


def line(askers: list[str], served: str) -> list[str]:
    actual: list[str] = []
    for asker in askers:
        actual.insert(fair_position(actual, asker, served=served), asker)
    return actual


def test_another_visitor_comes_second_however_many_the_first_has_asked_for() -> None:
    assert line(["a", "a", "a", "a", "b"], "a") == ["b", "a", "a", "a", "a"]
    assert line(["a", "a", "a", "b", "b", "c"], "") == ["a", "b", "c", "a", "b", "a"]
    assert line(["", "", "a", ""], "a") == ["", "", "a", ""]


@given(ASKERS, st.sampled_from(["", "a", "b"]))
def test_nobody_is_served_twice_while_another_waits_for_a_first_turn(askers: list[str], served: str) -> None:
    order = line(askers, served)
    assert sorted(order) == sorted(askers)
    turns = [order[:n].count(first) + (first == served) for n, first in enumerate(order)]
    assert turns == sorted(turns)


def test_half_of_the_places_are_anybodys_most() -> None:
    assert may_wait(["a", "a", "a"], "a", 8)
    assert not may_wait(["a", "b", "a", "a", "a"], "a", 8)
    assert may_wait(["a"] * 4, "b", 8)
    assert may_wait([""] * 7, "", 8)
    assert may_wait([], "a", 1)
