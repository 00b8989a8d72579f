"""What the mask takes away: every way of looking as a visitor meets it, never empty and never in trouble."""

import numpy as np
import pytest

import cache.masks
import cache.shipped.first_answers
from components.masks.model.link_text import encode_mask
from components.masks.model.presets import PROOF_PRESETS
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.inference.attention_mask import AttentionMask, Causal, Prefix, SlidingWindow, custom_mask
from tests.pages.conftest import (
    MASKS,
    alternatives,
    messages,
    notice_text,
    open_page,
    page_text,
    run,
    start_from,
)
from tests.pages.mask_room import BANK, drawn_grids

BERT = DEFAULT_MODEL


@pytest.mark.usefixtures("cold")
def test_a_cold_server_shows_both_grids_of_an_example() -> None:
    app = open_page(MASKS)
    assert len(drawn_grids(app)) == 1
    assert "Precomputed by **MiniLM**" in page_text(app)
    other = open_page(MASKS, sentence="My own sentence.", mode="Side by side", right="Another model")
    assert f"Until then, an example: {BANK.sentence}" in page_text(other)
    assert other.text_input(key="sentence").value == "My own sentence."


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("link", "mask"),
    [
        ({"masking": "causal"}, Causal()),
        ({"masking": "prefix", "size": "6"}, Prefix(6)),
        ({"masking": "sliding window", "size": "0"}, SlidingWindow(0)),
        ({"masking": "causal sliding window", "size": "3"}, SlidingWindow(3, causal=True)),
        ({"masking": "drawn by hand"}, custom_mask(Causal().allowed(14))),
        ({"masking": "drawn by hand", "cells": encode_mask(np.eye(14, dtype=np.bool_))}, custom_mask(np.eye(14) > 0)),
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
    assert "In layer 2, head 3 a token" in page_text(open_page(MASKS, layer="2", head="3"))
    assert "In the average of layer 2 a token" in page_text(open_page(MASKS, layer="2"))
    average = open_page(MASKS, layer="0", head="3")
    assert "In the average of all heads a token" in page_text(average)
    assert "An average has no score" in page_text(average)
    app = open_page(MASKS, layer="2", head="3")
    app.selectbox(key="layer").set_value(4)
    assert "In layer 4, head 3 a token" in page_text(run(app))
    assert (app.query_params["layer"], app.query_params["head"]) == ("4", "3")


@pytest.mark.usefixtures("ready")
def test_the_link_says_which_row_and_cell_are_kept_and_how_far_it_was_read() -> None:
    app = open_page(MASKS, layer="2", head="3", step="5", **{"from": "5", "to": "2"})
    assert drawn_grids(app)[0]["initial"] == {"row": 4, "column": 1, "step": 5, "drawn": None}
    cell = cache.masks.mask_cell(BERT, BANK.sentence, Causal(), 1, 2, 4, 1)
    assert f"the weight from {cell.bidirectional.weight:.4f} to {cell.masked.weight:.4f}" in page_text(app)
    assert any("m_{5,2} = 0" in formula.value for formula in app.latex)
    assert drawn_grids(open_page(MASKS, mode="Side by side"))[0]["initial"]["row"] == 2  # the preset's word
    assert drawn_grids(open_page(MASKS, **{"from": "0"}))[0]["initial"]["row"] is None
    app.text_input(key="sentence").set_value("Another sentence.")  # has other words: the head stays, the word does not
    assert drawn_grids(run(app))[0]["initial"] == {"row": None, "column": None, "step": None, "drawn": None}
    assert "In layer 2, head 3 a token" in page_text(app)
    assert app.text_input(key="sentence").value == "Another sentence."


@pytest.mark.usefixtures("ready")
def test_a_drawing_starts_from_a_mask_and_is_given_back() -> None:
    app = open_page(MASKS, masking="drawn by hand")
    assert drawn_grids(app)[0]["canDraw"] is True
    app.button(key="masks-Start with all visible").click()
    run(app)
    assert app.query_params["cells"] == encode_mask(np.ones((14, 14), dtype=np.bool_))
    assert "hides nothing" in page_text(app)
    app.button(key="masks-Start from causal").click()
    assert "hides 91 of 196 cells" in page_text(run(app))


@pytest.mark.usefixtures("ready")
def test_padding_is_seen_by_nobody() -> None:
    app = open_page(MASKS, masking="padding", layer="1", head="1")
    assert "The weight on padding is exactly 0" in page_text(app)
    assert "exactly 0: the key is hidden" in page_text(app)
    assert [len(grid["tokens"]) for grid in drawn_grids(app)[0]["grids"]] == [6, 14]
    app.text_input(key="batch").set_value(BANK.sentence)
    assert "nothing is padded" in messages(run(app))
    assert app.text_input(key="batch").value == BANK.sentence


@pytest.mark.usefixtures("ready")
def test_two_models_have_a_layer_and_a_head_each() -> None:
    app = open_page(MASKS, mode="Side by side", right="Another model", layer="1", head="2", layer2="3")
    titles = [grid["title"] for grid in drawn_grids(app)[0]["grids"]]
    assert titles == ["MiniLM, bidirectional: layer 1, head 2", "pocket GPT, causal: the average of layer 3"]
    turned = open_page(MASKS, mode="Side by side", right="Another model", model="pocket-gpt")
    assert drawn_grids(turned)[0]["grids"][1]["title"].startswith("MiniLM")


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
    linked = open_page(MASKS, mode="The proof", word="4", measure="euclidean")
    for actual in (page_text(linked), alternatives(linked)[0]):
        assert "with the causal mask, exactly 0 in every layer" in actual


@pytest.mark.usefixtures("ready")
def test_a_preset_forgets_words_and_brings_its_own() -> None:
    app = open_page(MASKS, layer="2", head="3", mask="5", **{"from": "5", "to": "2"})
    start_from(app, 1)
    assert app.text_input(key="sentence").value == PROOF_PRESETS[1].sentence
    assert not {"from", "to", "mask"} & set(app.query_params)
    assert drawn_grids(app)[0]["initial"]["row"] == 4  # "not"
    assert PROOF_PRESETS[1].notice in notice_text(app)


@pytest.mark.usefixtures("ready")
def test_an_old_link_to_two_models_opens_them_side_by_side() -> None:
    app = open_page(MASKS, mode="Two models", layer="1", head="2", layer2="3")
    assert app.button_group(key="chosen-mode").value == "Side by side"
    titles = [grid["title"] for grid in drawn_grids(app)[0]["grids"]]
    assert titles == ["MiniLM, bidirectional: layer 1, head 2", "pocket GPT, causal: the average of layer 3"]
