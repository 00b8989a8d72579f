"""A sentence that says where the numbers of a view come from, if not from the run that the visitor chose."""

import streamlit as st

from cache.teaching import training_queue
from components.model.job_queue import JobPhase
from components.teaching.model.training_queue import RunState
from pages.parts.markdown import escape_markdown
from pages.teaching.context import TeachingContext, lacks_list, preset_name, visitors_run

NO_LIST = "There is no list of yours yet. Paste one or upload a file in “Watch it learn”, then press “Use this list”."


def draw_origin(context: TeachingContext) -> None:
    """Draw, at the finding, whose numbers these are; nothing if they are of the run that the visitor chose."""
    if text := origin_text(context):
        st.caption(escape_markdown(text))


def origin_text(context: TeachingContext) -> str:
    """Whose numbers these are, in plain words; empty if they are of the run that the visitor chose."""
    name = preset_name(context.result.plan)
    recorded = "These numbers come from a recorded run" + (f" (“{name}”)" if name else "")
    if lacks_list(context.linked_plan):
        return f"{recorded}. {NO_LIST}"
    number = visitors_run()
    state = None if number is None else training_queue().state(number)
    if not context.live and state is not None and state.request.plan == context.plan:
        return f"{recorded}, not of your run, {_without_result(state)}."
    if context.is_requested:
        return ""
    return f"{recorded}, not of the settings chosen here. Press Train to run yours."


def _without_result(state: RunState) -> str:
    """Why a run of the visitor has no numbers to show, as a clause."""
    if state.active:
        return "which has not finished"
    return "which is no longer on this server" if state.phase is JobPhase.DONE else "which ended without a result"
