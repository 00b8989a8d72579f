"""Who looks at whom: every way of looking as a visitor meets it, never empty and never in trouble."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import cache.attention
import cache.engine
import cache.shared.blanks
import cache.shared.traces
import cache.shipped.first_answers
from components.attention.model.opening import strongest_head
from components.attention.model.presets import ATTENTION_PRESETS
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE
from components.model.presets import LONG_PARAGRAPH
from tests.components.small_models import saved
from tests.pages.conftest import ATTENTION, NASTY, messages, notice_text, open_page, page_text, run, start_from

BANK = ATTENTION_PRESETS[0].sentence
HIDDEN = {"mask": "5"}  # "bank"
LARGEST = "largest weight in"  # of the sentence about a whole head
MODES = {
    "Every head": (LARGEST, {}),
    "Switch heads off": ("No other head helps it as much", HIDDEN),
    "Inside one weight": ("softmax over 11 tokens", {}),
}
SUMMARIES = {
    "Average of each layer": "this average",
    "Rollout": "this rollout",
}


def settings(app: AppTest) -> list[object]:
    return [*app.slider, *app.selectbox, *app.button_group]


def atlases(app: AppTest) -> list[dict[str, object]]:
    """The settings of the atlases on the page."""
    payloads = [element.proto.bytes for element in app.get("bidi_component") if element.proto.bytes]
    headers = []
    for payload in payloads:
        length = int.from_bytes(payload[:4], "little")
        headers.append(json.loads(payload[4 : 4 + length]))
    return headers


def switches(app: AppTest) -> dict[str, Any]:
    """What the grid of heads is sent."""
    (grid,) = (e.proto for e in app.get("bidi_component") if e.proto.component_name == "riverbank_head_switches")
    payload: dict[str, Any] = json.loads(grid.json)
    return payload


@pytest.mark.usefixtures("cold")
def test_a_cold_server_shows_every_head_of_an_example() -> None:
    app = open_page(ATTENTION)
    assert len(atlases(app)) == 1
    assert "Precomputed by **MiniLM**" in page_text(app)
    other = open_page(ATTENTION, sentence="My own sentence.")
    assert f"an example: {BANK}" in page_text(other)
    assert other.text_input(key="sentence").value == "My own sentence."


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("shown", SUMMARIES)
@pytest.mark.parametrize("hidden", [{}, {"hide": "controls"}], ids=["settings", "no settings"])
def test_averages_and_rollout_are_a_switch_of_the_atlas(shown: str, hidden: dict[str, str]) -> None:
    app = open_page(ATTENTION, shown=shown, **hidden)
    assert SUMMARIES[shown] in page_text(app)
    assert len(atlases(app)) == 1
    assert not app.warning


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("link", "shown"),
    [
        ({"mode": "Averages"}, "Average of each layer"),
        ({"look": "Averages", "over": "heads"}, "Average of each layer"),
        ({"mode": "Rollout"}, "Rollout"),
    ],
)
def test_a_link_to_a_view_that_was_merged_shows_what_it_showed(link: dict[str, str], shown: str) -> None:
    app = open_page(ATTENTION, **link)
    assert SUMMARIES[shown] in page_text(app)
    assert app.button_group(key="shown").value == shown
    assert "over" not in app.query_params


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("link", [{"mode": "bertviz"}, {"mode": "bertviz", "view": "Neuron view"}, {"bertviz": "true"}])
def test_bertviz_is_drawn_where_its_panel_is_open(link: dict[str, str]) -> None:
    assert not open_page(ATTENTION).get("iframe")
    app = open_page(ATTENTION, **link)
    (frame,) = app.get("iframe")
    assert frame.proto.src.endswith("/page.html")
    assert f"{6 * 12 * 11 * 11:,} attention weights" in page_text(app)
    assert app.button_group(key="view").value == link.get("view", "Head view")


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("look", ["Every head", "Inside one weight"])
def test_a_pair_is_read_as_one_input(look: str) -> None:
    pair = next(preset for preset in ATTENTION_PRESETS if preset.second)
    app = open_page(ATTENTION, mode=look, sentence=pair.sentence, second=pair.second or "", bertviz="true")
    assert not app.warning
    trace = cache.shared.traces.trace(DEFAULT_MODEL, pair.sentence, pair.second or "")
    assert {token.segment for token in trace.tokens.items} == {0, 1}
    if look == "Every head":
        assert "sentence A keeps" in page_text(app)
        assert app.get("iframe")


@pytest.mark.usefixtures("ready")
def test_what_takes_one_sentence_says_so() -> None:
    assert "“Sentence B”" in messages(open_page(ATTENTION, mode="Switch heads off", second="And another."))


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    "look", [pytest.param(look, marks=pytest.mark.thorough if look == "Switch heads off" else ()) for look in MODES]
)
def test_a_long_paragraph_is_shown_or_its_limit_explained(look: str) -> None:
    app = open_page(ATTENTION, mode=look, sentence=LONG_PARAGRAPH, bertviz="true", **MODES[look][1])
    assert not app.error
    limited = {"Every head": "lines"}
    assert limited.get(look, "") in messages(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("look", MODES)
def test_odd_sentences_are_looked_into_with_a_blank_and_in_bertviz(look: str) -> None:
    app = open_page(ATTENTION, mode=look, sentence=NASTY[0], mask="1", bertviz="true")
    assert not app.error
    drawn = "\n".join(element.value for element in (*app.markdown, *app.caption))
    assert "<script>" not in drawn
    assert "**b**" not in drawn


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("sentence", ["", "word " * 20_000])
def test_what_cannot_be_read_draws_no_atlas(sentence: str) -> None:
    app = open_page(ATTENTION)
    assert atlases(app)
    app.text_input(key="sentence").set_value(sentence)
    run(app)
    assert not atlases(app)


@pytest.mark.usefixtures("ready")
def test_one_word_is_enough() -> None:
    assert LARGEST in page_text(open_page(ATTENTION, sentence="x"))


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    "link",
    [
        {"layer": "99", "head": "0", "from": "abc", "to": "-1", "off": "9.9-x-1.1"},
        {"layer": "", "head": "²", "from": "9" * 30, "off": "-" * 5000},
        {"mode": "No such", "drawn": "?", "kind": "?", "view": "?"},
    ],
)
def test_a_broken_link_shows_the_room(link: dict[str, str]) -> None:
    for look in ("Switch heads off", "Inside one weight"):
        assert not open_page(ATTENTION, **{"mode": look, **HIDDEN, **link}).warning


@pytest.mark.usefixtures("ready")
def test_the_link_says_where_the_atlas_begins() -> None:
    app = open_page(ATTENTION, layer="3", head="2", **{"from": "7", "to": "6"})
    assert atlases(app)[0]["initial"] == {"panel": [2, 1], "query": 6, "key": 5}
    assert f"{LARGEST} this head is" in page_text(app)
    app.text_input(key="sentence").set_value("Another sentence.")  # has other words: the head stays, the word does not
    assert atlases(run(app))[0]["initial"] == {"panel": [2, 1], "query": None, "key": None}


@pytest.mark.usefixtures("ready")
def test_a_head_is_drawn_as_the_link_says_or_as_the_length_does() -> None:
    for sentence, link, view in (
        ("Cats chase mice.", {}, "arcs"),
        ("Cats chase mice.", {"picture": "grid"}, "grid"),
        ("Cats chase mice.", {"picture": "lines"}, "arcs"),  # there were lines once
        ("Cats chase mice.", {"shown": "Rollout"}, "arcs"),
        ("mice " * 30, {}, "grid"),
    ):
        (atlas,) = atlases(open_page(ATTENTION, sentence=sentence, **link))
        assert atlas["view"] == view
        assert atlas["hide"] is False
    (atlas,) = atlases(open_page(ATTENTION, tokens="words only"))
    assert atlas["hide"] is True


@pytest.mark.usefixtures("ready")
def test_a_preset_brings_its_pair_and_takes_it_away_again() -> None:
    app = open_page(ATTENTION)
    pair = next(number for number, preset in enumerate(ATTENTION_PRESETS) if preset.second)
    for number in (pair, 0):
        start_from(app, number)
        preset = ATTENTION_PRESETS[number]
        assert app.text_input(key="sentence").value == preset.sentence
        assert (app.text_input(key="second").value or None) == preset.second
        assert preset.notice in notice_text(app)


@pytest.mark.usefixtures("ready")
def test_heads_switched_off_by_a_link_change_the_answer() -> None:
    app = open_page(ATTENTION, mode="Switch heads off", sentence=BANK, off="1.1-1.2-1.3-1.4", **HIDDEN)
    tokens = cache.engine.tokens(DEFAULT_MODEL, BANK)
    answer = cache.shared.blanks.possible_answers(DEFAULT_MODEL, BANK, (5,), 5)[0]
    off = frozenset((0, head) for head in range(4))
    ablation = cache.attention.head_ablation(DEFAULT_MODEL, BANK, (5,), 5, answer.id, off)
    assert len(tokens) == 11
    assert ablation.ablated.log_probability < ablation.full.log_probability
    assert switches(app)["off"] == [[0, 0], [0, 1], [0, 2], [0, 3]]
    assert switches(app)["words"][0]["after"] == pytest.approx(math.exp(ablation.words[0].second))
    assert "Without 4 heads" in page_text(app)
    app.button(key="ablation-on").click()
    assert "Without 4 heads" not in page_text(run(app))
    assert switches(app)["off"] == []
    assert "No other head helps it as much" in page_text(app)
    assert app.query_params["off"] == "none"


@pytest.mark.usefixtures("ready")
def test_the_head_that_matters_most_is_off_until_the_link_says_otherwise() -> None:
    opener = switches(open_page(ATTENTION, mode="Switch heads off", sentence=BANK, **HIDDEN))
    assert opener["off"] == [list(divmod(max(range(6 * 12), key=opener["effects"]["bits"].__getitem__), 12))]
    followed = next(word for word in opener["words"] if word["followed"])
    assert followed["after"] < followed["before"]
    for link, off in (("none", []), ("2.3", [[1, 2]])):
        assert switches(open_page(ATTENTION, mode="Switch heads off", sentence=BANK, off=link, **HIDDEN))["off"] == off


@pytest.mark.usefixtures("ready")
def test_every_head_has_what_the_answer_is_without_it() -> None:
    app = open_page(ATTENTION, mode="Switch heads off", sentence=BANK, **HIDDEN)
    answer = cache.shared.blanks.possible_answers(DEFAULT_MODEL, BANK, (5,), 5)[0]
    effects = switches(app)["effects"]
    assert len(effects["bits"]) == len(effects["percent"]) == 6 * 12
    (importance,) = cache.attention.head_importance(DEFAULT_MODEL, BANK, (5,), 5, answer.id, ((2, 7),))
    assert effects["bits"][2 * 12 + 7] == pytest.approx(importance.bits, abs=1e-4)
    assert float(effects["percent"][2 * 12 + 7]) == pytest.approx(100 * importance.probability, abs=0.5)


@pytest.mark.usefixtures("ready")
def test_a_guess_comes_before_the_heads() -> None:
    app = open_page(ATTENTION, guess="1", layer="3", head="3", **{"from": "6"})
    assert not atlases(app)
    assert LARGEST not in page_text(app)
    box = next(box for box in app.text_input if box.label.startswith("Your guess"))
    assert "“bank” attends to most in layer 3, head 3" in box.label
    box.set_value("river")
    next(button for button in app.button if button.label == "Show the answer").click()
    run(app)
    row = cache.shared.traces.trace(DEFAULT_MODEL, BANK).attention[2, 2, 5]
    rank = int((row > row[8]).sum()) + 1
    assert f"You said “river”: the model’s number {rank}" in page_text(app)
    assert atlases(app)


def test_a_causal_model_is_looked_into_and_fills_no_blanks(
    ready: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved("gpt2", tmp_path / "left")
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    for look in ("Every head", "Inside one weight"):
        app = open_page(ATTENTION, mode=look, model="local/left", sentence="the river bank")
        assert not app.warning, look
        assert "Computed now by **left**" in page_text(app)
    attention = cache.shared.traces.trace("local/left", "the river bank").attention
    assert math.isclose(float(np.triu(attention[0, 0], 1).sum()), 0.0)
    app = open_page(ATTENTION, mode="Switch heads off", model="local/left", sentence="the river bank")
    assert "does not fill in masked words" in messages(app)


def test_a_model_without_scores_has_no_names(ready: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved("bert", tmp_path / "unknown")
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    app = open_page(ATTENTION, names="true", model="local/unknown")
    assert not messages(app)
    assert not app.dataframe


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("link", [{"names": "true"}, {"mode": "What heads do", "kind": "start mark"}])
def test_the_names_of_heads_are_counted_and_listed(link: dict[str, str]) -> None:
    app = open_page(ATTENTION, **link)
    assert f"{len(app.dataframe[0].value)} of the 72 heads" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_the_weight_of_a_link_is_taken_apart() -> None:
    app = open_page(ATTENTION, mode="Inside one weight", layer="3", head="2", **{"from": "6", "to": "9"})
    assert "of its attention on “river” (layer 3, head 2)" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_a_link_with_a_word_alone_opens_the_head_in_which_it_attends_most_to_another() -> None:
    sentence, query = "He went to the bank and opened an account.", 5
    trace = cache.shared.traces.trace(DEFAULT_MODEL, sentence)
    link = {"sentence": sentence, "strongest": str(query + 1)}
    app = open_page(ATTENTION, **link)
    layer, head = strongest_head(trace, query) or (0, 0)
    assert (layer, head) != (0, 0)
    assert atlases(app)[0]["initial"] == {"panel": [layer, head], "query": query, "key": None}
    assert not {"layer", "head", "from"} & set(app.query_params)  # nothing is written: the way back stays one step


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("word", ["0", "99", "x", ""])
def test_a_link_with_no_word_of_the_sentence_opens_as_usual(word: str) -> None:
    app = open_page(ATTENTION, sentence="The bank was closed.", strongest=word)
    assert "layer" not in app.query_params
    assert not app.exception


@pytest.mark.usefixtures("ready")
def test_three_layers_of_a_head_stand_side_by_side_with_the_claims_of_tutorials() -> None:
    view = "The bank by the river had a nice view."
    assert "Claim:" not in notice_text(open_page(ATTENTION, sentence=view))
    app = open_page(ATTENTION, sentence=view, claims="true", layer="1", head="1")
    assert "**Head 1 in three layers**" in notice_text(app)
    for layer in (1, 3, 6):
        assert f"**Layer {layer}**" in notice_text(app)
    assert "**Claim:** In middle layers, “bank” attends to “river”" in notice_text(app)
    captions = " ".join(caption.value for caption in app.caption)
    assert "“bank”, “river”, “nice” and “view”" in captions  # the content words that are counted
    other = open_page(ATTENTION, sentence=view, claims="true", **{"from": "9", "to": "10"})
    assert "“nice” attends to “view”" in notice_text(other)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    "link",
    [
        {"sentence": "bank"},
        {"sentence": "..."},
        {"sentence": LONG_PARAGRAPH},
        {"sentence": "The bank.", "second": "The river."},
        {"sentence": "The bank by the river.", "model": "pocket-gpt"},
        {"sentence": "The bank by the river.", "hide": "controls"},
        {"sentence": "[MASK] <b>*bank*</b> $x$"},
    ],
)
def test_the_claims_bear_any_sentence(link: dict[str, str]) -> None:
    app = open_page(ATTENTION, claims="true", **link)
    assert not app.error
    assert not app.exception
    assert not app.warning
