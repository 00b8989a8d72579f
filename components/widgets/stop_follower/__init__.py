"""Takes the window to the stop of a tour that was chosen in another window."""

from pathlib import Path

from components.widgets.custom_element import custom_element

_mount = custom_element("riverbank_stop_follower", Path(__file__).with_name("stop_follower"), html="<i></i>")


def stop_follower(number: int, address: str, text: str, *, key: str) -> None:
    """Go to a stop, once.

    Args:
        number: Of the command: the same number counts once.
        address: Of the stop; "" to stay.
        text: What the stop says first.
        key: The widget's key.
    """
    _mount(key=key, data={"number": number, "address": address, "text": text})
