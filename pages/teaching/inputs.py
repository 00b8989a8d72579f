"""The inputs of the room: an example or settings, a model, and the button that starts a run."""

from dataclasses import replace

import streamlit as st

from cache.teaching import has_film_reviews, layers_and_width
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.records import ModelRecord
from components.teaching.model.plan import SST2_PLAN, Plan, plan_to_link
from components.teaching.model.presets import TEACHING_PRESETS, TeachingPreset
from pages.parts.examples import Examples
from pages.parts.presenting import hides_controls
from pages.teaching.context import RunRequest
from pages.teaching.job import start_button
from pages.teaching.settings import RUN, dataset_for, linked_plan, write_plan

MODEL = "model"  # in the link
WIDTHS = (1.3, 1.2)  # of the examples and of the button


def read_inputs(model: ModelRecord) -> RunRequest:
    """Draw the examples and the button; the settings are beside the figure."""
    layers, _ = layers_and_width(model.id)
    linked = linked_plan(model.id, layers)
    plan = linked if linked == SST2_PLAN else replace(linked, dataset=dataset_for(linked).key)
    request = RunRequest(plan, linked)
    if not hides_controls():
        examples, button = st.columns(WIDTHS, vertical_alignment="center")
        with examples:
            EXAMPLES.draw_row()
        with button:
            start_button(request.plan, request.linked_plan)
    return request


def plan_of(preset: TeachingPreset) -> Plan:
    """The plan of an example on this server."""
    return preset.plan_for(film_reviews=has_film_reviews())


def _use_preset(preset: TeachingPreset) -> None:
    st.query_params.pop(MODEL, None)
    write_plan(plan_of(preset))


def _current_preset() -> TeachingPreset | None:
    if st.query_params.get(MODEL, DEFAULT_MODEL) != DEFAULT_MODEL:
        return None
    now = st.query_params.get(RUN, "")
    return next((preset for preset in TEACHING_PRESETS if plan_to_link(plan_of(preset)) == now), None)


EXAMPLES = Examples(TEACHING_PRESETS, use=_use_preset, current=_current_preset)
