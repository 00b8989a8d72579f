"""The room where a word is hidden: what it shows cold and ready, what its link holds, and what its controls change."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

import cache.shared.blanks
import cache.shipped.first_answers
from components.fill.model.presets import TUTORIAL_PRESETS
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.presets import FILL_PRESETS, Preset
from components.tables.predictions import candidate_label
from tests.pages.conftest import (
    BY_MINILM,
    FILL,
    alternatives,
    bars,
    messages,
    open_page,
    page_text,
    run,
    start_from,
    words,
)

if TYPE_CHECKING:
    from components.model.inference.engine import Engine

FIRST = FILL_PRESETS[0].sentence
CAT = "The cat sat on the mat."
LEFT_OUT = "Part of the link did not fit this sentence"


def _type(app: AppTest, sentence: str) -> AppTest:
    app.text_input(key="sentence").set_value(sentence)
    return run(app)


@pytest.mark.usefixtures("cold")
def test_a_cold_server_shows_what_was_computed_beforehand() -> None:
    app = open_page(FILL)
    shipped = cache.shipped.first_answers.precomputed_predictions(DEFAULT_MODEL, FIRST)
    assert shipped is not None
    assert words(app) == [[candidate_label(candidate) for candidate in shipped.masks[0].candidates[:10]]]
    assert "precomputed" in page_text(app).lower()
    assert "Computed now" not in page_text(app)


@pytest.mark.usefixtures("ready")
def test_one_model_fills_both_blanks_of_the_tutorials_script() -> None:
    blanks = {preset.name: preset for preset in TUTORIAL_PRESETS}
    for name, word in (("Capital of France", "paris"), ("Self-attention", "self")):
        assert words(open_page(FILL, sentence=blanks[name].sentence))[0][0] == word
    assert words(open_page(FILL, sentence=blanks["Self-attention"].other))[0][0] != "self"  # without the hyphen


@pytest.mark.usefixtures("cold")
def test_a_sentence_linked_to_a_cold_server_is_kept_and_an_example_is_called_one() -> None:
    app = open_page(FILL, sentence=CAT, mask="2")
    assert app.text_input(key="sentence").value == CAT
    assert f"an example: {FIRST}" in page_text(app)
    assert app.query_params["mask"] == "2"
    assert len(words(app)) == 1
    # No chip of the example: a click on one would hide a word of the visitor's sentence.
    assert not any(b'"money"' in element.proto.SerializeToString() for element in app.get("bidi_component"))


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("preset", FILL_PRESETS, ids=lambda preset: preset.name)
def test_every_preset_is_one_click_away_even_cold(preset: Preset) -> None:
    app = start_from(open_page(FILL), FILL_PRESETS.index(preset))
    assert app.text_input(key="sentence").value == preset.sentence
    assert "an example" not in page_text(app)
    assert len(words(app)) == 1


@pytest.mark.usefixtures("cold")
def test_figures_computed_beforehand_are_never_said_to_be_of_another_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(Path(cache.__file__).parent / "pocket" / "bert", tmp_path / "other")
    monkeypatch.setenv("RIVERBANK_MODELS", str(tmp_path))
    app = open_page(FILL, model="local/other")
    assert app.selectbox(key="model").value == "local/other"
    assert f"Precomputed {BY_MINILM}" in page_text(app)
    assert "by **other**" not in page_text(app)


@pytest.mark.parametrize("preset", FILL_PRESETS, ids=lambda preset: preset.name)
def test_every_preset_is_computed_now(preset: Preset, engine: "Engine") -> None:
    app = start_from(open_page(FILL, sentence=CAT, mask="2"), FILL_PRESETS.index(preset))
    predictions = cache.shared.blanks.predictions(DEFAULT_MODEL, preset.sentence)
    assert [len(shown) for shown in words(app)] == [10]
    assert words(app)[0][0] == predictions.masks[0].candidates[0].text
    assert f"Computed now {BY_MINILM}" in page_text(app)
    assert "beforehand" not in page_text(app)
    assert "mask" not in app.query_params
    assert alternatives(app)[0].startswith(f"Most likely words: {words(app)[0][0]} ")


@pytest.mark.usefixtures("ready")
def test_the_slider_changes_how_many_rows_there_are_and_nothing_else() -> None:
    app = open_page(FILL)
    before = bars(app)[0]
    for count in (1, 3, 50):
        app.slider(key="k").set_value(count)
        shown = bars(run(app))[0]
        assert len(shown) == count
        common = min(count, len(before))
        pd.testing.assert_frame_equal(shown.head(common), before.head(common))
        assert app.text_input(key="sentence").value == FIRST


def test_several_typed_blanks_are_each_predicted(engine: "Engine") -> None:
    sentence = "The [MASK] drank the [MASK] in the [MASK] and went to [MASK]."
    app = _type(open_page(FILL), sentence)
    predictions = cache.shared.blanks.predictions(DEFAULT_MODEL, sentence)
    assert words(app) == [[candidate_label(c) for c in mask.candidates[:10]] for mask in predictions.masks]
    assert all(f"“{shown[0]}” is the top guess" in page_text(app) for shown in words(app))


def test_the_link_names_words_to_hide(engine: "Engine") -> None:
    app = open_page(FILL, sentence=CAT, mask="2-3")
    predictions = cache.shared.blanks.predictions(DEFAULT_MODEL, CAT, (2, 3))
    assert [shown[0] for shown in words(app)] == [candidate_label(mask.candidates[0]) for mask in predictions.masks]
    assert "“cat”" in page_text(app)
    assert "“sat”" in page_text(app)
    assert LEFT_OUT not in page_text(app)


@pytest.mark.usefixtures("ready")
def test_another_sentence_starts_with_nothing_hidden() -> None:
    app = _type(open_page(FILL, sentence=CAT, mask="2-3"), "The dog sat on the [MASK].")
    assert len(words(app)) == 1
    assert "mask" not in app.query_params


@pytest.mark.usefixtures("ready")
def test_a_sentence_without_a_blank_has_its_last_content_word_hidden_until_the_visitor_wants_none() -> None:
    app = open_page(FILL, sentence=CAT)
    hidden = cache.shared.blanks.predictions(DEFAULT_MODEL, CAT, (6,))
    assert [shown[0] for shown in words(app)] == [candidate_label(hidden.masks[0].candidates[0])]
    assert any("“mat”" in caption.value for caption in app.caption)
    assert "mask" not in app.query_params
    app.query_params["mask"] = "none"
    assert "Nothing is masked yet" in messages(run(app))
    assert words(app) == []


@pytest.mark.usefixtures("ready")
def test_a_view_that_scores_every_word_hides_none() -> None:
    assert not any("“mat”" in caption.value for caption in open_page(FILL, mode="Every position", sentence=CAT).caption)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    "mask", ["abc", "99999999999999999999", "-1", "2.5", "-", "🙂", "1 or 1=1", "999", "0", "2-2-2"]
)
def test_a_link_that_hides_no_word_of_the_sentence_says_so(mask: str) -> None:
    app = open_page(FILL, mask=mask)  # position 0 is [CLS] and 2 the typed blank: neither can be hidden
    assert LEFT_OUT in page_text(app)
    assert len(words(app)) >= 1
    assert app.text_input(key="sentence").value == FIRST


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(("count", "used"), [("999", 50), ("0", 1), ("-5", 10), ("abc", 10), ("", 10), ("9" * 20, 10)])
def test_a_link_to_an_impossible_number_of_rows_shows_the_nearest_or_the_usual_number(count: str, used: int) -> None:
    assert [len(shown) for shown in words(open_page(FILL, k=count))] == [used]


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("model", ["../../etc/passwd", "gpt2", "", "pocket-bert\0", "x" * 5000])
def test_a_link_to_no_model_of_this_room_uses_the_first(model: str) -> None:
    app = open_page(FILL, model=model)
    assert "Computed now by **MiniLM**" in page_text(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("sentence", ["", " "])
def test_a_link_to_an_empty_sentence_gets_a_message(sentence: str) -> None:
    assert "Type a sentence" in messages(open_page(FILL, sentence=sentence))


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("link", "word"),
    [
        ({"sentence": FIRST}, "bank"),
        ({"sentence": "The bark of the tree was wet.", "mask": "5"}, "bark"),
        ({"sentence": "Hamburg and Munich are cities in [MASK]."}, None),
        ({"sentence": "The bank was shut.", "hide": "controls"}, None),
    ],
)
def test_a_word_with_a_room_of_its_own_is_taken_there(link: dict[str, str], word: str | None) -> None:
    ways = [way.proto for way in open_page(FILL, **link).get("page_link") if "mean here" in way.proto.label]
    assert [f"“{word}” mean here" in way.label for way in ways] == ([] if word is None else [True])
    if word:
        assert "mine=" in ways[0].query_string
        assert word in ways[0].query_string


@pytest.mark.usefixtures("ready")
def test_a_link_sets_the_temperature_which_flattens_the_answers() -> None:
    app = open_page(FILL, temperature="2.5")
    flat = bars(app)[0]["probability"].max()
    assert app.slider(key="temperature").value == 2.5
    app.slider(key="temperature").set_value(0.5)
    assert bars(run(app))[0]["probability"].max() > flat


@pytest.mark.usefixtures("ready")
def test_a_final_blank_without_an_end_mark_has_a_hint_that_helps() -> None:
    sentence = "The capital of France is [MASK]"
    assert not words(open_page(FILL, sentence=sentence))[0][0].isalnum()
    assert "full stop" in page_text(open_page(FILL, sentence=sentence))
    mended = open_page(FILL, sentence=f"{sentence}.")
    assert words(mended)[0][0].isalnum()
    assert "full stop" not in page_text(mended)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("link", "size"),
    [
        ({}, "31 MB"),
        ({"model": "pocket-bert"}, "8 MB"),
        ({"model": "pocket-distilbert"}, None),
        ({"compare": "A second sentence"}, None),
    ],
)
def test_the_drawer_offers_a_page_where_a_page_can_hold_the_model(link: dict[str, str], size: str | None) -> None:
    app = open_page(FILL, sentence=CAT, mask="6", **link)
    labels = [button.proto.label for button in app.get("download_button")]
    assert labels.count("Page (HTML)") == (size is not None)
    notes = [caption.value for caption in app.caption if "without a network" in caption.value]
    assert [size in note for note in notes] == [True] * (size is not None)
