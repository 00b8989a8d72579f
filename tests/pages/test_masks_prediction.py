"""What a mask does to prediction: one blank from either side, and the probe set, as a visitor meets them."""

import shutil
from pathlib import Path

import pytest

import cache.blanks
import cache.masks
import cache.shipped.first_answers
from components.model.blanks.blank_probes import blank_probes
from components.model.blanks.sides_results import Side
from components.model.checkpoints.catalogue import FIRST_MODEL, POCKET_FOLDER
from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE
from tests.pages.conftest import MASKS, alternatives, messages, opened, run, said
from tests.pages.mask_room import SHEEP

BERT = FIRST_MODEL


@pytest.mark.usefixtures("ready")
def test_a_blank_is_seen_from_either_side_and_as_a_next_word() -> None:
    app = opened(MASKS, mode="What it does to prediction", sentence=SHEEP.sentence)
    position = 2
    followed = next(
        one for one in cache.blanks.possible_answers(BERT, SHEEP.sentence, (position,), position) if one.hidden
    )
    found = cache.blanks.sides(BERT, SHEEP.sentence, (position,), position, followed.id)
    word = cache.blanks.next_word("pocket-gpt", BERT, SHEEP.sentence, (position,), position, followed.id)
    left = found.of(Side.LEFT)
    assert f"number {left.rank:,} with the left side only" in said(app)
    assert f"number {word.view.rank:,}." in said(app)
    assert "words stand left of a blank" in said(app)
    assert "Computed beforehand by **MiniLM**" in said(app)


@pytest.mark.usefixtures("ready")
def test_the_word_of_a_preset_is_masked_unless_the_link_says_otherwise() -> None:
    here = {"mode": "What it does to prediction", "sentence": SHEEP.sentence}
    assert "“sheep”: " in said(opened(MASKS, **here))
    assert "“asleep”: " in said(opened(MASKS, **here, mask="5"))
    assert "Nothing is masked yet" in messages(opened(MASKS, **here, mask="none"))
    assert "Nothing is masked yet" in messages(opened(MASKS, mode="What it does to prediction", sentence="A cat."))


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("hidden", "finding"),
    [
        ("the right side hidden", "hiding the right side"),
        ("the left side hidden", "hiding the left side"),
        ("against the model beside it", "pocket GPT was trained to read from the left"),
    ],
)
def test_the_probe_set_is_shown_from_each_side_and_against_the_twin(hidden: str, finding: str) -> None:
    app = opened(MASKS, mode="What it does to prediction", hidden=hidden)
    assert finding in said(app)
    assert "On average 4.4 words stand left of a blank and 5.0 right of it" in said(app)
    title = "gives the word more" if "against" in hidden else "Bits the word loses"
    assert title in alternatives(app)[-1]


@pytest.mark.usefixtures("ready")
def test_a_blank_left_of_another_is_no_next_word_and_the_rest_is_shown() -> None:
    app = opened(
        MASKS, mode="What it does to prediction", sentence="The [MASK] was so [MASK].", **{"sides-blank": "blank 2"}
    )
    assert "cannot read blanks" in messages(app)
    assert "with the left side only" in said(app)


@pytest.mark.usefixtures("ready")
def test_a_guess_comes_before_the_sides() -> None:
    app = opened(MASKS, mode="What it does to prediction", guess="1")
    assert "with the left side only" not in said(app)
    box = next(box for box in app.text_input if box.label.startswith("Your guess"))
    assert "the blank after “The”, with the right side out of sight" in box.label
    box.set_value("bank")
    next(button for button in app.button if button.label == "Show the answer").click()
    run(app)
    assert "You said “bank”" in said(app)
    assert "with the left side only" in said(app)


def test_a_model_without_figures_is_asked_when_a_visitor_wants_it(
    ready: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(POCKET_FOLDER / "bert", tmp_path / "asked")
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr(cache.masks, "blank_probes", lambda: blank_probes()[:9])
    app = opened(MASKS, mode="What it does to prediction", model="local/asked")
    assert "has not been asked the probe sentences" in messages(app)
    assert len(app.get("vega_lite_chart")) == 1
    app.button(key="effects-local/asked-run").click()
    assert "Over 9 sentences, hiding the right side" in said(run(app))
    assert len(app.get("vega_lite_chart")) == 2
