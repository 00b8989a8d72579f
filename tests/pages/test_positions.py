"""Where am I: every way of looking at positions as a visitor meets it, never empty and never in trouble."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import cache
from cache import positions as shared
from components.model.position_order_results import Shuffled, Swapped
from components.model.position_presets import POSITION_PRESETS
from components.model.position_similarity import Compared
from components.model.registry import LOCAL_FOLDER_VARIABLE
from components.tables.position_losses import extrapolation_finding
from components.tables.position_order import order_finding
from components.tables.positions import distance_finding, kind_of_positions
from tests.components.model.small_models import saved
from tests.components.model.test_position_extrapolation import family
from tests.pages.conftest import POSITIONS, alternatives, messages, opened, run, said, words

BERT = cache.FIRST_MODEL
FIRST = POSITION_PRESETS[0].sentence
BLANK = 9
MODES = {
    "The four panels": "Sinusoidal, on average: ",
    "A function of distance?": "RoPE: a function of distance alone, to rounding",
    "RoPE by hand": "Only the distance counts",
    "The shape of the table": "directions hold",
    "Past the end": "At piece 513 it stops: nobody has learned a vector for it",
    "Does order matter?": "of attention went elsewhere",
}
every_mode = pytest.mark.parametrize("how", MODES)


def settings(app: AppTest) -> list[object]:
    return [*app.slider, *app.selectbox, *app.button_group]


def panels(app: AppTest) -> list[tuple[dict[str, object], dict[str, object]]]:
    """The settings and the header of the panels on the page."""
    found = []
    for element in app.get("bidi_component"):
        payload = element.proto.bytes
        if payload:
            first = int.from_bytes(payload[:4], "little")
            rest = payload[4 + first :]
            second = int.from_bytes(rest[:4], "little")
            found.append((json.loads(payload[4 : 4 + first]), json.loads(rest[4 : 4 + second])))
    return found


@pytest.fixture
def figures_of_the_family(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Losses that are made up: from 160 pieces on everything is worse."""
    rows = [
        {
            "member": one.member,
            "length": one.length,
            "position": one.position,
            "loss": one.loss,
            "spread": 0.1,
            "pieces": one.pieces,
        }
        for one in family(lambda length: 0.5 * (length > 160))
    ]
    file = tmp_path / "lengths.json"
    file.write_text(json.dumps({"rows": rows}), encoding="utf-8")
    monkeypatch.setattr(shared, "FAMILY_LOSSES", file)
    shared.family_losses.clear()
    yield
    shared.family_losses.clear()


@pytest.mark.usefixtures("cold")
def test_a_cold_server_shows_panels_of_an_example() -> None:
    app = opened(POSITIONS)
    ((_, header),) = panels(app)
    titles = [panel["title"] for panel in header["panels"]]
    assert titles[:4] == ["Learned: table", "Sinusoidal: table", "Learned: cosine", "Sinusoidal: cosine"]
    assert "Computed beforehand by **pocket BERT**" in said(app)
    other = opened(POSITIONS, sentence="My own sentence.", how="Does order matter?")
    assert panels(other)
    assert other.text_input(key="sentence").value == "My own sentence."


@pytest.mark.usefixtures("ready")
@every_mode
def test_every_way_of_looking_says_what_it_found_and_by_what(how: str) -> None:
    app = opened(POSITIONS, how=how)
    assert MODES[how] in said(app)
    assert "pocket BERT" in said(app)
    assert not app.warning
    assert all(alternatives(app))


@pytest.mark.usefixtures("ready")
@every_mode
def test_a_teachers_link_leaves_every_setting_away_and_shows_the_result(how: str) -> None:
    app = opened(POSITIONS, how=how, hide="controls")
    assert settings(app) == []
    assert not app.warning
    assert MODES[how] in said(app)


@pytest.mark.usefixtures("ready")
def test_large_type_has_no_side_matter() -> None:
    app = opened(POSITIONS, present="1")
    assert not app.title
    assert settings(app) == []


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("model", "how", "expected"),
    [
        ("pocket-rope", "The four panels", "it turns queries and keys by an angle"),
        ("pocket-rope", "The shape of the table", "there is no table to draw"),
        ("pocket-rope", "Past the end", "the angles go on"),
        ("pocket-rope", "RoPE by hand", "Only the distance counts"),
        ("pocket-nopos", "The four panels", "is not told"),
        ("pocket-nopos", "A function of distance?", "RoPE: a function of distance alone"),
        ("pocket-nopos", "The shape of the table", "no curve and no wave"),
        ("pocket-nopos", "Past the end", "another zero would do"),
        ("pocket-nopos", "Does order matter?", "Nothing changes"),
        ("pocket-sinusoidal", "Past the end", "the formula goes on"),
        ("pocket-gpt", "The four panels", "learned vectors"),
        ("pocket-gpt", "Past the end", "fills no blanks"),
    ],
)
def test_models_that_are_told_in_other_ways_are_shown_in_theirs(model: str, how: str, expected: str) -> None:
    app = opened(POSITIONS, model=model, how=how)
    assert expected in said(app)
    assert not app.warning


