"""What the room shows while models load."""

import streamlit as st

from cache.shipped.first_pronouns import first_pronouns
from cache.shipped.first_suites import first_suites
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import model_record
from pages.parts.links.parameters import MODE
from pages.suites.inputs import PRONOUN_VIEW


def stored_model(model: ModelRecord) -> ModelRecord:
    """What can be shown until models are loaded: the chosen model if its result is stored, else another one."""
    stored = first_pronouns() if st.query_params.get(MODE) == PRONOUN_VIEW else first_suites()
    if model.id in stored:
        return model
    default = model_record(DEFAULT_MODEL)
    st.caption(f"While {model.name} loads, a stored result: {default.name}")
    return default
