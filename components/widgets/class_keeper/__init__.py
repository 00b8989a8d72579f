"""Stores the lecturer's class in a cookie, so that a reload or another tab finds it again."""

from pathlib import Path

import streamlit as st

from components.widgets.custom_element import custom_element

_mount = custom_element("riverbank_class_keeper", Path(__file__).with_name("class_keeper"), html="<i></i>")


def class_keeper(class_token: str, *, address: str, key: str) -> None:
    """Store the class, or remove it if the value is empty.

    Args:
        class_token: What to keep.
        address: The server's address that sets the cookie, which scripts cannot read.
        key: The widget's key.
    """
    with st.container(height=1, border=False, key=f"{key}-place"):
        _mount(key=key, data={"held": class_token, "address": address})
