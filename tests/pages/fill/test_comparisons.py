"""Words of one's own, several blanks, two sentences, two models: as a visitor meets them."""

import io

import pandas as pd
import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest

import cache.engine
import cache.fill
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.presets import FILL_PRESETS
from pages.fill.modes.blank import SECOND
from pages.fill.modes.sentences import EXAMPLES_OWN, STILL_A_COPY, default_second_sentence
from tests.pages.conftest import FILL, alternatives, messages, open_page, page_text, run


@pytest.fixture(autouse=True)
def _ready(ready: None) -> None:
    """Every test here asks a model."""


def complaints(app: AppTest) -> list[str]:
    """What could not be done; a preset says what to notice as information, which is none."""
    return [element.value for element in (*app.warning, *app.error)]


def tables(app: AppTest) -> list[pd.DataFrame]:
    charts = app.get("vega_lite_chart")
    return [pa.ipc.open_stream(io.BytesIO(d.data.data)).read_pandas() for c in charts for d in c.proto.datasets]


def test_named_words_stand_side_by_side_with_rank_and_reason() -> None:
    app = open_page(FILL, word="bank, riverbank")
    assert not complaints(app)
    named = next(table for table in tables(app) if "chance" in table)
    assert set(named["word"]) == {"bank", "riverbank"}
    assert "number " in page_text(app)
    assert "tokens, so no rank" in page_text(app)
    assert "bits of entropy" in page_text(app)
    assert alternatives(app)[1].startswith("“")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("😀", "has no tokens for"),
        ("x" * 5000, "at most 60"),
        ("a,b,c,d,e,f,g,h,i", "1 to 8 words"),
        ("[MASK]", "without a blank"),
    ],
)
def test_words_that_cannot_be_scored_get_a_friendly_answer(typed: str, answer: str) -> None:
    app = open_page(FILL, word=typed)
    assert answer in messages(app)
    assert app.text_input(key="word").value == typed


def test_markup_is_scored_as_text_and_never_drawn_as_markup() -> None:
    app = open_page(FILL, word="**bold**, <b>x</b>")
    assert not any("**bold**" in element.value or "<b>" in element.value for element in (*app.markdown, *app.caption))


def test_the_link_says_which_blank() -> None:
    link = {"word": "river", "word-blank": "blank 2"}
    app = open_page(FILL, sentence="The [MASK] of the [MASK].", **link)
    assert app.selectbox(key="word-blank").value == "blank 2"
    app.text_input(key="sentence").set_value("One [MASK] only.")
    run(app)
    assert not complaints(app)


def test_several_blanks_are_filled_in_both_ways() -> None:
    app = open_page(FILL, sentence="The [MASK] of [MASK] is a large [MASK].")
    assert not complaints(app)
    assert "[MASK]" not in "".join(element.value for element in app.text)
    assert "First choice for each blank:" in page_text(app)
    assert "Together:" in page_text(app)
    products = [caption.value.split(": ")[1] for caption in app.caption if " × " in caption.value]
    steps = next(table for table in tables(app) if "filled" in table)
    for name, product in zip(("first choice", "together"), products, strict=True):
        factors = [figure.removesuffix(f" {name}") for figure in steps[steps["filled"] == name]["figure"]]
        rest = product.removeprefix(" × ".join(factors))  # the bars, and what they multiply to
        assert rest.startswith((" = ", " ≈ ")), product
    (fills,) = (frame.value for frame in app.dataframe)
    assert list(fills.columns) == ["Place", "Blank 1", "Blank 2", "Blank 3", "Probability of all"]
    assert len(fills) == 5


def test_too_many_blanks_are_said_kindly_and_predicted_all_the_same() -> None:
    app = open_page(FILL, sentence="[MASK] " * 7)
    assert "2 to 6 blanks" in messages(app)
    assert app.get("vega_lite_chart")


