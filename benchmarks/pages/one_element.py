"""One element, redrawn at each press of the button: ``?element=positions&size=512``.

It appears with the first press, or at once if the address has ``&cold``.
"""

import importlib
import time

import streamlit as st

from components.widgets.copy_link import copy_link

st.set_page_config(layout="wide")
element = importlib.import_module(f"benchmarks.pages.{st.query_params['element']}")
pressed = st.button("Draw another")
turn = st.session_state["turn"] = st.session_state.get("turn", -1) + (pressed or "cold" in st.query_params)
alternatives = element.alternatives(int(st.query_params["size"]))
if turn < 0:
    copy_link("Copy this link", key="link")
else:
    alternative = alternatives[turn % len(alternatives)]
    start = time.time()
    sent = element.draw(alternative)
    st.text(f"turn {turn} began at {start:.4f} with {len(sent)} bytes")
