"""A page with two grids made by a rule; the address says which (`?tokens=9&row=2`)."""

import streamlit as st

from components.masks.grids import GridSelection, mask_grids, selection
from components.masks.tables.grids import mask_grids_bytes
from tests.browser.apps.mask_grids_weights import two_batches, two_masks, two_models

st.set_page_config(layout="wide")
query = st.query_params
state = st.session_state
if "models" in query:
    payload = mask_grids_bytes(*two_models())
elif "padding" in query:
    payload = mask_grids_bytes(*two_batches(int(query["tokens"]), int(query["padding"])))
else:
    count, strange = int(query.get("tokens", 9)), "strange" in query
    payload = mask_grids_bytes(*two_masks(count, strange=strange, reads="reads" in query))

st.title("What the mask takes away")
state["runs"] = state.get("runs", 0) + 1
initial = GridSelection(int(query["row"]), step=int(query["step"])) if "row" in query else None
mask_grids(payload, key="grids", initial=state.get("moved", initial), on_select=lambda: None)
if st.button("Show the third row"):
    state["moved"] = GridSelection(2)
    st.rerun()
st.text(f"Python holds {selection('grids', payload)}")
st.text(f"Run {state['runs']}")