def test_a_second_blank_brings_the_joint_fill_and_the_loss_of_the_targets() -> None:
    sentence, targets = "The cat [MASK] on the [MASK].", ("sat", "mat")
    app = open_page(FILL, sentence=sentence)
    assert app.text_input(key="targets").value == "sat, mat"
    blanks = cache.engine.tokens(DEFAULT_MODEL, sentence).typed_masks
    losses = [
        -cache.fill.named_words(DEFAULT_MODEL, sentence, (), blank, (word,)).words[0].log_probability
        for blank, word in zip(blanks, targets, strict=True)
    ]
    table = next(table for table in tables(app) if "loss" in table)
    assert list(table["loss"]) == pytest.approx(losses)
    assert f"{sum(losses) / 2:.2f} nats" in page_text(app)
    app.text_input(key="targets").set_value("sat")
    assert "Enter 2 target words" in messages(run(app))
    assert not [box for box in open_page(FILL).text_input if box.key == "targets"]


def test_hidden_words_are_the_targets() -> None:
    app = open_page(FILL, sentence="The cat sat on the mat.", mask="2-6")
    assert app.text_input(key="targets").value == "cat, mat"


def test_old_links_open_words_several_blanks_and_the_list() -> None:
    app = open_page(FILL, mode="A word I name")
    assert app.text_input(key="word").value == "bank, house, hospital"
    assert any("chance" in table for table in tables(app))
    app = open_page(FILL, mode="Several blanks")
    assert app.text_input(key="sentence").value == "The judge sent the [MASK] to [MASK]."
    assert app.dataframe
    assert open_page(FILL, mode="A list of my own").text_area(key="list-typed").value
    for link in ("A word I name", "Several blanks", "A list of my own"):
        assert open_page(FILL, mode=link).button_group(key="chosen-mode").value == "The blank"


def test_two_sentences_begin_with_a_pair_that_says_something() -> None:
    app = open_page(FILL, compare=SECOND)
    assert not complaints(app)
    assert app.text_input(key="other").value == FILL_PRESETS[0].other
    assert "rises most" in page_text(app)
    assert len(app.get("vega_lite_chart")) == 1


def test_an_old_link_to_two_sentences_compares_them() -> None:
    app = open_page(FILL, mode="Two sentences", sentence="We saw the [MASK].", other="We ate the [MASK].")
    assert app.button_group(key="chosen-mode").value == "The blank"
    assert app.text_input(key="other").value == "We ate the [MASK]."
    assert "rises most" in page_text(app)


def test_a_second_sentence_without_a_blank_is_said_kindly() -> None:
    assert "the second has none" in messages(open_page(FILL, compare=SECOND, other="No blank here."))


def test_a_sentence_of_ones_own_begins_beside_its_copy_and_is_asked_to_be_changed() -> None:
    app = open_page(FILL, compare=SECOND, sentence="We saw the [MASK].")
    assert app.text_input(key="other").value == "We saw the [MASK]."
    assert STILL_A_COPY in page_text(app)
    app.text_input(key="sentence").set_value("They saw the [MASK].")
    run(app)
    assert app.text_input(key="other").value == "They saw the [MASK]."  # nobody has changed the copy
    app.text_input(key="other").set_value("They heard the [MASK].")
    run(app)
    assert STILL_A_COPY not in page_text(app)
    assert app.text_input(key="other").value == "They heard the [MASK]."
    app.text_input(key="sentence").set_value("We hear the [MASK].")
    run(app)
    assert app.text_input(key="other").value == "They heard the [MASK]."


@pytest.mark.parametrize(
    ("sentence", "second"),
    [
        (FILL_PRESETS[2].sentence, FILL_PRESETS[2].other),
        (FILL_PRESETS[2].sentence.replace("judge", "doctor"), FILL_PRESETS[2].other),
        (FILL_PRESETS[2].other, FILL_PRESETS[2].sentence),
        ("My cat drinks [MASK] every morning.", "My cat drinks [MASK] every morning."),
    ],
)
def test_only_an_edited_example_is_compared_with_the_sentence_of_an_example(sentence: str, second: str) -> None:
    assert default_second_sentence(sentence) == second


def test_a_sentence_of_ones_own_beside_that_of_an_example_brings_the_advice_to_type_another() -> None:
    app = open_page(FILL, compare=SECOND, sentence="We saw the [MASK].", other=FILL_PRESETS[0].other)
    assert EXAMPLES_OWN in page_text(app)
    assert EXAMPLES_OWN not in page_text(open_page(FILL, compare=SECOND))
