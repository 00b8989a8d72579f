"""The app with some private parts of Streamlit and Altair as they were: those named in ``WITHOUT``.

A name is a module and a path in it: ``streamlit.runtime.runtime:Runtime._send_message``. The app puts its own in the
place of these parts while it is loaded; here the original comes back.
"""

import importlib
import os

import streamlit as st

from components.server.private_parts import find_part

_originals = [find_part(place) for place in os.environ["WITHOUT"].split()]
_whole = importlib.import_module("app")
for _owner, _attribute, _original in _originals:
    setattr(_owner, _attribute, _original)

app = st.App(_whole.FRONT_DOOR, routes=_whole.served, middleware=_whole.layers)  # Streamlit looks for this very line
