"""Change its mind: what a visitor meets, from the first paint to pairs that do not fit."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import cache.patching
from components.patching.grid import patch_grid_input
from components.patching.model.presets import pair_presets
from components.patching.model.results import PhenomenonPaths
from pages.patching import picture
from tests.components.patching.pairs import paths
from tests.pages.conftest import (
    BY_MINILM,
    ODD_TEXTS,
    messages,
    notice_text,
    open_page,
    page_text,
    run,
    start_from,
)

PAGE = "pages/patching/page.py"
MOVES = "moves to the blank in layer 4."


def drawn_grid(app: AppTest) -> dict[str, Any]:
    """What the grid is sent."""
    (data,) = (element.proto.json for element in app.get("bidi_component") if '"shares"' in element.proto.json)
    grid: dict[str, Any] = json.loads(data)
    return grid


@pytest.mark.usefixtures("cold")
def test_a_cold_server_shows_the_first_grid() -> None:
    app = open_page(PAGE)
    assert MOVES in page_text(app)
    assert not drawn_grid(app)["opens"]
    assert "Precomputed by **MiniLM**" in page_text(app)
    other = open_page(PAGE, sentence="My own [MASK].")
    assert "While the model loads, an example" in page_text(other)


@pytest.mark.usefixtures("ready")
def test_the_first_example_gives_the_numbers_of_a_hand_made_trial() -> None:
    """Made with hooks of its own before the room stood: layer, keys, the blank."""
    app = open_page(PAGE)
    grid = drawn_grid(app)
    keys, blank = 2, 6
    for layer, at_keys, at_blank in ((0, 1.0, 0.0), (3, 0.86, 0.08), (4, 0.12, 0.75), (6, 0.0, 1.0)):
        assert grid["shares"][layer][keys] == pytest.approx(at_keys, abs=0.005)
        assert grid["shares"][layer][blank] == pytest.approx(at_blank, abs=0.005)
    assert MOVES in page_text(app)
    assert "Check: all vectors put in bring back 100.0%, none 0.0%." in page_text(app)
    assert f"Computed now {BY_MINILM}" in page_text(app)
    assert not messages(app)


@pytest.mark.usefixtures("ready")
def test_a_click_on_a_cell_is_in_the_link_and_takes_its_layer_apart() -> None:
    assert drawn_grid(open_page(PAGE))["chosen"] == [4, 6]
    app = open_page(PAGE, layer="3", token="3")
    assert drawn_grid(app)["chosen"] == [3, 2]
    assert any("Layer 3 at “keys”, taken apart" in text for text in notice_text(app).splitlines())
    embeddings = open_page(PAGE, layer="0", token="3")
    assert "taken apart" not in notice_text(embeddings)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("cell", [(3, 2), (6, 0), (0, 7)])
def test_the_cell_that_the_browser_answers_with_is_the_one_that_opens(
    monkeypatch: pytest.MonkeyPatch, cell: tuple[int, int]
) -> None:
    clicks = [cell]

    def click_once(*grid: Any, on_choose: Callable[[int, int], None], **settings: Any) -> None:
        if clicks:
            on_choose(*clicks.pop())
        patch_grid_input(*grid, on_choose=on_choose, **settings)

    monkeypatch.setattr(picture, "patch_grid_input", click_once)
    app = run(open_page(PAGE))
    assert drawn_grid(app)["chosen"] == list(cell)
    assert (app.query_params["layer"], app.query_params["token"]) == (str(cell[0]), str(cell[1] + 1))


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("hide", ["", "controls"])
def test_the_link_restores_both_sentences_answers_and_vector(hide: str) -> None:
    link = {"sentence": "The dog [MASK] old.", "beside": "The dogs [MASK] old.", "first": "is", "second": "are"}
    app = open_page(PAGE, vector="from attention", hide=hide, **link)
    assert not messages(app)
    grid = drawn_grid(app)
    assert grid["layers"] == [1, 2, 3, 4, 5, 6]
    assert [token["other"] for token in grid["tokens"]][2] == "dogs"
    assert "What attention adds to" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_a_sentence_with_itself_has_no_answer_to_regain() -> None:
    app = open_page(PAGE, sentence="The dog [MASK] old.", beside="The dog [MASK] old.")
    assert "no answer to regain" in page_text(app)
    assert "Both sentences are the same" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_odds_that_hardly_differ_have_no_answer_to_follow() -> None:
    link = {"sentence": "I am so happy that I [MASK].", "beside": "I am so sad that I [MASK]."}
    app = open_page(PAGE, model="pocket-distilbert", first="smiled", second="cried", **link)
    assert "no answer to regain" in page_text(app)
    assert "0.03 nats" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_an_answer_that_comes_little_by_little_does_not_move_in_one_layer() -> None:
    page = page_text(open_page(PAGE, sentence="Hello [MASK]", beside="Goodbye [MASK]"))
    assert "moves to the blank" not in page
    assert "from layer 4 on" in page


@pytest.mark.usefixtures("ready")
def test_a_pair_that_does_not_fit_is_explained_and_the_nearest_is_one_click_away() -> None:
    app = open_page(PAGE, sentence="The dog [MASK] old.", beside="The old dogs [MASK] old.")
    assert "7 tokens and the second 8" in messages(app)
    app.button(key="patching-even").click()
    assert drawn_grid(run(app))["shares"]


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
def test_every_example_opens_on_an_answer_that_moves() -> None:
    app = open_page(PAGE)
    for number, preset in enumerate(pair_presets()):
        start_from(app, number)
        assert not messages(app), preset.name
        assert app.text_input(key="beside").value == preset.other
        assert "moves to the blank" in page_text(app)
        assert preset.notice in notice_text(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("text", [*ODD_TEXTS, "", "word " * 20_000])
def test_bad_input_is_answered_with_a_message(text: str) -> None:
    for link in ({"sentence": text}, {"beside": text}, {"first": text[:500]}):
        app = open_page(PAGE, **link)
        assert messages(app) or "no answer to regain" in page_text(app) or drawn_grid(app)["shares"]


@pytest.mark.usefixtures("ready")
def test_a_word_that_is_no_token_is_refused_in_words() -> None:
    assert "not a single token" in messages(open_page(PAGE, first="unbelievablest"))
    assert "same word" in messages(open_page(PAGE, first="was", second="was"))


@pytest.mark.usefixtures("ready")
def test_many_pairs_are_of_the_kind_that_the_link_names(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[PhenomenonPaths] = []

    def compute(_model: str, phenomenon: str, _on_progress: Callable[[int, int], None]) -> PhenomenonPaths:
        drawn.append(paths(3, 3, 3, 2, phenomenon=phenomenon))
        return drawn[-1]

    monkeypatch.setattr(cache.patching, "phenomenon_paths", compute)
    app = open_page(PAGE, mode="Over many pairs", about="Capital", hide="controls")
    assert [each.phenomenon for each in drawn] == ["Capital"]
    assert not messages(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.thorough
def test_many_pairs_say_in_which_layer_most_of_them_move() -> None:
    app = open_page(PAGE, mode="Over many pairs")
    assert "in layer 4 in 10 of 10 pairs" in page_text(app)
    capital = open_page(PAGE, mode="Over many pairs", about="Capital", hide="controls")
    assert "in layer 6 in 8 of 8 pairs" in page_text(capital)


@pytest.mark.usefixtures("ready")
def test_an_example_opens_in_a_model_without_its_answers_as_tokens() -> None:
    capital = next(preset for preset in pair_presets() if preset.name == "Capital")
    app = open_page(PAGE, sentence=capital.sentence, model="pocket-bert")
    assert "not a single token" not in messages(app)
    assert drawn_grid(app)["shares"]


@pytest.mark.usefixtures("ready")
def test_a_second_blank_does_not_stand_in_the_way() -> None:
    app = open_page(PAGE, mask="2")
    assert not messages(app)
    assert drawn_grid(app)["shares"]
