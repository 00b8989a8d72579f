"""A page with an attention atlas over weights made by a rule, for the browser tests to look into.

The address says how many tokens and heads (`?tokens=128&heads=12`), and what else the atlas is to do.
"""

from pathlib import Path

import numpy as np
import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from components.attention.atlas import Selection, View, attention_atlas, selection
from components.attention.tables.atlas import atlas_bytes, panel_at
from components.server.downloads.large_downloads import LARGE_DOWNLOADS, DownloadPart
from tests.browser.apps.attention_atlas_weights import LABELS, sentence, weights


@st.cache_resource
def payload(tokens: int, heads: int, strange: bool, pair: bool, labelled: int) -> tuple[np.ndarray, bytes]:
    panels = weights(tokens, heads)
    names = [str(number) for number in range(1, heads + 1)]
    labels = dict(LABELS[:labelled])
    segments = [int(pair and i > tokens // 2) for i in range(tokens)] if pair else None
    made = atlas_bytes(
        panels,
        row_names=names,
        column_names=names,
        tokens=sentence(tokens, strange),
        special={0, tokens - 1},
        segments=segments,
        labels=labels,
    )
    return panels, made


def run() -> None:
    st.set_page_config(layout="wide")
    query = st.query_params
    tokens, heads = int(query.get("tokens", 12)), int(query.get("heads", 4))
    panels, made = payload(tokens, heads, "strange" in query, "pair" in query, int(query.get("labels", 1)))
    address, fetch = None, query.get("fetch")
    if fetch is not None:

        def part(name: str) -> DownloadPart | None:
            content = None if fetch == "broken" else panel_at(panels, name)
            return None if content is None else DownloadPart(content, "application/octet-stream")

        address = LARGE_DOWNLOADS.offer(f"{tokens} {heads} {fetch}", part, size=panels.nbytes)
    st.title("Attention atlas")
    moved = st.session_state.get("moved")
    view: View = "arcs" if query.get("view") == "arcs" else "grid"
    hide = "hide" in query
    attention_atlas(made, key="atlas", initial=moved, panels_address=address, view=view, hide_special=hide)
    st.session_state["runs"] = st.session_state.get("runs", 0) + 1
    if st.button("Show layer 2, head 3"):
        st.session_state["moved"] = Selection(1, 2)
        st.rerun()
    st.text(f"Python holds {selection('atlas', made)}")
    st.text(f"Run {st.session_state['runs']}")


app = st.App(Path(__file__), routes=[LARGE_DOWNLOADS.route])
if get_script_run_ctx(suppress_warning=True) is not None:
    run()
