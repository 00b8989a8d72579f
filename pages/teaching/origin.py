"""A sentence that says where the numbers of a view come from, or how far their training came."""

import streamlit as st

from cache.teaching import training_queue
from components.model.job_queue import JobPhase
from components.teaching.model.plan import SST2_PLAN
from components.teaching.model.training_queue import RunState
from components.teaching.tables.histories import time_limit_note
from pages.parts.layout import note
from pages.parts.markdown import escape_markdown
from pages.teaching.context import TeachingContext, lacks_list, preset_name, visitors_run

RECORDED = "A recorded run."
NO_LIST = "There is no list of yours yet. Paste one in “Why?” of “Watch it learn”, then press “Use this list”."


def draw_origin(context: TeachingContext) -> None:
    """Draw, at the finding, that the numbers are recorded, or from a run that reached its time limit; else nothing."""
    text = origin_text(context)
    if text.startswith(RECORDED):  # the run of this example: nothing that a visitor must know before the figure
        note(text)
    elif text:
        st.caption(escape_markdown(text))


def origin_text(context: TeachingContext) -> str:
    """That the numbers are recorded or from a run that was cut short, in plain words; empty for a whole live run."""
    if context.live:
        return time_limit_note(context.result)
    name = preset_name(context.result.plan)
    recorded = RECORDED.removesuffix(".") + (f" (“{name}”)" if name else "")
    if lacks_list(context.linked_plan):
        return f"{recorded}. {NO_LIST}"
    number = visitors_run()
    state = None if number is None else training_queue().state(number)
    if state is not None and state.request.plan == context.plan:
        return f"{recorded}; your own run {_reason_without_result(state)}."
    if context.plan == SST2_PLAN:
        return f"{RECORDED} It had {context.plan.train_size:,} phrases; “Train” starts a short run."
    if context.is_requested:
        return f"{RECORDED} Press Train to repeat it."
    return f"{recorded} with other settings. Press Train to run yours."


def _reason_without_result(state: RunState) -> str:
    """Why a run of the visitor has no numbers to show, as a predicate."""
    if state.active:
        return "has not finished"
    return "is no longer on this server" if state.phase is JobPhase.DONE else "ended without a result"
