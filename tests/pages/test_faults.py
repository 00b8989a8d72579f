"""What goes wrong behind a page is said on it, in a sentence, and the page goes on once it is right again."""

import threading
from typing import TYPE_CHECKING

import pytest

import cache.engine
from cache.engine import EngineStage, Warmup
from tests.components.failing_passes import failing
from tests.components.waiting import until
from tests.pages.conftest import ATTENTION, FILL, messages, open_page, run, words

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

SENTENCE = "The old baker found his [MASK] under the bridge."


def test_an_engine_that_cannot_be_imported_is_said_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    starting, real, tries = Warmup(), cache.engine._started, []

    def started() -> "Engine":
        tries.append(1)
        if len(tries) == 1:
            raise ImportError("No module named 'torch'")
        return real()

    monkeypatch.setattr(cache.engine, "warmup", lambda: starting)
    monkeypatch.setattr(cache.engine, "_started", started)
    monkeypatch.setattr(threading, "excepthook", lambda _: None)  # the log's business
    monkeypatch.setattr("gc.freeze", lambda: None)
    app = run(open_page(FILL))  # the browser has painted: the engine is asked for
    until(lambda: starting.stage is EngineStage.FAILED)
    run(app)
    assert "could not be loaded on this machine" in messages(app)
    assert words(app), "what was computed beforehand stands there all the same"
    next(button for button in app.button if button.label == "Try again").click()
    run(app)
    until(lambda: starting.stage is EngineStage.READY)
    run(app)
    assert not messages(app)
    assert len(tries) == 2


@pytest.mark.parametrize("page", [FILL, ATTENTION])
def test_a_pass_that_runs_out_of_memory_is_said_and_the_sentence_stays(engine: "Engine", page: str) -> None:
    model = engine.open_model("minilm") if page == FILL else engine.open_for_inspection("minilm")
    link = {"sentence": SENTENCE, "model": "minilm"}
    with failing(model, MemoryError()):
        app = open_page(page, **link)
    assert "not enough memory" in messages(app)
    assert app.text_input(key="sentence").value == SENTENCE
    run(app)
    assert not messages(app)