@pytest.mark.usefixtures("ready")
def test_order_is_asked_of_masked_models() -> None:
    app = opened(POSITIONS, model="pocket-gpt", how="Does order matter?")
    assert "fills no blanks: it guesses the next word instead" in messages(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("compared", list(Compared))
def test_the_number_is_shown_for_every_method(compared: Compared) -> None:
    app = opened(POSITIONS, how="A function of distance?", positions="64", dimensions="32", compared=compared.value)
    for name, found in shared.position_distances(BERT, compared, 64, 32).items():
        assert distance_finding(name, found) in said(app)
    assert distance_finding("ALiBi", shared.position_bias(BERT, 64)) in said(app)


@pytest.mark.usefixtures("ready")
def test_the_link_says_which_pair_is_kept_and_how_much_is_shown() -> None:
    app = opened(POSITIONS, first="17", second="42", positions="64", dimensions="10")
    ((asked, header),) = panels(app)
    assert asked["initial"] == {"first": 17, "second": 42}
    assert (header["panels"][0]["rows"], header["panels"][0]["columns"]) == (64, 10)
    assert app.slider(key="choose-positions").value == 64
    app.slider(key="choose-positions").set_value(128)
    ((asked, header),) = panels(run(app))
    assert asked["initial"] == {"first": 17, "second": 42}
    assert header["panels"][0]["rows"] == 128
    assert "positions" not in app.query_params  # what is usual is not said


@pytest.mark.usefixtures("ready")
@every_mode
@pytest.mark.parametrize(
    "link",
    [
        {"first": "999", "second": "-1", "positions": "0", "dimensions": "7", "alibi": "99", "compared": "?"},
        {"m": "9" * 30, "n": "²", "both": "", "pair": "99", "plane": "?", "vectors": "?", "rope-layer": "9"},
        {"change": "?", "one": "99", "two": "0", "seed": "abc", "by": "99999", "mask": "1-x-900", "length": "7"},
        {"how": "No such", "first": "3"},
    ],
)
def test_a_broken_link_shows_the_room(how: str, link: dict[str, str]) -> None:
    app = opened(POSITIONS, **{"how": how, **link})
    assert MODES["The four panels" if "how" in link else how] in said(app)
    assert not app.error


@pytest.mark.usefixtures("ready")
def test_sliding_both_keeps_the_dot_product() -> None:
    app = opened(POSITIONS, how="RoPE by hand", m="9", n="4", pair="3")
    before = next(text.value for text in app.text if text.value.startswith("m − n is 5"))
    app.slider(key="choose-both").set_value(50)
    run(app)
    assert before in said(app)
    assert "At position 59 the query" in said(app)
    assert app.query_params["both"] == "50"
    app.slider(key="choose-m").set_value(10)
    assert before not in said(run(app))


@pytest.mark.usefixtures("ready")
def test_a_model_that_turns_shows_vectors_of_its_own() -> None:
    app = opened(POSITIONS, how="RoPE by hand", model="pocket-rope", query="3", key="1", pair="1")
    assert "by **pocket RoPE**" in said(app)
    assert (app.slider(key="choose-m").value, app.slider(key="choose-n").value) == (3, 1)
    other = opened(POSITIONS, how="RoPE by hand", model="pocket-rope", vectors="made up")
    assert "made up for this page" in said(other)


@pytest.mark.usefixtures("ready")
def test_two_words_are_swapped_and_the_page_says_what_that_did() -> None:
    app = opened(POSITIONS, how="Does order matter?")
    found = shared.order_effect(BERT, FIRST, (), BLANK, Swapped(2, 5))
    assert order_finding(found) in said(app)
    assert "Now: [CLS] the cat chased the dog , so the [MASK] ran away . [SEP]" in said(app)
    assert len(words(app)) == 2
    app.selectbox(key="choose-two").set_value(2)
    assert "Now: [CLS] the chased dog the cat , so" in said(run(app))
    assert app.query_params["two"] == "2"


@pytest.mark.usefixtures("ready")
def test_words_are_shuffled_again_and_again() -> None:
    app = opened(POSITIONS, how="Does order matter?", change="Shuffle the words", seed="4")
    assert order_finding(shared.order_effect(BERT, FIRST, (), BLANK, Shuffled(4))) in said(app)
    app.button(key="order-again").click()
    assert order_finding(shared.order_effect(BERT, FIRST, (), BLANK, Shuffled(5))) in said(run(app))
    assert app.query_params["seed"] == "5"


@pytest.mark.usefixtures("ready")
def test_the_twins_make_the_same_change_once_they_are_asked() -> None:
    assert "None in" not in said(opened(POSITIONS, how="Does order matter?"))
    app = opened(POSITIONS, how="Does order matter?", twins="true")
    (finding,) = (text.value for text in app.text if "None in" in text.value)
    assert finding.endswith("pocket no-positions.")  # it is told no order, and so can notice no other one


@pytest.mark.usefixtures("ready")
def test_a_guess_comes_before_what_the_new_order_does() -> None:
    app = opened(POSITIONS, how="Does order matter?", guess="1")
    assert "Now: [CLS] the cat" in said(app)
    assert "went elsewhere" not in said(app)
    assert not words(app)
    next(box for box in app.text_input if box.label.startswith("Your guess")).set_value("cat")
    next(button for button in app.button if button.label == "Show the answer").click()
    run(app)
    assert "You said “cat”" in said(app)
    assert "went elsewhere" in said(app)


@pytest.mark.usefixtures("ready")
def test_every_preset_shows_what_it_is_about() -> None:
    app = opened(POSITIONS)
    for number, preset in enumerate(POSITION_PRESETS):
        app.button(key=f"positions-preset-{number}").click()
        run(app)
        assert app.text_input(key="sentence").value == preset.sentence
        assert preset.notice in messages(app)
        assert not app.warning
    fresh = opened(POSITIONS)
    fresh.button(key=f"positions-preset-{len(POSITION_PRESETS) - 1}").click()
    assert "from there on" in said(run(fresh))


@pytest.mark.usefixtures("ready", "figures_of_the_family")
def test_the_claim_about_longer_texts_is_answered_from_the_figures() -> None:
    app = opened(POSITIONS, how="Past the end", length="512")
    for found in shared.family_extrapolations():
        assert extrapolation_finding(found) in said(app)
    assert "That agrees with the claim" in said(app)
    assert not app.info or "have not been made" not in messages(app)
    assert len(app.get("vega_lite_chart")) == 3


@pytest.mark.usefixtures("ready")
def test_without_figures_of_the_family_the_page_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shared, "FAMILY_LOSSES", tmp_path / "none.json")
    shared.family_losses.clear()
    assert "have not been made" in messages(opened(POSITIONS, how="Past the end"))
    shared.family_losses.clear()


