"""The precomputed probes of the room “What each layer knows”, written by ``python -m cache.shipped.first_probe``."""

from pathlib import Path

import streamlit as st

from cache.shipped.probes import rounded
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.serialisation import from_json, to_json
from components.probing.model.results import ProbedTask
from components.probing.model.tasks import TASKS

FILE = Path(__file__).with_name("first_probe.json")


@st.cache_resource(max_entries=1, show_spinner=False)
def first_probe() -> ProbedTask:
    """The first task, probed on every layer of the default model."""
    return from_json(ProbedTask, FILE.read_text(encoding="utf-8"))


def main() -> None:
    """Compute and write it."""
    from cache.probing import probed_task

    probed = probed_task(DEFAULT_MODEL, TASKS[0].key, lambda _text: None)
    FILE.write_text(to_json(rounded(probed)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
