"""Home: two sentences that can be changed, never an empty screen, and the way into the rooms."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from streamlit.runtime.scriptrunner.exec_code import modified_sys_path
from streamlit.testing.v1 import AppTest

import cache.blanks
import cache.shipped.first_answers
from components.model.checkpoints.catalogue import FIRST_MODEL
from components.model.presets import FILL_PRESETS
from components.tables.predictions import written
from pages.parts.rooms import ROOMS
from tests.pages.conftest import HOME, alternatives, messages, opened, run, said, words

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

MONEY, RIVER = (preset.sentence for preset in FILL_PRESETS[:2])


def _type(app: AppTest, key: str, sentence: str) -> AppTest:
    app.text_input(key=key).set_value(sentence)
    return run(app)


@pytest.mark.usefixtures("cold")
def test_a_cold_server_shows_what_was_computed_beforehand() -> None:
    app = opened(HOME)
    assert [field.value for field in app.text_input][:2] == [MONEY, RIVER]
    shipped = [cache.shipped.first_answers.precomputed(FIRST_MODEL, sentence) for sentence in (MONEY, RIVER)]
    assert [shown[0] for shown in words(app)] == [written(found.masks[0].candidates[0]) for found in shipped if found]
    assert "computed beforehand" in said(app).lower()
    assert "Computed now" not in said(app)


@pytest.mark.usefixtures("cold")
def test_a_sentence_typed_on_a_cold_server_is_kept_and_gets_no_figures_of_another() -> None:
    app = _type(opened(HOME), "money", "She took her boat to the [MASK].")
    assert app.text_input(key="money").value == "She took her boat to the [MASK]."
    assert len(words(app)) == 1


@pytest.mark.usefixtures("ready")
def test_a_ready_server_computes_now_and_says_by_what() -> None:
    app = opened(HOME)
    assert len(words(app)) == 2
    assert "Computed now by **pocket BERT** (a small teaching model" in said(app)
    assert "million parameters" in said(app)
    assert "beforehand" not in said(app)


def test_changing_a_word_changes_its_bars_and_no_others(engine: "Engine") -> None:
    app = opened(HOME)
    before = words(app)
    changed = "He planted a tree in the [MASK]."
    after = words(_type(app, "money", changed))
    first = cache.blanks.predictions(FIRST_MODEL, changed).masks[0].candidates
    assert after[0] == [written(candidate) for candidate in first[:5]]
    assert after[0] != before[0]
    assert after[1] == before[1]


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("sentence", ["", "   ", "no blank at all", "word " * 20_000, "<script>alert(1)</script>"])
def test_what_cannot_be_answered_gets_a_message_and_is_kept(sentence: str) -> None:
    app = _type(opened(HOME), "money", sentence)
    assert app.text_input(key="money").value == sentence
    assert messages(app)
    assert len(words(app)) == 1


@pytest.mark.usefixtures("ready")
def test_every_figure_states_its_finding() -> None:
    app = opened(HOME)
    for alternative, shown in zip(alternatives(app), words(app), strict=True):
        assert alternative.startswith(f"Most likely words: {shown[0]} ")


@pytest.mark.usefixtures("cold")
def test_every_room_has_a_way_in_and_a_sentence_about_it() -> None:
    app = opened(HOME)
    links = [link.proto.label for link in app.get("page_link")]
    for room in ROOMS:
        assert any(room.title in label and room.technical in label for label in links)
        assert room.about in said(app)


def test_a_run_of_a_page_leaves_the_search_path_alone() -> None:
    """Else the engine's imports, under way in another thread, may pass over a folder."""
    opened(HOME)
    front_door = str(Path(__file__).parents[2] / "pages")
    assert sys.path.count(front_door) == 1
    with modified_sys_path(str(Path(front_door) / "front_door.py")):
        assert sys.path.count(front_door) == 1
    assert sys.path.count(front_door) == 1
