"""The context of the room's modes: the plan in the link, and the result that is shown."""

from dataclasses import dataclass

import streamlit as st

from cache.shipped.first_runs import first_run, recorded_model
from cache.teaching import training_queue
from components.model.checkpoints.finetuned import finetuned_id
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import model_record
from components.model.lists.datasets import LabelledDataset
from components.teaching.model.dataset_lookup import CUSTOM
from components.teaching.model.plan import FineTuningRequest, Plan
from components.teaching.model.presets import DEFAULT_PLAN, TEACHING_PRESETS
from components.teaching.model.results import FineTuningResult
from pages.parts.findings import Provenance

UPLOADED_LIST = "own-list-sentences"  # in the session: uploaded lists are never in links
_RUN = "teaching-run"  # in the session: the number of the visitor's run


@dataclass(frozen=True)
class RunRequest:
    """The plan in the link, as it would be run, and as the link holds it.

    In the latter an uploaded list is only called ``own``.
    """

    plan: Plan
    linked_plan: Plan


@dataclass(frozen=True)
class TeachingContext:
    """A run.

    Attributes:
        plan: The plan in the link, as it would be run.
        linked_plan: The plan as the link holds it, where an uploaded list is only called ``own``.
        result: The result shown: of the plan, or a stored one of another plan.
        live: Whether it was computed on this server since it started.
        models_loaded: Whether models can be asked; before, a page shows what is stored.
    """

    plan: Plan
    linked_plan: Plan
    result: FineTuningResult
    live: bool
    models_loaded: bool

    @property
    def awaits_models(self) -> bool:
        """Whether the weights of the result ship and cannot be asked yet."""
        return not self.models_loaded and recorded_model(self.result.plan.key) is not None

    @property
    def is_requested(self) -> bool:
        """Whether the result shown is of the plan in the link."""
        return self.result.plan == self.plan

    @property
    def model(self) -> ModelRecord:
        """The model that was trained."""
        return model_record(self.result.plan.model_id)

    @property
    def computed(self) -> Provenance:
        """What computed the figures."""
        return Provenance(self.model, self.result.conditions, live=self.live, shows_size=False)

    @property
    def trained_id(self) -> str | None:
        """The id of the fine-tuned model, or None if its weights are not here or cannot be asked yet."""
        plan = self.result.plan
        if training_queue().finished_run(plan.key) is not None:
            return finetuned_id(plan.model_id, plan.key)
        recorded = recorded_model(plan.key) if self.models_loaded else None
        return None if recorded is None else recorded.id


def load_context(request: RunRequest, *, models_loaded: bool) -> TeachingContext:
    """The context of a plan: its result from this server, else its stored result, else that of the default plan."""
    plan, linked_plan = request.plan, request.linked_plan
    finished = training_queue().finished_run(plan.key)
    if finished is not None and finished.result is not None:
        return TeachingContext(plan, linked_plan, finished.result, live=True, models_loaded=models_loaded)
    stored = first_run(plan.key) or first_run(DEFAULT_PLAN.key)
    assert stored is not None  # it ships
    return TeachingContext(plan, linked_plan, stored, live=False, models_loaded=models_loaded)


def fine_tuning_request(plan: Plan) -> FineTuningRequest:
    """The request for a plan."""
    return FineTuningRequest(plan, uploaded_list() if plan.dataset.startswith(CUSTOM) else None)


def uploaded_list() -> LabelledDataset | None:
    """The dataset that the visitor uploaded, or None."""
    labelled: LabelledDataset | None = st.session_state.get(UPLOADED_LIST)
    return labelled


def lacks_list(linked_plan: Plan) -> bool:
    """Whether the link asks for a run on the visitor's own list, and there is none yet."""
    return linked_plan.dataset == CUSTOM and uploaded_list() is None


def visitors_run() -> int | None:
    """The number of the visitor's run, or None."""
    number: int | None = st.session_state.get(_RUN)
    return number if number is not None and training_queue().state(number) is not None else None


def remember_run(number: int) -> None:
    """Remember the visitor's run."""
    st.session_state[_RUN] = number


def preset_name(plan: Plan) -> str:
    """The name of the example with this plan; empty if there is none."""
    return next((preset.name for preset in TEACHING_PRESETS if preset.plan == plan), "")
