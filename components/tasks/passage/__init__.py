"""A passage as running text: the answer in brackets, and two underlines per word for its start and end score."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from components.widgets.custom_element import custom_element

__all__ = ["passage"]

_mount = custom_element(
    "riverbank_passage",
    Path(__file__).with_name("passage"),
    html='<div class="room"><p class="text" dir="auto"></p><p class="key"></p></div>',
)


def passage(words: Sequence[Mapping[str, object]], *, answered: bool, key: str) -> None:
    """Draw the passage.

    Args:
        words: As `components.tasks.tables.passage.passage_words` makes them.
        answered: Whether the best span is accepted as the answer.
        key: Key of the widget.
    """
    data = {"words": list(words), "answered": answered}
    _mount(key=key, data=data, taken=lambda: data)
