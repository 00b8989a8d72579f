"""What goes wrong behind a page is said on it, also after a callback, and quotes what was typed as it was typed."""

import re
import threading
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

import cache.engine
from cache.engine import EngineStage, Warmup
from pages.parts.markdown import JOINER, escape_markdown
from tests.components.failing_passes import failing
from tests.components.waiting import until
from tests.pages.conftest import ATTENTION, FILL, messages, open_page, run, words
from tests.typed_markup import as_shown

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


def _page() -> None:
    import streamlit as st

    from components.model.user_errors import UserError
    from pages.parts.errors import defer_errors, show_deferred_error

    def fail(key: str) -> None:
        with defer_errors(key):
            raise UserError("The *first* reason.")

    def succeed() -> None:
        with defer_errors("first"):
            pass

    for key in ("first", "second"):
        st.button(key, key=key, on_click=fail, args=(key,))
        show_deferred_error(key, advice="Try again." if key == "second" else "")
    st.button("fine", key="fine", on_click=succeed)


def test_an_error_is_shown_once_under_its_own_widget_and_never_as_markup() -> None:
    app = AppTest.from_function(_page).run()
    assert not app.warning
    app.button(key="first").click().run()
    assert [warning.value for warning in app.warning] == ["The \\*first\\* reason."]
    app.button(key="second").click().run()
    assert [warning.value for warning in app.warning] == ["The \\*first\\* reason. Try again."]
    app.button(key="fine").click().run()
    assert not app.warning
    assert not app.exception


LONG = "**" + "x" * 70


@given(st.text(st.sampled_from("ab \n*_`[]()<>$:/|#~&\\@\u202e\u2066wW.") | st.characters(), max_size=60))
def test_it_is_what_it_was_but_for_its_spaces_and_turns(text: str) -> None:
    plain = re.sub("[\u200e\u200f\u202a-\u202e\u2066-\u2069]", "", " ".join(text.split()))
    assert as_shown(escape_markdown(text)) == plain.replace(JOINER, "")


@given(st.text(st.sampled_from("ab*_`[]$:/|#~&\\<>"), max_size=60))
def test_nothing_that_markdown_acts_on_is_left_alone(text: str) -> None:
    without_pairs = re.sub(r"\\.", "", escape_markdown(text))
    assert not set(without_pairs) & set("*_`[]$<>|#&:~\\")


@pytest.mark.parametrize("typed", ["http://x.y", ":material/info:", "WWW.x.y", "a@b.c"])
def test_icons_and_addresses_are_kept_apart(typed: str) -> None:
    assert JOINER in escape_markdown(typed)


@pytest.mark.usefixtures("ready")
def test_a_message_of_a_page_quotes_a_word_as_it_was_typed() -> None:
    app = open_page(FILL, sentence="The [MASK] sat.", mode="A word I name", word=LONG)
    (warning,) = app.warning
    assert "“**xxx" in messages(app)
    assert r"“\*\*xxx" in warning.value
