"""A run on this server: started by a button, watched by everybody as it grows, stopped at once by who started it."""

import time

import streamlit as st

from cache.shipped.first_runs import first_run
from cache.teaching import layers_and_width, named_list, teaching_desk
from components.model.checkpoints.registry import model_record
from components.model.user_errors import UserError
from components.tables.numbers import percentage
from components.teaching.charts.growing import growing_accuracy, growing_losses
from components.teaching.model.lists import OWN
from components.teaching.model.plan import Plan, Start
from components.teaching.model.presets import USUAL
from components.teaching.model.run_state import Phase, RunState
from pages.parts.lecture.classes import turn_key
from pages.parts.markdown import escape_markdown
from pages.teaching.context import order_for, own_run, remember_run
from pages.teaching.settings import write_plan

LOOK_EVERY_SECONDS, OTHERS_LOOK_EVERY_SECONDS = 1.0, 2.0  # a room full of people may watch
OVERHEAD_SECONDS = 12.0  # a process is started, and the result is held against simpler ways
_REFUSED, _WATCHED = "teaching-refused", "teaching-watched"


def start_button(plan: Plan) -> None:
    """The one way in which a run begins, with how long it takes."""
    own = own_run()
    active = own is not None and (state := teaching_desk().state(own)) is not None and state.active
    with st.container(horizontal=True, vertical_alignment="center", key="teaching-begin"):
        st.button(
            "Train",
            key="teaching-start",
            icon=":material/model_training:",
            on_click=start,
            args=(plan,),
            disabled=active or teaching_desk().done(plan.text) is not None,
        )
        st.caption(_announced(plan))
    if (refused := st.session_state.pop(_REFUSED, None)) is not None:
        st.warning(escape_markdown(refused), icon=":material/info:")


def seconds_for(plan: Plan) -> float:
    """About how long a run takes here: as long a step as the usual run took, for as much arithmetic."""
    usual = first_run(USUAL.text)
    assert usual is not None  # it ships
    work, usual_work = (_work(one.model_id) for one in (plan, USUAL))
    step = usual.seconds / USUAL.steps * work / usual_work * plan.batch / USUAL.batch
    return OVERHEAD_SECONDS + step * plan.steps * (1 if plan.start is Start.RANDOM else 2)


def watching() -> bool:
    """Draw the run under way, or the one that the visitor waits for; whether there is one."""
    number = _to_watch()
    if number is None:
        _told_how_it_ended()
        return False
    st.session_state[_WATCHED] = number
    every = LOOK_EVERY_SECONDS if number == own_run() else OTHERS_LOOK_EVERY_SECONDS
    st.fragment(_panel, run_every=every)(number)
    return True


def _work(model_id: str) -> int:
    layers, width = layers_and_width(model_id)
    return layers * width * width


def _announced(plan: Plan) -> str:
    if teaching_desk().done(plan.text) is not None:
        return "Trained on this server: this is the result."
    seconds = seconds_for(plan)
    takes = f"about {seconds:.0f} s" if seconds < 100 else f"about {seconds / 60:.0f} min"
    return (
        f"{plan.steps} steps, then the same {plan.steps} from random weights; {takes} in all"
        if plan.start is not Start.RANDOM
        else (f"{plan.steps} steps, {takes}")
    )


def start(plan: Plan) -> None:
    """Have a run done; to be called before a page runs, as by a click."""
    try:
        remember_run(teaching_desk().ask(order_for(plan), asker=turn_key()))
    except UserError as error:
        st.session_state[_REFUSED] = str(error)


def _to_watch() -> int | None:
    own = own_run()
    if own is not None and (state := teaching_desk().state(own)) is not None and state.active:
        return own
    return teaching_desk().under_way


def _told_how_it_ended() -> None:
    """Of the run that was watched: why it was not done, or the way to what came of it."""
    number = st.session_state.pop(_WATCHED, None)
    state = None if number is None else teaching_desk().state(number)
    if state is None:
        return
    if state.phase is not Phase.DONE:
        st.warning(escape_markdown(state.message), icon=":material/info:")
    elif number != own_run():
        plan = state.order.plan
        st.button("Open the run that has just finished", key="teaching-open", on_click=_open, args=(plan,))


def _open(plan: Plan) -> None:
    st.query_params["model"] = plan.model_id
    if not plan.sentences.startswith("own"):
        write_plan(plan)


def _panel(number: int) -> None:
    state = teaching_desk().state(number)
    if state is None or not state.active:
        st.rerun()  # the whole page: there is a result now, or a word about why there is none
    own = number == own_run()
    with st.container(key="teaching-panel"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.progress(state.share, text=_progress(number, state))
            if teaching_desk().may_stop(number) and own:
                st.button(
                    "Stop", key="teaching-stop", icon=":material/stop:", on_click=teaching_desk().stop, args=(number,)
                )
        _growing(state)


def _progress(number: int, state: RunState) -> str:
    whose = "" if number == own_run() else f"Someone is training {model_record(state.order.plan.model_id).name}. "
    if state.phase is Phase.WAITING:
        before = teaching_desk().waiting_before(number)
        return f"Your run starts after {before} other{'s' if before > 1 else ''}."
    gone = time.monotonic() - state.began
    left = seconds_for(state.order.plan) - gone
    if state.steps and state.share > 0.1:
        left = (gone - OVERHEAD_SECONDS / 2) / state.share * (1 - state.share) + OVERHEAD_SECONDS / 2
    about = f", about {left:.0f} s left" if left > 1 else ""
    return f"{whose}{state.doing.capitalize()}{about}"


def _growing(state: RunState) -> None:
    """The curves so far."""
    plan = state.order.plan
    chance = 0.0 if plan.sentences.startswith(OWN) else named_list(plan.sentences).majority  # lists are their owners'
    left, right = st.columns(2, gap="medium")
    if state.looks:
        last = state.looks[-1]
        with left:
            curves = growing_accuracy(state.looks, plan, chance)
            st.vega_lite_chart(
                curves, key="growing-right", alt=f"{percentage(last.accuracy)} correct after {last.step} steps."
            )
    if state.steps:
        with right:
            falling = growing_losses(state.steps, plan)
            st.vega_lite_chart(
                falling, key="growing-loss", alt=f"Training loss of the last step: {state.steps[-1].loss:.2f} nats."
            )
