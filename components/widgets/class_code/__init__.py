"""The code of a class on the whole screen, opened and closed by a key."""

from pathlib import Path

from components.widgets.custom_element import custom_element

__all__ = ["class_code_screen"]

_mount = custom_element("riverbank_class_code", Path(__file__).with_name("class_code"))


def class_code_screen(picture: str, typed: str, *, note: str, has_button: bool, key: str) -> None:
    """Put the code behind the key C.

    Args:
        picture: A data URI of the QR code; "" if there is none.
        typed: The address for students to type.
        note: A line below the address; may be empty.
        has_button: Whether a button opens it, too.
        key: The widget's key.
    """
    _mount(key=key, data={"picture": picture, "typed": typed, "note": note, "has_button": has_button})
