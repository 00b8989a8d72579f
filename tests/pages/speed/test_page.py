"""The pages of the speed and distillation rooms. No test depends on how long anything took."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from components.model.job_queue import JobPhase
from components.model.user_errors import UserError
from components.speed.model.presets import BASE, BENCHMARK_PRESETS
from components.speed.model.queue import BenchmarkQueue
from components.speed.model.spec import Benchmark, format_spec
from tests.components.waiting import until
from tests.pages.conftest import (
    DISTILLATION,
    SPEED,
    alternatives,
    messages,
    notice_text,
    open_page,
    page_text,
    run,
    start_from,
)
from tests.pages.speed.room import (
    BENCH,
    SMALL,
    SPEED_FINDINGS,
    WaitingRunner,
    empty_queue,
    every_distillation_mode,
    every_speed_mode,
    family,
    link_to_variant,
    linked_benchmark,
    press,
)

__all__ = ["empty_queue", "family"]
pytestmark = pytest.mark.usefixtures("family", "empty_queue")


def run_benchmark(app: AppTest) -> AppTest:
    """Start the benchmark on the page, and rerun the page once it has ended."""
    from cache.speed import benchmark_queue

    press(app, "speed-start")
    number = app.session_state["speed-job"]
    until(lambda: not benchmark_queue().state(number).active)
    return run(app)


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> WaitingRunner:
    """A queue in which every benchmark waits."""
    runner = WaitingRunner()
    queue = BenchmarkQueue(runner)
    for module in ("pages.speed.job", "pages.speed.context"):
        monkeypatch.setattr(f"{module}.benchmark_queue", lambda: queue)
    return runner


@pytest.mark.usefixtures("cold")
@every_speed_mode
def test_a_cold_server_shows_the_recorded_benchmark(mode: str) -> None:
    app = open_page(SPEED, mode=mode)
    assert alternatives(app)
    assert "A recorded benchmark, measured on the machine named here" in page_text(app)
    assert "These numbers were recorded on 20" in page_text(app)
    assert "not measured live." in page_text(app)
    assert "**pocket BERT** (a small teaching model trained by this project" in page_text(app)
    assert not [button for button in app.button if button.key == "speed-start"]


@pytest.mark.usefixtures("cold")
@every_distillation_mode
def test_a_cold_server_shows_the_precomputed_agreement(mode: str) -> None:
    app = open_page(DISTILLATION, mode=mode)
    assert alternatives(app)
    assert "Precomputed by **pocket DistilBERT**" in page_text(app)


@pytest.mark.usefixtures("ready")
@every_speed_mode
def test_nothing_is_measured_before_the_button_is_pressed(mode: str, empty_queue: BenchmarkQueue) -> None:
    app = open_page(SPEED, mode=mode, **BENCH)
    assert empty_queue.active_count == 0
    assert "speed-job" not in app.session_state
    assert "Measuring takes at least" in page_text(app)
    assert SPEED_FINDINGS[mode] in page_text(app)
    assert "A recorded benchmark" in page_text(app)
    assert all(alternatives(app))


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(("second", "is_told"), [(SMALL.first, True), (SMALL.second, False)])
def test_a_model_that_would_be_timed_against_itself_is_told(second: str, is_told: bool) -> None:
    app = open_page(SPEED, bench=format_spec(replace(SMALL, second=second)))
    assert ("A model against itself" in page_text(app)) is is_told


@pytest.mark.usefixtures("ready")
def test_a_measured_benchmark_is_shown_in_every_mode(empty_queue: BenchmarkQueue) -> None:
    app = run_benchmark(open_page(SPEED, **BENCH))
    assert "Your benchmark, measured on this machine" in page_text(app)
    assert "These numbers" not in page_text(app)
    assert "as fast as pocket BERT" in page_text(app)
    assert "against itself gives" in page_text(app)
    assert "1 sentence of 4 tokens" in page_text(app)
    assert empty_queue.latest_result is not None
    assert empty_queue.latest_result.benchmark == SMALL
    for mode in ("How fast?", "Where the time goes"):
        app.button_group(key="chosen-mode").set_value(mode)
        assert SPEED_FINDINGS[mode] in page_text(run(app)), mode
        assert "Your benchmark, measured on this machine" in page_text(app)
        assert "You measured these numbers on this machine (" in page_text(app), mode
    another = open_page(SPEED)
    assert "The latest benchmark on this machine, started by another visitor" in page_text(another)
    assert "These numbers come from the latest benchmark on this machine (" in page_text(another)
    assert "You measured" not in page_text(another)
    assert "speed-job" not in another.session_state


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
def test_a_running_benchmark_is_watched_shared_and_stopped(waiting: WaitingRunner) -> None:
    from pages.speed.job import benchmark_queue

    app = press(open_page(SPEED, **BENCH), "speed-start")
    number = app.session_state["speed-job"]
    until(lambda: len(benchmark_queue().state(number).cells) == 1)
    run(app)
    assert "at full size with random weights" in page_text(app)
    assert "not measured live; your own benchmark, in the box below, has not finished." in page_text(app)
    assert app.button(key="speed-start").disabled
    shared = open_page(SPEED, **BENCH)
    assert "This benchmark is running now" in page_text(shared)
    press(shared, "speed-start")
    assert benchmark_queue().active_count == 1
    assert "with random weights" in page_text(shared)
    press(shared, "speed-stop")
    assert "it continues for them" in messages(shared)
    other_visitor = press(open_page(SPEED, **link_to_variant(warm_ups=7)), "speed-start")
    assert "Waiting: 1 benchmark is ahead of yours" in page_text(other_visitor)
    assert "A recorded benchmark" in page_text(other_visitor)
    press(app, "speed-stop")
    assert "Stopped. Finished settings are kept." in messages(app)
    assert "Finished before that:" in page_text(app)
    assert "not measured live; your own benchmark ended without a complete result." in page_text(app)
    assert not app.button(key="speed-start").disabled
    assert "One benchmark is ahead of yours" in page_text(app)  # and not the one that was stopped
    waiting.go.set()
    second = other_visitor.session_state["speed-job"]
    until(lambda: benchmark_queue().state(second).phase is JobPhase.DONE)
    assert "Your benchmark, measured on this machine" in page_text(run(other_visitor))


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"device": "cuda:7"}, "does not have that device"),
        pytest.param({"dtype": "float16", "device": "cpu"}, "does not support float16", marks=pytest.mark.thorough),
    ],
)
def test_unsupported_conditions_get_a_message_and_the_next_benchmark_runs(
    changes: dict[str, str], message: str
) -> None:
    app = run_benchmark(open_page(SPEED, **link_to_variant(**changes)))
    assert message in messages(app)
    assert "A recorded benchmark" in page_text(app)
    app.query_params["bench"] = BENCH["bench"]
    assert "Your benchmark" in page_text(run_benchmark(run(app)))


@pytest.mark.usefixtures("ready")
@pytest.mark.thorough
def test_results_of_another_benchmark_have_a_note() -> None:
    assert "These figures" not in page_text(open_page(SPEED, bench=format_spec(replace(Benchmark(), device="cpu"))))
    other_pair = "These figures are for pocket BERT and pocket DistilBERT, recorded earlier."
    assert other_pair in page_text(open_page(SPEED, bench=format_spec(BASE)))
    app = open_page(SPEED, **BENCH)
    assert "pocket DistilBERT with other settings, recorded earlier." in page_text(app)
    assert "These figures" not in page_text(run_benchmark(app))
    app.selectbox(key="bench-second").set_value("pocket-scratch")
    assert "pocket DistilBERT, measured by you before." in page_text(run(app))
    assert "These figures" not in page_text(
        open_page(SPEED, **link_to_variant(least_count=9))
    )  # repeats are no other benchmark


@pytest.mark.usefixtures("ready")
def test_a_preset_is_chosen_and_not_started(empty_queue: BenchmarkQueue) -> None:
    app = open_page(SPEED)
    for number, preset in enumerate(BENCHMARK_PRESETS):
        start_from(app, number)
        assert linked_benchmark(app) == preset.benchmark
        assert preset.notice in notice_text(app)
    assert empty_queue.active_count == 0


@pytest.mark.usefixtures("ready")
def test_random_weights_have_no_quality(waiting: WaitingRunner) -> None:
    from pages.speed.job import benchmark_queue

    waiting.go.set()
    app = press(open_page(SPEED, **BENCH), "speed-start")
    until(lambda: benchmark_queue().latest_result is not None)
    assert "the quality was not measured" in page_text(run(app))
    assert "The quality is unknown" not in page_text(app)  # what was timed has weights, and is of no known family
    assert "**bert base uncased** (a published model" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_visitors_guess_before_the_speed_up_is_shown() -> None:
    app = open_page(SPEED, guess="1")
    assert "as fast as pocket BERT" not in page_text(app)
    assert not alternatives(app)
    app.number_input(key="speed-guess-number").set_value(50.0)
    next(button for button in app.button if button.label == "Show the answer").click()
    run(app)
    assert "You said 50.0 times: too high." in page_text(app)
    assert "as fast as pocket BERT" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_a_full_queue_gets_a_message(monkeypatch: pytest.MonkeyPatch, empty_queue: BenchmarkQueue) -> None:
    def full(_: Benchmark, *, asker: str) -> int:
        raise UserError("Too many benchmarks are waiting. Try again in a few minutes.")

    monkeypatch.setattr(empty_queue, "submit", full)
    app = press(open_page(SPEED, **BENCH), "speed-start")
    assert "Too many benchmarks are waiting" in messages(app)
    assert "A recorded benchmark" in page_text(app)
