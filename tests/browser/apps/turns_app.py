"""A page that shows how many of its scripts ran at a time at most since the server started, as a number."""

import threading
import time
from pathlib import Path

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from components.server.runs.script_turns import run_scripts_in_turns


class Counter:
    """How many run now, and how many did at most."""

    def __init__(self) -> None:
        self.lock, self.running, self.highest = threading.Lock(), 0, 0

    def __enter__(self) -> "Counter":
        with self.lock:
            self.running += 1
            self.highest = max(self.highest, self.running)
        return self

    def __exit__(self, *_: object) -> None:
        with self.lock:
            self.running -= 1


@st.cache_resource
def counter() -> Counter:
    return Counter()


def run() -> None:
    st.text_input("Sentence", "first", key="sentence")
    with counter() as counted:
        time.sleep(0.02)  # long enough for others to come, and to be counted
        st.metric("Highest", counted.highest)


if get_script_run_ctx(suppress_warning=True) is None:
    run_scripts_in_turns()
    app = st.App(Path(__file__))
else:
    run()
