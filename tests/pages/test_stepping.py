"""Arrow keys go round the examples, and from a sentence of one's own to the nearest end."""

import pytest

from pages.parts.stepping import stepped


@pytest.mark.parametrize(
    ("here", "by", "there"),
    [("a", 1, "b"), ("c", 1, "a"), ("a", -1, "c"), (None, 1, "a"), (None, -1, "c"), ("x", 1, "a")],
)
def test_the_next_example_is_found_from_everywhere(here: str | None, by: int, there: str) -> None:
    assert stepped("abc", here, by) == there
