"""Which bank: the map, the numbers, two models and the visitor's own sentences."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from cache.senses import measures, neighbour_vote, word_vectors
from components.model.checkpoints.catalogue import DEFAULT_MODEL, POCKET_FOLDER
from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE
from components.model.tokens.occurrences import SentenceWithSense
from components.tables.numbers import percentage
from pages.parts.layout import DRAWER
from tests.pages.conftest import SENSES, messages, open_page, page_text, run
from tests.pages.senses.room import BANK, QUESTION, ignore_progress, map_count, map_settings


@pytest.mark.usefixtures("cold")
def test_a_cold_server_shows_the_precomputed_map() -> None:
    app = open_page(SENSES)
    assert map_count(app) == 1
    assert "Precomputed by **MiniLM**" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_a_link_without_controls_says_its_word() -> None:
    app = open_page(SENSES, hide="controls", forms="right", layer="2")
    assert "“right”" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_a_visitors_sentence_gets_a_vote_or_a_hint_if_the_word_is_missing() -> None:
    app = open_page(SENSES, mode="The map", mine="The boat lay at the bank of the stream.", layer="4")
    assert "Your “bank”: " in page_text(app)
    assert "nearest sentences mean" in page_text(app)
    app.text_input(key="mine").set_value("Nothing of the kind <b>here</b>.")
    run(app)
    assert "to your sentence: bank, banks" in messages(app)
    assert app.text_input(key="mine").value == "Nothing of the kind <b>here</b>."


def titles(app: AppTest) -> str:
    return " ".join(text.value for text in app.markdown)


@pytest.mark.usefixtures("ready")
def test_the_list_of_nearest_sentences_says_whether_all_that_are_counted_are_in_it() -> None:
    sentence = "The robber ran out of the bank and jumped into the river"
    app = open_page(SENSES, mode="The map", mine=sentence, layer="0")
    (listed,) = (table.value for table in app.dataframe if list(table.value) == ["sense", "cosine", "sentence"])
    (total,) = re.findall(r"5 of the (\d+) equally near sentences in layer 0", titles(app))
    assert len(listed) == 5
    assert f"{total} sentences have the same cosine" in page_text(app)
    assert set(listed["sense"]) == {"money", "river"}  # not of one meaning alone
    clear = open_page(SENSES, mode="The map", mine=sentence, layer="6")
    assert "The 5 nearest sentences in layer 6 (the last)" in titles(clear)


@pytest.mark.usefixtures("ready")
def test_a_point_of_the_link_shows_its_neighbours_in_the_full_space() -> None:
    app = open_page(SENSES, mode="The map", point="3", layer="4")
    vectors = word_vectors(QUESTION, ignore_progress).vectors[:, 4]
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = unit @ unit[2]
    nearest = [n for n in np.argsort(-cosines) if n != 2][:8]
    table = app.dataframe[0].value
    assert list(table["sentence"]) == [BANK.sentences[n].sentence for n in nearest]
    assert table["cosine"].tolist() == pytest.approx(cosines[nearest].tolist(), abs=1e-5)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("link", "message"),
    [
        ({"forms": "zebra", "hide": "controls", "mode": "The map"}, "no sentences with this word yet"),
        ({"forms": " , "}, "Enter the word to look for"),
        ({"forms": "x" * 5000}, "Enter a word of at most 60 characters"),
        ({"point": "9999", "layer": "abc", "method": "?", "colour": "?", "mode": "?"}, ""),
    ],
)
def test_odd_links_get_a_message_or_the_room(link: dict[str, str], message: str) -> None:
    app = open_page(SENSES, **link)
    assert message in messages(app)
    assert not app.error


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("typed", ["bat", "bat,bats", " Bats ; BAT"])
def test_any_form_or_spelling_of_a_preset_word_uses_its_sentences(typed: str) -> None:
    app = open_page(SENSES, forms=typed, mode="The map")
    assert not messages(app)
    assert "of nearest sentences have the same meaning" in page_text(app)


@pytest.mark.thorough
def test_two_models_read_the_same_sentences(ready: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(POCKET_FOLDER / "bert", tmp_path / "twin")
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    assert "another second model" in messages(open_page(SENSES, mode="Two models", model2=DEFAULT_MODEL))
    app = open_page(SENSES, mode="Two models", model="pocket-bert", model2="local/twin")
    accuracy = measures(replace(QUESTION, model_id="pocket-bert"), ignore_progress).accuracy
    assert page_text(app).count(f" {percentage(accuracy.value.max())}") == 3  # in the headline, and of each model


@pytest.mark.usefixtures("ready")
def test_two_models_start_with_a_published_model_and_the_reference() -> None:
    app = open_page(SENSES, mode="Two models")
    assert not messages(app)
    assert (app.selectbox(key="model").value, app.selectbox(key="model2").value) == (DEFAULT_MODEL, "pocket-bert")


@pytest.mark.usefixtures("ready")
def test_pocket_bert_is_compared_with_its_left_to_right_twin() -> None:
    app = open_page(SENSES, mode="Two models", model="pocket-bert")
    assert not messages(app)
    assert app.selectbox(key="model2").options[0].startswith("pocket GPT")
    best = [
        measures(replace(QUESTION, model_id=name), ignore_progress).accuracy.value.max()
        for name in ("pocket-bert", "pocket-gpt")
    ]
    assert f"pocket BERT {percentage(best[0])}" in page_text(app)
    assert f"pocket GPT {percentage(best[1])}" in page_text(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("mine", ["", "The boat lay at the bank of the stream."])
def test_the_chart_of_all_layers_is_drawn_while_the_drawer_is_open(mine: str) -> None:
    app = open_page(SENSES, mode="The map", mine=mine)
    assert len(app.get("vega_lite_chart")) == 1
    app.session_state[DRAWER] = False
    run(app)
    assert not app.get("vega_lite_chart")


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("old", ["Groups", "The class", "How well apart?", "How well separated?", "Two models"])
def test_an_old_link_opens_where_its_content_is(old: str) -> None:
    app = open_page(SENSES, mode=old, layer="2", groups="3")
    assert app.button_group(key="chosen-mode").value == "The map"


@pytest.mark.usefixtures("ready")
def test_lines_lead_to_the_voters_of_the_layer_that_is_shown() -> None:
    sentence = "The boat lay at the bank of the stream."
    voters = []
    for layer in (0, 4):
        app = open_page(SENSES, mode="The map", mine=sentence, layer=str(layer))
        vector = word_vectors(replace(QUESTION, sentences=(SentenceWithSense(sentence),)), ignore_progress).vectors[
            0, layer
        ]
        vote = neighbour_vote(QUESTION, layer, vector, sentence)
        voters.append(map_settings(app)["voters"])
        assert voters[-1] == [neighbour.point for neighbour in vote.examples]
        assert map_settings(app)["voting"] == layer
    assert voters[0] != voters[1]


@pytest.mark.usefixtures("ready")
def test_the_map_comes_to_rest_in_the_layer_that_the_finding_is_about() -> None:
    best = measures(QUESTION, ignore_progress).accuracy.best
    assert map_settings(open_page(SENSES, mode="The map"))["initial"]["layer"] == best
    assert map_settings(open_page(SENSES, mode="The map", layer="6"))["initial"]["layer"] == 6


@pytest.mark.usefixtures("ready")
def test_the_first_model_separates_the_two_senses_of_bank() -> None:
    """Accuracy on the shipped sentences."""
    accuracy = measures(QUESTION, ignore_progress).accuracy.value
    assert accuracy.max() >= 0.85
    assert accuracy.max() - accuracy[0] >= 0.15


def test_choosing_an_example_removes_the_sentence_of_the_link() -> None:
    app = open_page(SENSES, forms="house, houses", mine="A house by the river bank.")
    app.selectbox(key="example").set_value(0)
    run(app)
    assert app.text_input(key="mine").value == ""
    assert "mine" not in app.query_params
