"""What every mode of the room starts from: a run, as the link asks for it, and what is known of it."""

from dataclasses import dataclass

import streamlit as st

from cache.shipped.first_runs import first_run
from cache.teaching import training_queue
from components.model.checkpoints.finetuned import finetuned_id
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import model_record
from components.teaching.model.datasets import LabelledDataset
from components.teaching.model.plan import Plan
from components.teaching.model.presets import DEFAULT_PLAN, TEACHING_PRESETS
from components.teaching.model.protocol import FineTuningRequest
from components.teaching.model.results import FineTuningResult
from pages.parts.findings import Provenance

UPLOADED_LIST = "own-list-sentences"  # in the session: a list of one's own is in no link
_RUN = "teaching-run"  # in the session: the number of the run that the visitor asked for


@dataclass(frozen=True)
class TeachingContext:
    """A run.

    Attributes:
        plan: What the link asks for, as it is run.
        linked_plan: The same as the link says it, where a list of one's own has no name.
        result: What is shown: the run of the plan, or another that was done beforehand.
        live: Whether it was done on this server since it started.
    """

    plan: Plan
    linked_plan: Plan
    result: FineTuningResult
    live: bool

    @property
    def is_requested(self) -> bool:
        """Whether what is shown is what the link asks for."""
        return self.result.plan == self.plan

    @property
    def model(self) -> ModelRecord:
        """The model that was trained."""
        return model_record(self.result.plan.model_id)

    @property
    def computed(self) -> Provenance:
        """It as what computed everything."""
        return Provenance(self.model, self.result.conditions, live=self.live, shows_size=False)

    @property
    def trained_id(self) -> str | None:
        """What the trained model is called as long as its weights are here."""
        state = training_queue().finished_run(self.result.plan.key)
        return None if state is None else finetuned_id(self.result.plan.model_id, self.result.plan.key)


def load_context(plan: Plan, linked_plan: Plan) -> TeachingContext:
    """The run of a plan where it was done here, else the one that ships; else the usual one, which ships."""
    finished = training_queue().finished_run(plan.key)
    if finished is not None and finished.result is not None:
        return TeachingContext(plan, linked_plan, finished.result, live=True)
    stored = first_run(plan.key) or first_run(DEFAULT_PLAN.key)
    assert stored is not None  # it ships
    return TeachingContext(plan, linked_plan, stored, live=False)


def fine_tuning_request(plan: Plan) -> FineTuningRequest:
    """A run as the desk takes it."""
    return FineTuningRequest(plan, uploaded_list() if plan.dataset.startswith("own") else None)


def uploaded_list() -> LabelledDataset | None:
    """The visitor's own list, or None."""
    labelled: LabelledDataset | None = st.session_state.get(UPLOADED_LIST)
    return labelled


def visitors_run() -> int | None:
    """The number of the run that the visitor asked for, as long as it is known."""
    number: int | None = st.session_state.get(_RUN)
    return number if number is not None and training_queue().state(number) is not None else None


def remember_run(number: int) -> None:
    """This is what the visitor asked for."""
    st.session_state[_RUN] = number


def preset_name(plan: Plan) -> str:
    """What the example with this plan is called; empty where there is none."""
    return next((preset.name for preset in TEACHING_PRESETS if preset.plan == plan), "")
