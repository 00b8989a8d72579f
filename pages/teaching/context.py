"""What every mode of the room starts from: a run, as the link asks for it, and what is known of it."""

from dataclasses import dataclass

import streamlit as st

from cache.shipped.first_runs import first_run
from cache.teaching import teaching_desk
from components.model.checkpoints.finetuned import finetuned_id
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import model_record
from components.teaching.model.labelled import LabelledList
from components.teaching.model.order_form import Order
from components.teaching.model.plan import Plan
from components.teaching.model.presets import TEACHING_PRESETS, USUAL
from components.teaching.model.results import Ran
from pages.parts.findings import Provenance

OWN_LIST = "own-list-sentences"  # in the session: a list of one's own is in no link
_RUN = "teaching-run"  # in the session: the number of the run that the visitor asked for


@dataclass(frozen=True)
class TeachingContext:
    """A run.

    Attributes:
        plan: What the link asks for, as it is run.
        written: The same as the link says it, where a list of one's own has no name.
        ran: What is shown: the run of the plan, or another that was done beforehand.
        live: Whether it was done on this server since it started.
    """

    plan: Plan
    written: Plan
    ran: Ran
    live: bool

    @property
    def is_plans(self) -> bool:
        """Whether what is shown is what the link asks for."""
        return self.ran.plan == self.plan

    @property
    def model(self) -> ModelRecord:
        """The model that was trained."""
        return model_record(self.ran.plan.model_id)

    @property
    def computed(self) -> Provenance:
        """It as what computed everything."""
        return Provenance(self.model, self.ran.conditions, live=self.live, shows_size=False)

    @property
    def trained_id(self) -> str | None:
        """What the trained model is called as long as its weights are here."""
        state = teaching_desk().done(self.ran.plan.text)
        return None if state is None else finetuned_id(self.ran.plan.model_id, self.ran.plan.text)


def shown(plan: Plan, written: Plan) -> TeachingContext:
    """The run of a plan where it was done here, else the one that ships; else the usual one, which ships."""
    done = teaching_desk().done(plan.text)
    if done is not None and done.ran is not None:
        return TeachingContext(plan, written, done.ran, live=True)
    stored = first_run(plan.text) or first_run(USUAL.text)
    assert stored is not None  # it ships
    return TeachingContext(plan, written, stored, live=False)


def order_for(plan: Plan) -> Order:
    """A run as the desk takes it."""
    return Order(plan, uploaded_list() if plan.sentences.startswith("own") else None)


def uploaded_list() -> LabelledList | None:
    """The visitor's own list, or None."""
    labelled: LabelledList | None = st.session_state.get(OWN_LIST)
    return labelled


def own_run() -> int | None:
    """The number of the run that the visitor asked for, as long as it is known."""
    number: int | None = st.session_state.get(_RUN)
    return number if number is not None and teaching_desk().state(number) is not None else None


def remember_run(number: int) -> None:
    """This is what the visitor asked for."""
    st.session_state[_RUN] = number


def preset_name(plan: Plan) -> str:
    """What the example with this plan is called; empty where there is none."""
    return next((preset.name for preset in TEACHING_PRESETS if preset.plan == plan), "")
