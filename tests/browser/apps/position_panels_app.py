"""A page with panels made by a rule; the address says how many positions (`?positions=128&first=3&second=9`)."""

import streamlit as st

from components.positions.panels import PanelSelection, position_panels, selection
from components.positions.tables.panels import position_panels_bytes
from tests.browser.apps.position_panels_numbers import panels

st.set_page_config(layout="wide")
query = st.query_params
positions = int(query.get("positions", 64))
st.title("Where am I?")
st.session_state["runs"] = st.session_state.get("runs", 0) + 1
if st.toggle("Fewer positions"):
    positions //= 2
payload = position_panels_bytes(panels(positions, strange="strange" in query))
initial = PanelSelection(int(query["first"]), int(query["second"])) if "first" in query else None
position_panels(payload, key="panels", initial=initial)
st.text(f"Python holds {selection('panels', payload)}")
st.text(f"Run {st.session_state['runs']}")
