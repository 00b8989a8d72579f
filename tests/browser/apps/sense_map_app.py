"""A page with a map of synthetic points; the address sets their number (`?points=48&layers=5&senses=2`)."""

import streamlit as st

from components.senses.map import MapView, map_view, sense_map
from components.senses.tables.map import encode_sense_map
from tests.browser.apps.sense_map_points import positions, sentences

st.set_page_config(layout="wide")
query = st.query_params
points, layers, senses = (
    int(query.get(name, default)) for name, default in (("points", 48), ("layers", 5), ("senses", 2))
)
labels, texts, spans = sentences(points, senses, "strange" in query)
st.title("Which bank?")
st.session_state["runs"] = st.session_state.get("runs", 0) + 1
is_turned = st.toggle("Another projection")
by_parity = st.toggle("Colour by another thing")
payload = encode_sense_map(
    positions(points, layers, senses)[..., :: -1 if is_turned else 1],
    layer_names=[f"Layer {layer}" for layer in range(layers)],
    labels=[f"half {i % 3}" for i in range(points)] if by_parity else labels,
    texts=texts,
    spans=spans,
    added={points - 1, points - 3},
)
initial = MapView(int(query["layer"]), int(query["point"])) if "layer" in query else None
sense_map(payload, key="map", initial=initial)
st.text(f"Python holds {map_view('map', payload)}")
st.text(f"Run {st.session_state['runs']}")
