"""The app with some private parts of Streamlit and Altair as they were: those named in ``WITHOUT``.

A name is a module and a path in it: ``streamlit.runtime.runtime:Runtime._send_message``. The app puts its own in the
place of these parts while it is loaded; here the original comes back.
"""

import importlib
import os

import streamlit as st

_originals = []
for _name in os.environ["WITHOUT"].split():
    _module, _, _path = _name.partition(":")
    *_owners, _attribute = _path.split(".")
    _owner = importlib.import_module(_module)
    for _each in _owners:
        _owner = getattr(_owner, _each)
    _originals.append((_owner, _attribute, vars(_owner)[_attribute]))

_whole = importlib.import_module("app")
for _owner, _attribute, _original in _originals:
    setattr(_owner, _attribute, _original)

app = st.App(_whole.FRONT_DOOR, routes=_whole.served, middleware=_whole.layers)  # Streamlit looks for this very line
