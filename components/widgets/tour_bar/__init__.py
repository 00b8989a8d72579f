"""The bar of a tour: the stop, its question, links to the next stops, and a button that shows the answer.

Until then the page hides its figure and finding if the stop has a question: showing the answer sets an attribute of the
document, which the page's style depends on. The links are exactly those in the tour.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from components.widgets.custom_element import custom_element

__all__ = ["StopShown", "tour_bar"]

_mount = custom_element("riverbank_tour_bar", Path(__file__).with_name("tour_bar"))


@dataclass(frozen=True)
class StopShown:
    """The content of the bar.

    Attributes:
        title: The tour's title.
        place: The position of the stop, in words.
        question: For the audience; may be empty.
        answer: Shown after the question.
        back: The address of the previous stop; empty at the first.
        on: The address of the next stop; empty at the last.
        leave: The address of this page without the tour.
        presenting: Whether the page is in projector mode, where keys change stops.
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
        stop: Its content.
        key: The widget's key.
        on_answer: Called when the answer is shown, if ``stop.reports``.
    """
    _mount(key=key, data=asdict(stop), on_answered_change=on_answer)
