"""What a model sees of the words around a blank: which curves there are, and that words stand apart from each other."""

import pytest
import vl_convert
from hypothesis import given
from hypothesis import strategies as st

from components.charts.theme import COLOUR
from components.masks.charts.sight import sight_drawing
from components.masks.tables.sight import sight_letters, sight_lines, sight_words

WORDS, BLANK = ["the", "[MASK]", "charges", "fees", "."], 1


@pytest.mark.parametrize(("both_sides", "places"), [(True, {0, 2, 3, 4}), (False, {0})])
def test_curves_come_from_the_words_that_are_seen_alone(both_sides: bool, places: set[int]) -> None:
    words = sight_words(WORDS, BLANK, both_sides=both_sides)
    lines = sight_lines(words)
    assert set(lines["line"]) == places | {-1}
    assert {place for place, unseen in words["unseen"].items() if not unseen} == places | {BLANK}
    ends = lines.sort_values("order").groupby("line").last()["x"]
    assert ends.to_list() == pytest.approx([words["x"][BLANK]] * len(ends))


@given(st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=7))
def test_words_stand_in_order_and_none_on_another(texts: list[str]) -> None:
    words = sight_words(texts, 0, both_sides=True)
    halves = words["text"].str.len() / 2 / sight_letters(texts)
    left, right = words["x"] - halves, words["x"] + halves
    assert left.min() > 0
    assert right.max() < 1
    assert (left.to_numpy()[1:] > right.to_numpy()[:-1]).all()


def test_the_drawing_has_every_word() -> None:
    words = sight_words(WORDS, BLANK, both_sides=False)
    drawn = vl_convert.vegalite_to_svg(sight_drawing(words, sight_lines(words), COLOUR).properties(width=300).to_json())
    assert all(f">{word}<" in drawn for word in WORDS)
