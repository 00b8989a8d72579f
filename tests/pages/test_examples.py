"""Arrow keys go round the examples, and from a sentence of one's own to the nearest end."""

from dataclasses import dataclass

import pytest

from pages.parts.examples import Examples


@dataclass(frozen=True)
class Letter:
    name: str
    notice: str = ""


@pytest.mark.parametrize(
    ("here", "by", "there"), [("a", 1, "b"), ("c", 1, "a"), ("a", -1, "c"), (None, 1, "a"), (None, -1, "c")]
)
def test_the_next_example_is_found_from_everywhere(here: str | None, by: int, there: str) -> None:
    used: list[str] = []
    examples = Examples(
        tuple(map(Letter, "abc")),
        use=lambda one: used.append(one.name),
        here=lambda: Letter(here) if here else None,
    )
    examples.step(by)
    assert used == [there]
