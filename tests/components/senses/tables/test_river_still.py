"""The still picture of a river: a thread for each sentence, in the colour of its meaning, inside the picture."""

import re

from hypothesis import given
from hypothesis import strategies as st

from cache.shipped.first_river import first_river, stored_picture
from components.senses.model.river_results import River
from components.senses.tables.river_still import SIDE, river_still

NUMBER = re.compile(r"-?\d+\.?\d*")


def made_river(heights: list[list[float]], signs: list[int]) -> River:
    layers = len(heights)
    return River(
        ("money", "river"), tuple(range(len(signs))), tuple(signs), tuple(map(tuple, heights)), *[(0,) * layers] * 4
    )


def threads(picture: str) -> dict[str, list[list[float]]]:
    """The numbers of every thread, by its colour."""
    return {
        hue: [[float(number) for number in NUMBER.findall(thread)] for thread in path.split("M")[1:]]
        for path, hue in re.findall(r'<path d="([^"]*)" style="stroke: var\((--hue-\d)\)"', picture)
    }


def test_the_stored_one_has_a_thread_for_each_sentence_in_the_colour_of_its_meaning() -> None:
    river, drawn = first_river.read().river, threads(stored_picture())
    assert {hue: len(lines) for hue, lines in drawn.items()} == {
        "--hue-0": river.signs.count(-1),
        "--hue-1": river.signs.count(1),
    }
    ends = {hue: sum(line[-1] for line in lines) / len(lines) for hue, lines in drawn.items()}
    assert ends["--hue-1"] < ends["--hue-0"]  # the second meaning is up


@given(
    st.integers(1, 12).flatmap(
        lambda count: st.lists(
            st.lists(st.floats(-2, 2, allow_nan=False).map(lambda x: round(x, 3)), min_size=count, max_size=count),
            min_size=2,
            max_size=8,
        )
    )
)
def test_all_threads_begin_at_the_word_and_none_leaves_the_picture(heights: list[list[float]]) -> None:
    signs = [1 if place % 2 else -1 for place in range(len(heights[0]))]
    lines = [line for drawn in threads(river_still(made_river(heights, signs))).values() for line in drawn]
    assert len(lines) == len(signs)
    assert len({tuple(line[:2]) for line in lines}) == 1
    assert all(0 <= number <= SIDE for line in lines for number in line)
