"""What the room of mistakes asks, computed once for all visitors."""

import threading
from contextlib import nullcontext
from typing import TYPE_CHECKING

import streamlit as st

from cache.engine import engine
from components.mistakes.model.catalogue import mistake
from components.model.checkpoints.catalogue import FIRST_MODEL, REFERENCE
from components.model.checkpoints.registry import record

if TYPE_CHECKING:
    from components.mistakes.model.at_hand import AtHand
    from components.mistakes.model.results import Compared
    from components.model.checkpoints.records import ModelRecord

_TRAINING = threading.Lock()  # one at a time: each holds several copies of its model


def other_than(model_id: str) -> "ModelRecord":
    """The model whose vocabulary is mistaken for that of ``model_id``."""
    return record(REFERENCE if model_id == FIRST_MODEL else FIRST_MODEL)


@st.cache_data(max_entries=300, show_spinner=False)
def compared(model_id: str, key: str) -> "Compared":
    """Both ways of a mistake on a model."""
    from components.mistakes.model.compare import compared

    with _TRAINING if mistake(key).trains else nullcontext():
        return compared(_at_hand(model_id, key, _at_hand(other_than(model_id).id, key)))


def _at_hand(model_id: str, key: str, other: "AtHand | None" = None) -> "AtHand":
    from components.mistakes.model.at_hand import AtHand

    opened = engine().opened(model_id)
    folder = engine().folder_of(opened.record)
    assert folder is not None  # it was opened from there
    return AtHand(opened, folder, mistake(key), other)