@pytest.mark.usefixtures("ready")
def test_a_long_text_is_scored_at_places_spread_over_it() -> None:
    app = opened(POSITIONS, how="Past the end", sentence=POSITION_PRESETS[-1].sentence)
    assert "96 tokens of" in said(app)
    assert "Before position 128 a token costs" in said(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("how", ["Does order matter?", "Past the end"])
@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("", "Please type a sentence"),
        ("\u200b", "Please type a sentence"),
        ("word " * 20_000, "20,002 pieces"),
        ("cat " * 600, "602 pieces"),
    ],
    ids=["empty", "invisible", "100,000 characters", "more than 512 pieces"],
)
def test_what_cannot_be_read_gets_a_message_and_is_kept(how: str, sentence: str, message: str) -> None:
    app = opened(POSITIONS, how=how)
    app.text_input(key="sentence").set_value(sentence)
    run(app)
    assert message in messages(app)
    assert app.text_input(key="sentence").value == sentence


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("model", ["pocket-bert", "pocket-rope"])
@pytest.mark.parametrize("how", ["Does order matter?", "Past the end", "RoPE by hand"])
def test_odd_sentences_are_read_and_run_nothing(how: str, model: str) -> None:
    odd = "<script>alert(1)</script> **b** $x$ :red[x] a [SEP] b [PAD] [MASK] שלום عالم 😀 \0 e\u0301\u0301"
    app = opened(POSITIONS, how=how, sentence=odd, model=model)
    assert not app.error
    assert not app.warning
    drawn = "\n".join(element.value for element in (*app.markdown, *app.caption))
    assert "<script>" not in drawn
    assert "**b**" not in drawn


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("sentence", "message"),
    [("no blank at all", "Nothing is masked yet"), ("[MASK]", "no two words"), ("x [MASK]", "no two words")],
)
def test_what_has_no_order_to_change_says_what_to_do(sentence: str, message: str) -> None:
    assert message in messages(opened(POSITIONS, how="Does order matter?", sentence=sentence))


@pytest.mark.parametrize("kind", ["roberta", "albert", "modernbert", "gpt2", "roformer"])
@every_mode
def test_small_models_of_other_families_are_shown(
    ready: None, kind: str, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(kind, tmp_path / "small")
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    app = opened(POSITIONS, how=how, model="local/small", sentence="the bank of the river", mask="2")
    assert not app.error
    if not (how == "Does order matter?" and kind == "gpt2"):
        assert not app.warning
        assert "small" in said(app)


@pytest.mark.usefixtures("ready")
def test_the_model_is_told_in_words() -> None:
    for model in ("pocket-bert", "pocket-rope"):
        name = {"pocket-bert": "pocket BERT", "pocket-rope": "pocket RoPE"}[model]
        assert kind_of_positions(shared.positions(model), name) in said(opened(POSITIONS, model=model))
