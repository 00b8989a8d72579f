"""What the mask takes away: every view as a visitor meets it, never empty, and with what it cannot read."""

from pathlib import Path
from typing import Any

import pytest

import cache.masks
import cache.shipped.first_answers
from components.masks.model.presets import PROOF_PRESETS
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE
from components.model.inference.attention_mask import AttentionMask, Causal, Prefix, SlidingWindow
from tests.components.small_models import saved
from tests.pages.conftest import (
    MASKS,
    ODD_TEXTS,
    alternatives,
    messages,
    notice_text,
    open_page,
    page_text,
    run,
    start_from,
)
from tests.pages.masks.room import BANK, MASK_MODES, drawn_grids

BERT = DEFAULT_MODEL


@pytest.mark.usefixtures("cold")
def test_a_cold_server_shows_both_grids_of_an_example() -> None:
    app = open_page(MASKS)
    assert len(drawn_grids(app)) == 1
    assert "Precomputed by **MiniLM**" in page_text(app)
    other = open_page(MASKS, sentence="My own sentence.", mode="Side by side")
    assert f"Until then, an example: {BANK.sentence}" in page_text(other)
    assert other.text_input(key="sentence").value == "My own sentence."


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("link", "mask"),
    [
        ({"masking": "causal"}, Causal()),
        ({"masking": "prefix", "size": "6"}, Prefix(6)),
        ({"masking": "sliding window", "size": "0"}, SlidingWindow(0)),
    ],
)
@pytest.mark.parametrize("hide", ["", "controls"])
def test_the_mask_stands_in_the_link(link: dict[str, str], mask: AttentionMask, hide: str) -> None:
    app = open_page(MASKS, layer="2", head="3", hide=hide, **link)
    hidden = int((~mask.allowed(14)).sum())
    assert f"{hidden} of {14 * 14} cells" in page_text(app)
    assert not messages(app)


@pytest.mark.usefixtures("ready")
def test_layer_and_head_stand_in_the_link_and_a_layer_alone_is_its_average() -> None:
    assert "in layer 2, head 3." in page_text(open_page(MASKS, layer="2", head="3"))
    assert "in the average of layer 2." in page_text(open_page(MASKS, layer="2"))
    average = open_page(MASKS, layer="0", head="3")
    assert "in the average of all heads." in page_text(average)
    assert "An average has no score" in page_text(average)
    app = open_page(MASKS, layer="2", head="3")
    app.selectbox(key="layer").set_value(4)
    assert "in layer 4, head 3." in page_text(run(app))
    assert (app.query_params["layer"], app.query_params["head"]) == ("4", "3")


@pytest.mark.usefixtures("ready")
def test_the_link_says_which_row_and_cell_are_kept_and_how_far_it_was_read() -> None:
    app = open_page(MASKS, layer="2", head="3", step="5", **{"from": "5", "to": "2"})
    assert drawn_grids(app)[0]["initial"] == {"row": 4, "column": 1, "step": 5}
    cell = cache.masks.mask_cell(BERT, BANK.sentence, Causal(), 1, 2, 4, 1)
    assert f"the weight from {cell.bidirectional.weight:.4f} to {cell.masked.weight:.4f}" in page_text(app)
    assert any("m_{5,2} = 0" in formula.value for formula in app.latex)
    assert drawn_grids(open_page(MASKS, mode="Side by side"))[0]["initial"]["row"] is None
    assert drawn_grids(open_page(MASKS, **{"from": "0"}))[0]["initial"]["row"] is None
    app.text_input(key="sentence").set_value("Another sentence.")  # has other words: the head stays, the word does not
    assert drawn_grids(run(app))[0]["initial"] == {"row": None, "column": None, "step": None}
    assert "in layer 2, head 3." in page_text(app)
    assert app.text_input(key="sentence").value == "Another sentence."


@pytest.mark.usefixtures("ready")
def test_padding_is_seen_by_nobody() -> None:
    app = open_page(MASKS, masking="padding", layer="1", head="1", **{"from": "3", "to": "4"})
    assert "with it, none" in page_text(app)
    grids: Any = drawn_grids(app)[0]["grids"]
    assert [len(grid["tokens"]) for grid in grids] == [18, 18]
    assert [grid["padding"] for grid in grids] == [[], [14, 15, 16, 17]]


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
def test_the_proof_holds_for_every_preset_and_every_shared_word() -> None:
    app = open_page(MASKS, mode="The proof")
    for number, preset in enumerate(PROOF_PRESETS):
        start_from(app, number)
        assert app.text_input(key="sentence").value == preset.sentence
        assert app.text_input(key="beside").value == preset.second
        assert f"the two “{preset.word}” vectors are " in page_text(app)
        assert "with the causal mask, exactly 0 in every layer" in page_text(app)
    linked = open_page(MASKS, mode="The proof", word="4")
    for actual in (page_text(linked), alternatives(linked)[0]):
        assert "with the causal mask, exactly 0 in every layer" in actual


@pytest.mark.usefixtures("ready")
def test_a_preset_forgets_words_and_brings_its_own() -> None:
    app = open_page(MASKS, layer="2", head="3", mask="5", **{"from": "5", "to": "2"})
    start_from(app, 1)
    assert app.text_input(key="sentence").value == PROOF_PRESETS[1].sentence
    assert not {"from", "to", "mask"} & set(app.query_params)
    assert drawn_grids(app)[0]["initial"]["row"] is None
    assert PROOF_PRESETS[1].notice in notice_text(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("mode", ["Two models", "What it does to prediction"])
def test_old_links_open_what_answers_their_question(mode: str) -> None:
    app = open_page(MASKS, mode=mode)
    assert not app.exception
    assert app.button_group(key="chosen-mode").value in ("Side by side", "Encoder against decoder")


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
