"""The bar of a tour: which stop this is, its question, and the way on. The answer is shown when somebody asks for it.

Until then the page withholds its figure and finding, if the stop has a question: showing them sets an attribute of the
document, which the page's style waits for. Ways on are plain links, each exactly the one that stands in the tour.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from components.widgets.custom_element import custom_element

__all__ = ["StopShown", "tour_bar"]

_mount = custom_element("riverbank_tour_bar", Path(__file__).with_name("tour_bar"))


@dataclass(frozen=True)
class StopShown:
    """What the bar says.

    Attributes:
        title: Of the tour.
        place: Which stop this is, in words.
        question: For the audience; empty where there is none.
        answer: What it sees then.
        back: The address of the stop before; empty at the first.
        on: The address of the next; empty at the last.
        leave: This page without the tour.
        presenting: Whether the page is on a projector, where keys lead on.
        reports: Whether the server is told when the answer is shown.
    """

    title: str
    place: str
    question: str
    answer: str
    back: str
    on: str
    leave: str
    presenting: bool
    reports: bool = False


def tour_bar(stop: StopShown, *, key: str, on_answer: Callable[[], None] = lambda: None) -> None:
    """Draw the bar, fixed to the foot of the window.

    Args:
        stop: What it says.
        key: The widget's key.
        on_answer: Called when the answer is shown, if ``stop.reports``.
    """
    _mount(key=key, data=asdict(stop), on_answered_change=on_answer)
