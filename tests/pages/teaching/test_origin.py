"""Fine-tuning says whose numbers it shows: those of a recorded run, or of the run that the visitor chose."""

import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import pages.teaching.context
from components.model.job_queue import JobPhase
from components.model.lists.datasets import shipped_dataset
from components.teaching.model.plan import FineTuningRequest, Start
from components.teaching.model.presets import DEFAULT_PLAN
from components.teaching.model.results import TrainingStep
from components.teaching.model.training_queue import RunState, TrainingQueue
from pages.teaching.context import UPLOADED_LIST
from pages.teaching.job import OVERHEAD_SECONDS, estimate_seconds, seconds_left
from pages.teaching.origin import NO_LIST
from pages.teaching.settings import RUN
from tests.components.waiting import until
from tests.pages.conftest import TEACHING_PAGE, open_page, page_text, run
from tests.pages.teaching.room import DEFAULT_RUN, put_on_page, stored

RECORDED = "A recorded run (“Good or bad?”)"
WAYS = ("Watch it learn", "Is it any good?", "Use it")


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("way", WAYS)
def test_without_ones_own_list_nothing_can_be_trained_and_the_numbers_are_called_recorded(way: str) -> None:
    app = open_page(TEACHING_PAGE, mode=way, **{RUN: "sentences-own"})
    assert app.button(key="teaching-start").disabled
    assert page_text(app).count(NO_LIST) == 2, "beside the button and at the finding"
    assert "about 63" not in page_text(app)
    assert "A recorded run (“Good or bad?”)" in page_text(app)
    app.session_state[UPLOADED_LIST] = replace(shipped_dataset("books"), key="own-0123456789ab")
    run(app)
    assert not app.button(key="teaching-start").disabled
    assert NO_LIST not in page_text(app)
    assert "recorded run (“Good or bad?”) with other settings" in page_text(app)


@pytest.mark.thorough
@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("way", WAYS)
def test_after_a_run_was_stopped_the_numbers_are_called_recorded_until_there_are_others(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = TrainingQueue(command=(sys.executable, "-c", "import time; time.sleep(60)"))
    put_on_page(queue, monkeypatch)
    app = open_page(TEACHING_PAGE, mode=way, **DEFAULT_RUN)
    assert page_text(app).count("A recorded run.") == 1, "at the finding"
    assert "settings. Press" not in page_text(app), "the recorded run is the one in the link"
    app.button(key="teaching-start").click()
    run(app)
    number = app.session_state["teaching-run"]
    if way != "Watch it learn":  # which shows the progress instead
        assert f"{RECORDED}; your own run has not finished." in page_text(app)
    queue.stop(number)
    run(app)
    assert f"{RECORDED}; your own run ended without a result." in page_text(app)
    state = queue.state(number)
    assert state is not None
    finished = replace(state, phase=JobPhase.DONE, result=stored(), folder=tmp_path)
    monkeypatch.setattr(queue, "finished_run", lambda _: finished)
    monkeypatch.setattr(pages.teaching.context, "finetuned_id", lambda *_: None)
    run(app)
    assert "recorded run" not in page_text(app)
    queue.close()


def test_a_run_that_goes_on_is_named_for_its_visitor_and_after_a_reload(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = TrainingQueue(command=(sys.executable, "-c", "import time; time.sleep(60)"))
    put_on_page(queue, monkeypatch)
    app = open_page(TEACHING_PAGE, **DEFAULT_RUN)
    app.button(key="teaching-start").click()
    run(app)
    app.query_params["model"] = "pocket-bert"
    run(app)
    assert "MiniLM is being trained" in page_text(app)
    assert not [caption for caption in app.caption if "reload" in caption.value]
    reloaded = open_page(TEACHING_PAGE, **DEFAULT_RUN)
    assert "MiniLM is being trained" in page_text(reloaded)
    assert [caption for caption in reloaded.caption if "reload" in caption.value and "result" in caption.value]
    assert not [button for button in reloaded.button if button.key == "teaching-stop"]
    queue.close()


@pytest.mark.usefixtures("cold")
def test_what_happened_to_a_run_can_be_read_until_the_settings_change_and_after_a_reload(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The process of the run ends at once, without a result."""
    queue = TrainingQueue(command=(sys.executable, "-c", ""))
    put_on_page(queue, monkeypatch)
    app = open_page(TEACHING_PAGE, **DEFAULT_RUN)
    app.button(key="teaching-start").click()
    run(app)
    number = app.session_state["teaching-run"]
    until(lambda: queue.running is None)
    state = queue.state(number)
    assert state is not None
    assert state.message
    for _ in range(2):  # the page may be drawn again
        run(app)
        assert [warning for warning in app.warning if warning.value == state.message]
    reloaded = open_page(TEACHING_PAGE, **DEFAULT_RUN)
    assert state.message in page_text(reloaded)
    other = open_page(TEACHING_PAGE, **{RUN: "seed-3"})
    assert state.message not in page_text(other)
    app.select_slider(key="run-seed").set_value(3)
    run(app)
    assert state.message not in page_text(app)
    queue.close()


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("way", WAYS)
def test_a_run_that_reached_its_time_limit_says_so_at_the_finding(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = TrainingQueue()
    put_on_page(queue, monkeypatch)
    histories = tuple(replace(each, losses=each.losses[:30]) for each in stored().histories)
    state = RunState(
        request=FineTuningRequest(DEFAULT_PLAN),
        phase=JobPhase.DONE,
        result=replace(stored(), histories=histories),
        folder=tmp_path,
    )
    monkeypatch.setattr(queue, "finished_run", lambda _: state)
    monkeypatch.setattr(pages.teaching.context, "finetuned_id", lambda *_: None)
    app = open_page(TEACHING_PAGE, mode=way, **DEFAULT_RUN)
    assert f"30 of {DEFAULT_PLAN.steps} steps" in page_text(app)
    assert "recorded run" not in page_text(app)
    queue.close()


@pytest.mark.parametrize("start", [3.0, 6.0, 45.0])
@pytest.mark.parametrize("seconds_a_step", [0.1, 0.4, 2.5])
def test_the_time_left_does_not_jump_and_ends_with_the_run(seconds_a_step: float, start: float) -> None:
    steps = 2 * DEFAULT_PLAN.steps
    state = RunState(request=FineTuningRequest(DEFAULT_PLAN), phase=JobPhase.RUNNING)
    taken = tuple(TrainingStep(Start.PRETRAINED, number, 0.5) for number in range(1, steps + 1))
    left = [
        seconds_left(replace(state, steps=taken[:done], seconds=start + done * seconds_a_step))
        for done in range(steps + 1)
    ]
    assert max(abs(later - sooner) for sooner, later in pairwise(left[1:])) < 3 * seconds_a_step + 1
    assert abs(left[1] - left[0]) < OVERHEAD_SECONDS
    assert left[-1] == OVERHEAD_SECONDS / 2


def test_the_duration_is_not_written_beside_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = TrainingQueue(command=(sys.executable, "-c", "import time; time.sleep(60)"))
    put_on_page(queue, monkeypatch)
    app = open_page(TEACHING_PAGE, **DEFAULT_RUN)
    duration = f"about {round(estimate_seconds(DEFAULT_PLAN))} s"
    assert duration in page_text(app)
    app.button(key="teaching-start").click()
    run(app)
    assert duration not in page_text(app)
    queue.close()
