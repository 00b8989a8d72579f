"""Where order matters and where texts end: what the room does with a visitor's own words, good and bad."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from cache.shipped import family as shipped_family
from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE, model_record
from components.positions.model.presets import POSITION_PRESETS
from components.positions.tables.losses import extrapolation_claim
from pages.positions.modes.order import TWINS
from tests.components.positions.model.test_extrapolation import family
from tests.components.small_models import saved
from tests.pages.conftest import (
    POSITIONS,
    messages,
    notice_text,
    open_page,
    page_text,
    run,
    start_from,
    words,
)
from tests.pages.positions.room import FIRST, every_mode

pytestmark = pytest.mark.thorough


@pytest.fixture
def figures_of_the_family(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Losses that are made up: from 160 pieces on everything is worse."""
    rows = [
        {
            "member": item.member,
            "length": item.length,
            "position": item.position,
            "loss": item.loss,
            "spread": 0.1,
            "pieces": item.pieces,
        }
        for item in family(lambda length: 0.5 * (length > 160))
    ]
    file = tmp_path / "lengths.json"
    file.write_text(json.dumps({"rows": rows}), encoding="utf-8")
    monkeypatch.setattr(shipped_family, "FAMILY_LOSSES_FILE", file)
    shipped_family.family_losses.clear()
    yield
    shipped_family.family_losses.clear()


def standing(app: AppTest) -> str:
    """The words on the tiles, in the order in which they stand now."""
    (tiles,) = (e.proto for e in app.get("bidi_component") if e.proto.component_name == "riverbank_word_order")
    return " ".join(tile["text"] for tile in json.loads(tiles.json)["tiles"])


@pytest.mark.usefixtures("ready")
def test_two_words_are_swapped_and_the_page_says_what_that_did() -> None:
    app = open_page(POSITIONS, mode="Does order matter?", sentence=FIRST)
    assert standing(app) == "[CLS] the cat chased the dog , so the [MASK] ran away . [SEP]"
    assert len(words(app)) == 2
    app = open_page(POSITIONS, mode="Does order matter?", sentence=FIRST, two="2")
    assert standing(app).startswith("[CLS] the chased dog the cat , so")


@pytest.mark.usefixtures("ready")
def test_words_are_shuffled_again_and_again() -> None:
    app = open_page(POSITIONS, mode="Does order matter?", sentence=FIRST, change="Shuffle the words", seed="4")
    before = standing(app)
    app.button(key="order-again").click()
    assert standing(run(app)) != before
    assert app.query_params["seed"] == "5"
    fresh = open_page(POSITIONS, mode="Does order matter?", sentence=FIRST)
    swapped = standing(fresh)
    fresh.button(key="order-again").click()
    assert standing(run(fresh)) != swapped
    assert "seed" not in fresh.query_params


@pytest.mark.usefixtures("ready")
def test_words_stand_as_the_link_says_and_an_order_of_other_words_is_told_of() -> None:
    request = {"mode": "Does order matter?", "sentence": "The dog saw [MASK] .", "change": "Drag the words"}
    app = open_page(POSITIONS, **request, words="3-1-2-5")
    assert standing(app) == "[CLS] saw the dog [MASK] . [SEP]"
    app = open_page(POSITIONS, **request, words="3-1-2-9")
    assert standing(app) == "[CLS] the dog saw [MASK] . [SEP]"
    assert "The link says words=3-1-2-9, which does not work here" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_the_twins_make_the_same_change() -> None:
    app = open_page(POSITIONS, mode="Does order matter?")  # with the drawer open
    (finding,) = (text.value for text in app.text if "No change for" in text.value)
    assert finding.endswith("pocket no-positions.")  # it is told no order, and so can notice no other one
    twins = [model_record(model_id) for model_id in TWINS]
    assert len({twin.training_tokens for twin in twins}) == 1, "only models that were trained alike are twins"
    assert all(twin.name in finding for twin in twins)
    assert "pocket BERT" not in finding


@pytest.mark.usefixtures("ready")
def test_a_guess_comes_before_what_the_new_order_does() -> None:
    app = open_page(POSITIONS, mode="Does order matter?", sentence=FIRST, guess="1")
    assert standing(app).startswith("[CLS] the cat")
    assert "bits apart" not in page_text(app)
    assert not words(app)
    next(box for box in app.text_input if box.label.startswith("Your guess")).set_value("cat")
    next(button for button in app.button if button.label == "Show the answer").click()
    run(app)
    assert "You said “cat”" in page_text(app)
    assert "bits apart" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_every_preset_shows_what_it_is_about() -> None:
    app = open_page(POSITIONS)
    for number, preset in enumerate(POSITION_PRESETS):
        start_from(app, number)
        assert app.text_input(key="sentence").value == preset.sentence
        assert preset.notice in notice_text(app)
        assert not app.warning


@pytest.mark.usefixtures("ready", "figures_of_the_family")
def test_the_claim_about_longer_texts_is_answered_from_the_figures() -> None:
    app = open_page(POSITIONS, mode="Past the end")  # an old link
    assert extrapolation_claim(128) in page_text(app)
    assert len(app.get("vega_lite_chart")) == 2  # and similarity against distance


@pytest.mark.usefixtures("ready")
def test_without_figures_of_the_family_there_is_no_claim(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shipped_family, "FAMILY_LOSSES_FILE", tmp_path / "none.json")
    shipped_family.family_losses.clear()
    assert extrapolation_claim(128) not in page_text(open_page(POSITIONS, mode="Past the end"))
    shipped_family.family_losses.clear()


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("model", ["pocket-bert", "pocket-rope"])
@pytest.mark.parametrize("how", ["Does order matter?", "RoPE by hand"])
def test_odd_sentences_are_read_and_run_nothing(how: str, model: str) -> None:
    odd = "<script>alert(1)</script> **b** $x$ :red[x] a [SEP] b [PAD] [MASK] שלום عالم 😀 \0 e\u0301\u0301"
    app = open_page(POSITIONS, mode=how, sentence=odd, model=model)
    assert not app.error
    assert not app.warning
    drawn = "\n".join(element.value for element in (*app.markdown, *app.caption))
    assert "<script>" not in drawn
    assert "**b**" not in drawn


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("sentence", "message"),
    [("of the", "Nothing is masked yet"), ("[MASK]", "no two words"), ("x [MASK]", "no two words")],
)
def test_what_has_no_order_to_change_says_what_to_do(sentence: str, message: str) -> None:
    assert message in messages(open_page(POSITIONS, mode="Does order matter?", sentence=sentence))


@pytest.mark.parametrize("kind", ["roberta", "albert", "modernbert", "gpt2", "roformer"])
@every_mode
def test_small_models_of_other_families_are_shown(
    ready: None, kind: str, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"small-{kind}"  # results are kept by a model's name
    saved(kind, tmp_path / name)
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    app = open_page(POSITIONS, mode=how, model=f"local/{name}", sentence="the bank of the river", mask="2")
    assert not app.error
    if not (how == "Does order matter?" and kind == "gpt2"):
        assert not app.warning
        assert name in page_text(app)


@pytest.mark.usefixtures("ready")
def test_what_far_positions_are_is_said_where_they_are_shown() -> None:
    how, said_of_far = "Near and far", "Vectors past position 128 were trained separately"
    assert said_of_far not in page_text(open_page(POSITIONS, mode=how, positions="128", model="pocket-bert"))
    assert said_of_far in page_text(open_page(POSITIONS, mode=how, positions="256", model="pocket-bert"))
    assert said_of_far not in page_text(open_page(POSITIONS, mode=how, positions="256", model="pocket-sinusoidal"))
