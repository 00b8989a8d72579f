"""The tree in the vectors: what a visitor meets, from a first example to a model without a probe."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import cache.probing
import pages.probing.modes.tree
from components.model.checkpoints.catalogue import DEFAULT_MODEL, MODELS
from components.model.checkpoints.records import Bundled
from components.probing.model.presets import PROBING_PRESETS
from components.probing.model.tree_files import tree_evaluations
from components.probing.model.tree_presets import tree_presets
from tests.pages.conftest import ODD_TEXTS, messages, notice_text, open_page, page_text, run, start_from
from tests.pages.notebook import printed_lines

PAGE, MODE = "pages/probing/page.py", "The tree in the vectors"
BUNDLED = [model.id for model in MODELS if isinstance(model.home, Bundled)]
CUSTOM = "My sister's friend walked home."


def drawn_trees(app: AppTest) -> dict[str, Any]:
    """What the arcs are sent."""
    (data,) = (element.proto.json for element in app.get("bidi_component") if '"gold"' in element.proto.json)
    trees: dict[str, Any] = json.loads(data)
    return trees


@pytest.mark.usefixtures("cold")
def test_a_cold_server_shows_the_trees_of_the_first_sentence_and_of_no_other() -> None:
    app = open_page(PAGE, mode=MODE)
    live = cache.probing.sentence_trees(DEFAULT_MODEL, tree_presets()[0].sentence)
    assert drawn_trees(app)["layers"] == [[list(arc) for arc in arcs] for arcs in live.arcs]
    assert not messages(app)
    other = open_page(PAGE, mode=MODE, tree=CUSTOM)
    assert not any('"gold"' in element.proto.json for element in other.get("bidi_component"))
    assert not messages(other)


@pytest.mark.usefixtures("ready")
def test_the_first_example_opens_in_the_best_layer_beside_its_parse() -> None:
    app = open_page(PAGE, mode=MODE)
    drawn, evaluation = drawn_trees(app), tree_evaluations()[DEFAULT_MODEL]
    preset = tree_presets()[0]
    assert drawn["layer"] == evaluation.trained.best_layer
    assert sorted(map(tuple, drawn["gold"])) == sorted(preset.parsed.arcs)
    assert [len(arcs) for arcs in drawn["layers"]] == [len(preset.parsed.arcs)] * 7
    assert preset.notice in notice_text(app)
    assert not messages(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("hide", ["", "controls"])
def test_the_link_restores_sentence_and_layer(hide: str) -> None:
    app = open_page(PAGE, mode=MODE, hide=hide, tree=CUSTOM, layer="0", model="pocket-bert")
    drawn = drawn_trees(app)
    assert [word["text"] for word in drawn["words"]] == ["My", "sister", "'s", "friend", "walked", "home", "."]
    assert drawn["layer"] == 0
    assert drawn["gold"] is None
    assert "The parse of this sentence is not known" in page_text(app)
    assert not messages(app)


@pytest.mark.usefixtures("ready")
def test_another_sentence_of_the_list_has_its_parse_whatever_space_is_around_it() -> None:
    preset = tree_presets()[1]
    app = open_page(PAGE, mode=MODE, tree=f"  {preset.sentence} ")
    assert sorted(map(tuple, drawn_trees(app)["gold"])) == sorted(preset.parsed.arcs)


@pytest.mark.usefixtures("ready")
def test_a_model_without_a_probe_offers_those_that_have_one(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluations = tree_evaluations()
    without = {model_id: each for model_id, each in evaluations.items() if model_id != "pocket-rope"}
    monkeypatch.setattr(pages.probing.modes.tree, "tree_evaluations", lambda: without)
    app = open_page(PAGE, mode=MODE, model="pocket-rope")
    assert "there is none for pocket RoPE" in messages(app)
    app.button(key="tree-use-pocket-bert").click()
    assert drawn_trees(run(app))["layers"]
    assert app.query_params["model"] in ("pocket-bert", ["pocket-bert"])
    hidden = open_page(PAGE, mode=MODE, model="pocket-rope", hide="controls")
    assert "there is none" in messages(hidden)
    assert not [button for button in hidden.button if str(button.key).startswith("tree-use")]


@pytest.mark.usefixtures("ready")
def test_an_example_for_every_model_keeps_the_visitors_model() -> None:
    number, preset = next((n, each) for n, each in enumerate(PROBING_PRESETS) if each.mode == MODE and each.settings)
    app = start_from(open_page(PAGE, mode=MODE, model="pocket-bert", tree=CUSTOM), number)
    assert app.query_params["model"] in ("pocket-bert", ["pocket-bert"])
    assert app.selectbox(key="example").value == number
    assert app.text_input(key="tree").value == dict(preset.settings)["tree"]


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("text", [*ODD_TEXTS, "", "word " * 20_000, "one", "word " * 60])
def test_bad_input_is_answered_with_a_message_or_a_tree(text: str) -> None:
    app = open_page(PAGE, mode=MODE, tree=text)
    assert messages(app) or drawn_trees(app)["layers"]
    assert open_page(PAGE, mode=MODE, layer="99")


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("model", BUNDLED)
def test_the_code_prints_the_arcs_on_the_screen(model: str) -> None:
    app = open_page(PAGE, mode=MODE, model=model, tree=CUSTOM, layer="1")
    lines = printed_lines(app)
    trees = cache.probing.sentence_trees(model, CUSTOM)
    places = {node: place for place, node in enumerate(trees.nodes)}
    assert len(lines) == len(trees.arcs[1])
    for line, (low, high) in zip(lines, trees.arcs[1], strict=True):
        words, distance = line.split(": ")
        assert words == f"{trees.words[low].text} – {trees.words[high].text}"
        assert float(distance) == pytest.approx(trees.distances[1, places[low], places[high]], abs=0.011)
