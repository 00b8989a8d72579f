"""What a mask does to prediction: one blank from either side, and the probe set, as a visitor meets them."""

import shutil
from pathlib import Path

import pytest

import cache.blanks
import cache.masks
import cache.shipped.first_answers
from components.masks.tables.side_ablation import right_side_bits
from components.model.blanks.blank_probes import blank_probes
from components.model.blanks.sides_results import ContextSide
from components.model.checkpoints.catalogue import DEFAULT_MODEL, POCKET_FOLDER
from components.model.checkpoints.registry import LOCAL_FOLDER_VARIABLE
from components.model.presets import FILL_PRESETS
from components.tables.numbers import bits_text
from pages.masks.modes.over_many import OLD_TWINS, TWINS
from tests.pages.conftest import (
    FILL,
    MASKS,
    PRETRAINING,
    alternatives,
    messages,
    open_page,
    page_text,
    run,
)
from tests.pages.mask_room import SHEEP

BERT = DEFAULT_MODEL


@pytest.mark.usefixtures("ready")
def test_a_blank_is_seen_from_either_side_and_as_a_next_word() -> None:
    app = open_page(MASKS, mode="What it does to prediction", sentence=SHEEP.sentence)
    position = 2
    followed = next(
        possible_answer
        for possible_answer in cache.blanks.possible_answers(BERT, SHEEP.sentence, (position,), position)
        if possible_answer.hidden
    )
    sides = cache.blanks.sides(BERT, SHEEP.sentence, (position,), position, followed.id)
    word = cache.blanks.next_word("pocket-gpt", BERT, SHEEP.sentence, (position,), position, followed.id)
    left = sides.from_side(ContextSide.LEFT)
    assert f"(rank {left.rank:,}) with the left side only" in page_text(app)
    assert f"(rank {word.blank.rank:,})." in page_text(app)
    assert "words are to the left of a blank" in page_text(app)
    assert "Precomputed by **MiniLM**" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_the_word_of_a_preset_is_masked_unless_the_link_says_otherwise() -> None:
    here = {"mode": "What it does to prediction", "sentence": SHEEP.sentence}
    assert "“sheep” loses" in page_text(open_page(MASKS, **here))
    assert "“asleep” loses" in page_text(open_page(MASKS, **here, mask="5"))
    assert "Nothing is masked yet" in messages(open_page(MASKS, **here, mask="none"))
    assert "Nothing is masked yet" in messages(open_page(MASKS, mode="What it does to prediction", sentence="A cat."))


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("hidden", "finding"),
    [
        ("the right side hidden", "hiding the right side"),
        ("the left side hidden", "hiding the left side"),
        (TWINS, "pocket GPT was trained to read left to right"),
        (OLD_TWINS, "pocket GPT was trained to read left to right"),
    ],
)
def test_the_probe_set_is_shown_from_each_side_and_against_the_twin(hidden: str, finding: str) -> None:
    app = open_page(MASKS, mode="What it does to prediction", hidden=hidden)
    assert finding in page_text(app)
    assert "On average 4.4 words are to the left of a blank and 5.0 to the right of it" in page_text(app)
    title = "over MiniLM" if hidden in (TWINS, OLD_TWINS) else "Bits the word loses"
    assert title in alternatives(app)[-1]


@pytest.mark.usefixtures("ready")
def test_a_blank_left_of_another_is_no_next_word_and_the_rest_is_shown() -> None:
    app = open_page(
        MASKS, mode="What it does to prediction", sentence="The [MASK] was so [MASK].", **{"sides-blank": "blank 2"}
    )
    assert "cannot read blanks" in messages(app)
    assert "with the left side only" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_a_guess_comes_before_the_sides() -> None:
    app = open_page(MASKS, mode="What it does to prediction", guess="1")
    assert "with the left side only" not in page_text(app)
    box = next(box for box in app.text_input if box.label.startswith("Your guess"))
    assert "the blank after “The”, with the left side only" in box.label
    box.set_value("bank")
    next(button for button in app.button if button.label == "Show the answer").click()
    run(app)
    assert "You said “bank”" in page_text(app)
    assert "with the left side only" in page_text(app)


def test_a_model_without_figures_is_asked_when_a_visitor_wants_it(
    ready: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(POCKET_FOLDER / "bert", tmp_path / "asked")
    monkeypatch.setenv(LOCAL_FOLDER_VARIABLE, str(tmp_path))
    monkeypatch.setattr(cache.masks, "blank_probes", lambda: blank_probes()[:9])
    app = open_page(MASKS, mode="What it does to prediction", model="local/asked")
    assert "has not been run on the test sentences" in messages(app)
    assert len(app.get("vega_lite_chart")) == 1
    app.button(key="effects-local/asked-run").click()
    assert "Over 9 sentences, hiding the right side" in page_text(run(app))
    assert len(app.get("vega_lite_chart")) == 2


RIVER = "They sat on the green [MASK] of the river."
TWO = "The [MASK] sat on the [MASK] of the river."
PREDICTION, LEFT = {"mode": "What it does to prediction"}, {"part": "Left side only"}


@pytest.mark.usefixtures("ready")
def test_the_left_side_only_shows_what_the_right_side_is_worth() -> None:
    app = open_page(MASKS, **PREDICTION, **LEFT, sentence=RIVER)
    followed = cache.blanks.possible_answers(BERT, RIVER, (), 6)[0]
    result = cache.blanks.sides(BERT, RIVER, (), 6, followed.id)
    (worth,) = (metric.value for metric in app.metric)
    assert worth == bits_text(right_side_bits(result))
    assert len(alternatives(app)) == 2
    word = cache.blanks.next_word("pocket-gpt", BERT, RIVER, (), 6, followed.id)
    assert f"(rank {word.blank.rank:,})" in page_text(app)


@pytest.mark.usefixtures("ready")
def test_an_old_link_to_the_left_side_in_the_other_room_opens_it_here() -> None:
    app = open_page(FILL, mode="Left side only", sentence=TWO, **{"left-blank": "blank 2"})
    assert app.button_group(key="chosen-mode").value == "What it does to prediction"
    assert app.button_group(key="part").value == "Left side only"
    assert app.text_input(key="sentence").value == TWO
    assert app.selectbox(key="sides-blank").value == "blank 2"
    assert "with the left side only" in page_text(app)
    default = open_page(FILL, mode="Left side only")
    assert default.text_input(key="sentence").value == FILL_PRESETS[0].sentence


@pytest.mark.usefixtures("ready")
def test_nothing_on_the_right_is_said_and_a_missing_blank_too() -> None:
    app = open_page(MASKS, **PREDICTION, **LEFT, sentence="They sat on the green [MASK]")
    assert "both charts are the same" in messages(app)
    assert app.metric[0].value == "0.0 bits"
    assert "Nothing is masked yet" in messages(open_page(MASKS, **PREDICTION, **LEFT, sentence="The cat sat."))


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    "sentence", ["[MASK]", "<script>alert(1)</script> [MASK]", "😀 [MASK] שלום", "[MASK] [MASK] a"]
)
def test_odd_sentences_end_in_words_and_not_in_an_error(sentence: str) -> None:
    app = open_page(MASKS, **PREDICTION, **LEFT, sentence=sentence)
    assert app.get("vega_lite_chart") or messages(app)


@pytest.mark.usefixtures("ready")
def test_a_link_to_next_words_in_the_room_of_pre_training_opens_them_here() -> None:
    app = open_page(PRETRAINING, mode="Left to right")
    assert app.button_group(key="part").value == "Left to right"
    assert app.text_input(key="sentence").value == "We sat by the bank of the river and counted our boats."
