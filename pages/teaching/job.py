"""A run on this server: the button that starts it, and the panel that shows its progress to everybody."""

from functools import partial

import streamlit as st

from cache.shipped.first_runs import first_run
from cache.teaching import layers_and_width, load_dataset, training_queue
from components.model.checkpoints.registry import model_record
from components.model.job_queue import JobPhase
from components.model.lists.datasets import HELD_OUT_LIMIT
from components.tables.numbers import fixed, percentage
from components.teaching.charts.histories import live_accuracy_spec, live_loss_spec
from components.teaching.model.dataset_lookup import CUSTOM
from components.teaching.model.plan import TRAINING_LIMIT_SECONDS, Plan, Start
from components.teaching.model.presets import DEFAULT_PLAN, plan_to_train
from components.teaching.model.training_queue import RunState
from pages.parts.errors import defer_errors
from pages.parts.jobs import job_button, job_outcome, job_progress, watch_job
from pages.parts.lecture.classes import turn_key
from pages.parts.markdown import escape_markdown
from pages.teaching.context import fine_tuning_request, lacks_list, remember_run, visitors_run
from pages.teaching.origin import NO_LIST
from pages.teaching.settings import write_plan

LOOK_EVERY_SECONDS, OTHERS_LOOK_EVERY_SECONDS = 1.0, 2.0  # a whole audience may watch
OVERHEAD_SECONDS = 12.0  # starting the process, and the baselines
KEY = "teaching"  # prefix of the keys
_WATCHED = "teaching-watched"


def start_button(plan: Plan, linked_plan: Plan) -> None:
    """Draw the button that starts a run, with its estimated duration: at the run on all of SST-2, the default one.

    Without the list that the link asks for, it starts nothing: the run would be of other sentences.

    Args:
        plan: The plan in the link, as it would be run.
        linked_plan: The plan as the link holds it.
    """
    plan, number = plan_to_train(plan), visitors_run()
    active = number is not None and (state := training_queue().state(number)) is not None and state.active
    no_list, is_shown = lacks_list(linked_plan), plan_to_train(linked_plan) == linked_plan
    job_button(
        "Train",
        partial(start_run, plan),
        icon=":material/model_training:",
        about=NO_LIST if no_list else _duration_text(plan, active=active),
        disabled=active or no_list or (is_shown and training_queue().finished_run(plan.key) is not None),
        key=KEY,
    )


def estimate_seconds(plan: Plan) -> float:
    """Estimate the duration of a run in seconds, from the stored default run and the amount of arithmetic."""
    default_run = first_run(DEFAULT_PLAN.key)
    assert default_run is not None  # it ships
    work, default_work = (_work_per_token(model_plan.model_id) for model_plan in (plan, DEFAULT_PLAN))
    seconds = default_run.seconds * work / default_work * _sentence_steps(plan) / _sentence_steps(DEFAULT_PLAN)
    return OVERHEAD_SECONDS + seconds * (1 if plan.start is Start.RANDOM else 2)


def draw_progress(plan: Plan) -> str:
    """Draw the progress of the running run, or of the visitor's, or how the last one ended.

    Args:
        plan: The plan in the link: an outcome is shown until it changes.

    Returns:
        The model's name; "" if no run is running.
    """
    number = _run_to_watch()
    state = None if number is None else training_queue().state(number)
    if number is None or state is None:
        _draw_outcome(plan)
        return ""
    st.session_state[_WATCHED] = (number, plan)
    every = LOOK_EVERY_SECONDS if number == visitors_run() else OTHERS_LOOK_EVERY_SECONDS
    watch_job(lambda: training_queue().state(number), partial(_draw_panel, number), every=every)
    return _model_name(state)


def _sentence_steps(plan: Plan) -> float:
    """The arithmetic of a run, in training steps of one sentence. Two thirds of a step are backward, a third forward.

    Only layers that are trained are passed backward. With the embeddings frozen, too, a step of MiniLM takes a seventh
    less. Held-out sentences pass forward, in some eight evaluations.
    """
    trained = 1 - plan.frozen_layers / layers_and_width(plan.model_id)[0]
    step = (1 + 2 * trained) / 3 * (6 / 7 if plan.frozen_layers else 1)
    return plan.steps * plan.batch_size * step + 8 * HELD_OUT_LIMIT / 3


def _work_per_token(model_id: str) -> int:
    layers, width = layers_and_width(model_id)
    return layers * width * width


