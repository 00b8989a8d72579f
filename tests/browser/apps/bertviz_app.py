"""The three pages of bertviz in frames, served as the app serves them, for the browser tests to hover over."""

from pathlib import Path

import numpy as np
import streamlit as st
from starlette.middleware import Middleware
from streamlit.runtime.scriptrunner import get_script_run_ctx

from components.attention.charts.bertviz_limits import page_height
from components.attention.charts.bertviz_pages import (
    BertVizView,
    head_view_page,
    model_view_page,
    neuron_view_page,
    page_policy,
)
from components.server.downloads.large_downloads import LARGE_DOWNLOADS, DownloadPart
from components.server.security_headers import SecurityHeaders

LABELS = {
    "pair": ("[CLS]", "how", "many", "?", "[SEP]", "two", "[SEP]"),
    "script": ("[CLS]", "</script><img src=x onerror=alert(1)>", "<b>bold</b>", "[SEP]"),
}
SHAPE = {"pair": (4, 8), "script": (2, 3)}


def drawn_page(view: BertVizView, words: str, *, dark: bool) -> str:
    """A page of made-up weights: in layer l, head h, every token looks at the one h places on, at most."""
    labels, (layers, heads) = LABELS[words], SHAPE[words]
    count = len(labels)
    attention = np.full((layers, heads, count, count), 0.1 / count, dtype=np.float32)
    for head in range(heads):
        attention[:, head, range(count), (np.arange(count) + head) % count] += 0.9
    vectors = np.random.default_rng(0).normal(scale=3, size=(2, layers, heads, count, 16)).astype(np.float32)
    segments = [0, 0, 0, 0, 0, 1, 1] if words == "pair" else None
    if view is BertVizView.NEURON:
        return neuron_view_page(labels, attention, *vectors, segments=segments, dark=dark)
    make = head_view_page if view is BertVizView.HEAD else model_view_page
    return make(labels, attention, segments=segments, dark=dark)


def show() -> None:
    """The page of the view in the address."""
    view, words = BertVizView(st.query_params.get("view", "head")), st.query_params.get("words", "pair")
    dark = st.context.theme.type == "dark"

    def part_of(part: str) -> DownloadPart | None:
        if part != "page.html":
            return None
        return DownloadPart(drawn_page(view, words, dark=dark).encode(), "text/html", page_policy())

    address = LARGE_DOWNLOADS.offer(f"bertviz {view} {words} {dark}", part_of, size=1000)
    st.set_page_config(layout="wide")
    st.title("bertviz")
    count = len(LABELS[words])
    st.iframe(f"/{address}/page.html", height=page_height(view, (*SHAPE[words], count, count)), alt=f"{view} view")


app = st.App(Path(__file__), routes=[LARGE_DOWNLOADS.route], middleware=[Middleware(SecurityHeaders)])

if get_script_run_ctx(suppress_warning=True) is not None:
    show()
