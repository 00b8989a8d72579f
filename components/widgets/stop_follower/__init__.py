"""Does in the projector's window what was chosen in another one: goes to a stop of the tour, or turns black."""

from pathlib import Path

from components.widgets.custom_element import custom_element

_mount = custom_element("riverbank_stop_follower", Path(__file__).with_name("stop_follower"), html="<i></i>")


def stop_follower(number: str, address: str, text: str, *, blacks: bool, key: str) -> None:
    """Carry out a command, once.

    Args:
        number: Of the command, or of the change of another window: the same number counts once.
        address: Of the stop to go to; "" to stay.
        text: What the stop says first.
        blacks: Whether the screen turns black, or light again if it is black.
        key: The widget's key.
    """
    _mount(key=key, data={"number": number, "address": address, "text": text, "blacks": blacks})