def _duration_text(plan: Plan, *, active: bool) -> str:
    """How long a run takes; empty for an active run, which shows its time elsewhere."""
    if (finished := training_queue().finished_run(plan.key)) is not None:
        is_whole = finished.result is None or not finished.result.is_cut_short
        return f"Trained on this server{'' if is_whole else ' up to the time limit'}: this is the result."
    if active:
        return ""
    seconds = estimate_seconds(plan)
    if seconds > TRAINING_LIMIT_SECONDS:
        return f"too long for the limit of {fixed(TRAINING_LIMIT_SECONDS / 60, 0)} min"
    return "about " + (f"{fixed(seconds, 0)} s" if seconds < 100 else f"{fixed(seconds / 60, 0)} min")


def start_run(plan: Plan) -> None:
    """Start a run, in a callback; :func:`start_button` shows why it could not start.

    The page goes to the run's settings. A run that is finished already is shown.
    """
    if not plan.dataset.startswith(CUSTOM):
        write_plan(plan)
    if training_queue().finished_run(plan.key) is not None:
        return
    with defer_errors(KEY):
        number = training_queue().submit(fine_tuning_request(plan), asker=turn_key())
        remember_run(number)
        st.session_state[_WATCHED] = (number, plan)  # at once: it may end before the page is drawn


def _run_to_watch() -> int | None:
    number = visitors_run()
    if number is not None and (state := training_queue().state(number)) is not None and state.active:
        return number
    return training_queue().running


def _draw_outcome(plan: Plan) -> None:
    """Draw how the watched run ended: its error, or a button that opens its result.

    A reload begins a new visit, which has watched none: it shows the error of the last run with these settings.
    """
    number, plan_then = st.session_state.get(_WATCHED, (None, None))
    state = None if number is None else training_queue().state(number)
    if state is None or plan_then != plan:
        st.session_state.pop(_WATCHED, None)
        if failure := training_queue().failure_of(plan.key):
            st.caption(escape_markdown(f"The last run with these settings on this server gave no result. {failure}"))
    elif state.phase is not JobPhase.DONE:
        job_outcome(state)
    elif state.request.plan != plan:
        finished = state.request.plan
        st.button("Open the run that has just finished", key="teaching-open", on_click=_open, args=(finished,))


def _open(plan: Plan) -> None:
    st.query_params["model"] = plan.model_id
    if not plan.dataset.startswith("own"):
        write_plan(plan)


def _draw_panel(number: int, state: RunState) -> None:
    is_visitors = number == visitors_run()
    text = f"{_model_name(state)}: {state.status}"
    stop = partial(training_queue().stop, number) if is_visitors and training_queue().may_stop(number) else None
    with st.container(key="teaching-panel"):
        job_progress(state, text, name="run", stop=stop, key=KEY, seconds_left=seconds_left(state))
        if not is_visitors:
            # A reload begins a new visit, so the visitor's own earlier run looks like anybody's.
            is_chosen = st.session_state[_WATCHED] == (number, state.request.plan)
            result = "its result is shown here" if is_chosen else "a button here opens its result"
            st.caption(
                "Another visitor started this run, or you did before reloading the page. It continues either way. "
                f"When it has finished, {result}."
            )
        _draw_live_curves(state)


def _model_name(state: RunState) -> str:
    return model_record(state.request.plan.model_id).name


def seconds_left(state: RunState) -> float:
    """Estimate the seconds that are left of a run.

    The planned duration gives way to the run's own pace as more is done, so the estimate does not jump when the first
    steps come after a long start.
    """
    done, planned = state.fraction_done, estimate_seconds(state.request.plan)
    training = planned - OVERHEAD_SECONDS
    allowed = max(0.0, TRAINING_LIMIT_SECONDS - state.seconds) + OVERHEAD_SECONDS / 2
    if not done:
        return min(max(planned - state.seconds, training), allowed)
    observed = max(0.0, state.seconds - OVERHEAD_SECONDS / 2) / done
    weight = done * min(1.0, 2 * done)
    return min((1 - done) * ((1 - weight) * training + weight * observed) + OVERHEAD_SECONDS / 2, allowed)


def _draw_live_curves(state: RunState) -> None:
    """The curves so far."""
    plan = state.request.plan
    chance = (
        0.0 if plan.dataset.startswith(CUSTOM) else load_dataset(plan.dataset).majority_share
    )  # uploaded lists are private
    left, right = st.columns(2, gap="medium")
    if state.evaluations:
        last = state.evaluations[-1]
        with left:
            curves = live_accuracy_spec(state.evaluations, plan, chance)
            st.vega_lite_chart(
                curves, key="growing-right", alt=f"{percentage(last.accuracy)} correct after {last.step} steps."
            )
    if state.steps:
        with right:
            falling = live_loss_spec(state.steps, plan)
            st.vega_lite_chart(
                falling,
                key="growing-loss",
                alt=f"Training loss of the last step: {fixed(state.steps[-1].loss, 2)} nats.",
            )
