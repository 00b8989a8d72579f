"""The bar of a tour: the stop, its question and answer, links to the next stops, and a button that shows the answer.

The answer is not sent before it is shown. The links are exactly those in the tour.
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
        answer: Shown after the question; empty while it is withheld.
        withheld: Whether there is a question whose answer is still hidden.
        back: The address of the previous stop; empty at the first.
        on: The address of the next stop, or of the page after the last; empty there.
        back_text: What is shown until the previous stop is drawn: its question.
        on_text: The same of the next stop.
        on_label: The label of the link to the next stop.
        leave_text: The label of the link that leaves the tour.
        leave: The address of this page without the tour; after the last stop, of the list of tours.
        presenting: Whether the page is in projector mode, where keys change stops.
        again_text: The label of the button that asks the audience again; empty if it cannot be asked now.
    """

    title: str
    place: str
    question: str
    answer: str
    withheld: bool
    back: str
    on: str
    leave: str
    presenting: bool
    again_text: str = ""
    back_text: str = ""
    on_text: str = ""
    on_label: str = "Next"
    leave_text: str = "Leave"


def _ignore() -> None:
    """Do nothing: at the end of a tour there is no answer."""


def tour_bar(
    stop: StopShown,
    *,
    key: str,
    on_show: Callable[[], None] = _ignore,
    on_hide: Callable[[], None] = _ignore,
    on_again: Callable[[], None] = _ignore,
) -> None:
    """Draw the bar, fixed to the foot of the window.

    Args:
        stop: Its content.
        key: The widget's key.
        on_show: Called when the answer is to be shown.
        on_hide: Called when it is to be hidden again.
        on_again: Called when the audience is to be asked again.
    """
    _mount(key=key, data=asdict(stop), on_show_change=on_show, on_hide_change=on_hide, on_again_change=on_again)
