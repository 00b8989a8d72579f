"""The room of masks with what it cannot read: words for the visitor, nothing lost, and never an exception."""

from pathlib import Path

import pytest

from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE
from tests.components.small_models import saved
from tests.pages.conftest import MASKS, ODD_TEXTS, messages, open_page, page_text, run
from tests.pages.mask_room import MASK_MODES, drawn_grids


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("sentence", "second", "message"),
    [
        ("A cat sat.", "The dog ran.", "must begin with the same word"),
        ("A cat sat.", "A cat sat.", "sentences are the same"),
        ("A cat sat.", "", "begins like the first one: “A cat sat. …”"),
    ],
)
def test_a_pair_that_proves_nothing_is_told_why(sentence: str, second: str, message: str) -> None:
    app = open_page(MASKS, mode="The proof", sentence=sentence, beside=second)
    assert message in messages(app)
    assert app.text_input(key="sentence").value == sentence


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("view", ["Side by side", "The proof"])
def test_a_text_longer_than_the_grid_gets_a_message_and_no_grid(view: str) -> None:
    app = open_page(MASKS, mode=view, beside="A second sentence.")
    app.text_input(key="sentence").set_value("cat " * 200)
    run(app)
    assert "202 tokens" in messages(app)
    assert app.text_input(key="sentence").value == "cat " * 200
    assert not drawn_grids(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("sentence", ODD_TEXTS)
def test_odd_text_is_padded(sentence: str) -> None:
    app = open_page(MASKS, masking="padding", sentence=sentence)
    assert not app.error
    drawn = "\n".join(element.value for element in (*app.markdown, *app.caption))
    assert "<script>" not in drawn
    assert "**b**" not in drawn


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    "link",
    [
        {"layer": "99", "head": "-1", "from": "abc", "to": "-1", "step": "0", "size": "²"},
        {"layer": "", "head": "9" * 30, "from": "999", "step": "x" * 5000, "masking": "?", "size": "99999"},
        {"layer2": "?", "head2": "77", "model2": "../../etc", "word": "99", "measure": "?", "hidden": "?"},
        {"mode": "No such", "mask": "9-x--1", "causal": "?", "sides-answer": "?", "masking": "prefix", "size": "500"},
    ],
    ids=["out of range", "unreadable", "second model", "no such view"],
)
@pytest.mark.parametrize("view", MASK_MODES)
def test_a_broken_link_shows_the_room(link: dict[str, str], view: str) -> None:
    app = open_page(MASKS, **{"mode": view, **link})
    assert not app.error
    assert "Computed now" in page_text(app)


def test_a_causal_model_is_looked_into_and_fills_no_blanks(
    ready: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved("gpt2", tmp_path / "left")
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    for masking in ("causal", "padding"):
        app = open_page(MASKS, model="local/left", sentence="the river bank of the cat", masking=masking)
        assert not app.warning
        assert "Computed now by **left**" in page_text(app)
    app = open_page(MASKS, mode="Encoder against decoder", model="local/left", sentence="the river bank")
    assert "fills no blanks" in messages(app)
