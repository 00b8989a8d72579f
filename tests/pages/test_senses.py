"""Which bank: the map, the numbers, groups, two models and one's own sentences, as a visitor meets them."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from cache.senses import measures, neighbour_vote, summarise_clusters, word_vectors
from components.model.checkpoints.catalogue import DEFAULT_MODEL, POCKET_FOLDER
from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE
from components.model.tokens.occurrences import LabelledSentence
from components.senses.tables.findings import ACCURACY, SILHOUETTE, measure_finding
from components.tables.numbers import percentage
from tests.pages.conftest import BY_MINILM, SENSES, messages, opened, run, said
from tests.pages.sense_room import BANK, QUESTION, map_settings, maps, quiet

MODES = {"The map": "separates the senses best", "How well separated?": "falls into 2 groups"}
every_mode = pytest.mark.parametrize("see", MODES)


def settings(app: AppTest) -> list[object]:
    return [*app.slider, *app.selectbox, *app.button_group]


@pytest.mark.usefixtures("cold")
def test_a_cold_server_shows_a_map_drawn_beforehand() -> None:
    app = opened(SENSES)
    assert maps(app) == 1
    assert "Precomputed by **MiniLM**" in said(app)


@pytest.mark.usefixtures("ready")
@every_mode
def test_every_way_of_looking_says_what_it_found_and_by_what(see: str) -> None:
    app = opened(SENSES, mode=see)
    assert MODES[see] in said(app)
    assert f"Computed now {BY_MINILM}" in said(app)
    assert not app.warning


@pytest.mark.usefixtures("ready")
@every_mode
def test_a_teachers_link_leaves_every_setting_away_and_shows_the_result(see: str) -> None:
    app = opened(SENSES, mode=see, hide="controls", forms="right", layer="2")
    assert settings(app) == []
    assert not app.warning
    assert "Word, with all its forms: right" in said(app)
    large = opened(SENSES, mode=see, present="1")
    assert settings(large) == []
    assert not large.title


@pytest.mark.usefixtures("ready")
def test_a_sentence_of_ones_own_gets_a_vote_and_a_word_missing_gets_a_kind_word() -> None:
    app = opened(SENSES, mine="The boat lay at the bank of the stream.", layer="4")
    assert "Your sentence, in layer 4: " in said(app)
    assert "nearest sentences mean" in said(app)
    app.text_input(key="mine").set_value("Nothing of the kind <b>here</b>.")
    run(app)
    assert "to your sentence: bank, banks" in messages(app)
    assert app.text_input(key="mine").value == "Nothing of the kind <b>here</b>."


@pytest.mark.usefixtures("ready")
def test_a_point_of_the_link_shows_its_neighbours_in_the_full_space() -> None:
    app = opened(SENSES, point="3", layer="4")
    vectors = word_vectors(QUESTION, quiet).vectors[:, 4]
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
        ({"forms": "zebra", "hide": "controls"}, "no sentences with this word yet"),
        ({"forms": " , "}, "Enter the word to look for"),
        ({"forms": "x" * 5000}, "Enter a word of at most 60 characters"),
        ({"point": "9999", "layer": "abc", "method": "?", "colour": "?", "mode": "?"}, ""),
    ],
)
def test_odd_links_get_a_kind_word_or_the_room(link: dict[str, str], message: str) -> None:
    app = opened(SENSES, **link)
    assert message in messages(app)
    assert not app.error


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("typed", ["bat", "bat,bats", " Bats ; BAT"])
def test_a_word_named_in_one_form_or_otherwise_written_has_the_sentences_of_its_preset(typed: str) -> None:
    app = opened(SENSES, forms=typed, mode="How well separated?", pairs="true")
    assert not app.warning
    assert "animal" in " ".join(app.dataframe[0].value["senses"])


def test_two_models_read_the_same_sentences(ready: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(POCKET_FOLDER / "bert", tmp_path / "twin")
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    assert "another second model" in messages(opened(SENSES, mode="Two models", model2=DEFAULT_MODEL))
    app = opened(SENSES, mode="Two models", model="pocket-bert", model2="local/twin")
    assert maps(app) == 2
    asked = replace(QUESTION, model_id="pocket-bert")
    assert said(app).count(measure_finding(measures(asked, quiet))) == 2


@pytest.mark.usefixtures("ready")
def test_two_models_begin_with_what_was_published_and_what_was_trained_here() -> None:
    app = opened(SENSES, mode="Two models")
    assert not messages(app)
    assert (app.selectbox(key="model").value, app.selectbox(key="model2").value) == (DEFAULT_MODEL, "pocket-bert")


@pytest.mark.usefixtures("ready")
def test_a_twin_that_reads_both_sides_is_compared_with_the_one_that_reads_from_the_left() -> None:
    app = opened(SENSES, mode="Two models", model="pocket-bert")
    assert not messages(app)
    assert maps(app) == 2
    assert app.selectbox(key="model2").options[0].startswith("pocket GPT")
    best = [
        measures(replace(QUESTION, model_id=name), quiet).accuracy.value.max() for name in ("pocket-bert", "pocket-gpt")
    ]
    assert f"pocket BERT {percentage(best[0])}" in said(app)
    assert f"pocket GPT {percentage(best[1])}" in said(app)


@pytest.mark.usefixtures("ready")
def test_a_guess_comes_before_the_curve() -> None:
    app = opened(SENSES, mode="How well separated?", guess="1")
    assert not app.get("vega_lite_chart")
    next(box for box in app.text_input if box.label.startswith("Your guess")).set_value("4")
    next(button for button in app.button if button.label == "Show the answer").click()
    run(app)
    assert "You said “4”: the model’s number 1 (" in said(app)
    assert len(app.get("vega_lite_chart")) == 3
    assert maps(app) == 1


@pytest.mark.usefixtures("ready")
def test_the_hulls_of_the_map_are_the_groups_of_its_layer_with_their_words() -> None:
    link = {"mode": "How well separated?", "layer": "2", "groups": "3"}
    app = opened(SENSES, **link)
    found = summarise_clusters(QUESTION, 2, 3)
    drawn = map_settings(app)["groups"]
    assert len(drawn) == len(set(found.clusters)) == 3
    for number, group in enumerate(drawn):
        assert group["points"] == [point for point, of in enumerate(found.clusters) if of == number]
        assert group["name"] == ", ".join(word.word for word in found.words[number])
        assert len(found.words[number]) == 4
        assert group["name"] in said(app)


@pytest.mark.usefixtures("ready")
def test_an_old_link_to_groups_shows_them_as_a_table_with_every_pair() -> None:
    app = opened(SENSES, mode="Groups", layer="2", groups="3")
    assert app.button_group(key="chosen-mode").value == "How well separated?"
    assert list(app.dataframe[0].value["cluster"]) == [1, 2, 3]
    assert len(app.get("vega_lite_chart")) == 3
    assert len(map_settings(app)["groups"]) == 3
    folded = opened(SENSES, mode="How well separated?", layer="2", groups="3")
    assert not folded.dataframe
    assert len(folded.get("vega_lite_chart")) == 2


@pytest.mark.usefixtures("ready")
def test_an_old_link_to_how_well_apart_shows_both_curves() -> None:
    app = opened(SENSES, mode="How well apart?", forms="light")
    assert app.button_group(key="chosen-mode").value == "How well separated?"
    titles = [json.loads(chart.proto.spec)["title"]["text"] for chart in app.get("vega_lite_chart")]
    assert [str(title).casefold() for title in titles] == [
        f"{kind} by layer".casefold() for kind in (ACCURACY, SILHOUETTE)
    ]


@pytest.mark.usefixtures("ready")
def test_the_sentences_that_voted_are_tied_to_ones_own_in_the_layer_that_is_shown() -> None:
    own = "The boat lay at the bank of the stream."
    voters = []
    for layer in (0, 4):
        app = opened(SENSES, mine=own, layer=str(layer))
        own_vector = word_vectors(replace(QUESTION, sentences=(LabelledSentence(own),)), quiet).vectors[0, layer]
        vote = neighbour_vote(QUESTION, layer, own_vector, own)
        voters.append(map_settings(app)["voters"])
        assert voters[-1] == [neighbour.point for neighbour in vote.neighbours]
    assert voters[0] != voters[1]


@pytest.mark.usefixtures("ready")
def test_pocket_bert_tells_the_two_banks_apart() -> None:
    """What was asked of it on the sentences that ship."""
    accuracy = measures(QUESTION, quiet).accuracy.value
    assert accuracy.max() >= 0.85
    assert accuracy.max() - accuracy[0] >= 0.15


@pytest.mark.usefixtures("ready")
def test_without_labels_the_two_banks_part_into_groups_that_nearly_are_them() -> None:
    found = summarise_clusters(QUESTION, 4, None)
    assert max(found.clusters) == 1
    assert found.rand_index is not None
    assert found.rand_index > 0.4  # 0.52 when this was written; 0 is chance


def test_an_example_leaves_a_sentence_of_the_link_behind_though_its_box_was_not_there() -> None:
    app = opened(SENSES, forms="house, houses", mine="A house by the river bank.")
    app.selectbox(key="example").set_value(0)
    run(app)
    assert app.text_input(key="mine").value == ""
    assert "mine" not in app.query_params
