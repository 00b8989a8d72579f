"""Attention, two sentences: what the view opens with, and what it takes over."""

import pytest

from components.attention.model.presets import ATTENTION_PRESETS
from components.attention.tables.pairs import SAME_TOKENS
from tests.pages.conftest import ATTENTION, messages, open_page, page_text, run


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("sentence", "other", "word"),
    [
        ("The bank was closed.", "She sat on the bank.", 2),
        ("The bank was steep.", "The bank was steep.", 4),
        ("Rivers flow.", "Fish swim in the sea.", 2),  # no word in common: the last one
    ],
)
def test_two_sentences_open_with_a_word_that_both_have_if_there_is_one(sentence: str, other: str, word: int) -> None:
    app = open_page(ATTENTION, mode="Two sentences", sentence=sentence, other=other)
    assert app.selectbox(key="from").value == word
    assert bool(messages(app)) is (sentence == "Rivers flow.")


def chart_count(sentence: str, other: str) -> int:
    app = open_page(ATTENTION, mode="Two sentences", sentence=sentence, other=other)
    assert (SAME_TOKENS in [text.value for text in app.text]) is (sentence.lower() == other.lower())
    return len(app.get("vega_lite_chart"))


@pytest.mark.usefixtures("ready")
def test_the_same_sentence_twice_is_said_to_be_the_same_and_has_no_bars_of_zero() -> None:
    assert chart_count("The bank was steep.", "the Bank was steep.") < chart_count(
        "The bank was steep.", "A bank fell."
    )


@pytest.mark.usefixtures("ready")
def test_what_is_compared_with_follows_the_sentence_until_it_is_typed() -> None:
    bank, pronoun = ATTENTION_PRESETS[:2]
    app = open_page(ATTENTION, mode="Two sentences")
    box = lambda: app.text_input(key="other")  # noqa: E731
    assert box().value == bank.other
    app.text_input(key="sentence").set_value(pronoun.sentence).run()
    assert box().value == pronoun.other
    app.text_input(key="sentence").set_value("A river flows.").run()
    assert box().value == "A river flows."
    box().set_value("A river freezes.").run()
    app.text_input(key="sentence").set_value(bank.sentence).run()
    assert box().value == "A river freezes."


@pytest.mark.usefixtures("ready")
def test_only_the_sentence_of_a_wellknown_picture_has_a_remark_about_it() -> None:
    remarks = {preset.sentence: preset.remark for preset in ATTENTION_PRESETS}
    (sentence,) = [sentence for sentence, remark in remarks.items() if remark]
    assert remarks[sentence] in [caption.value for caption in open_page(ATTENTION, sentence=sentence).caption]
    assert remarks[sentence] not in [caption.value for caption in open_page(ATTENTION).caption]


@pytest.mark.usefixtures("ready")
def test_sentence_b_is_compared_with_the_first_at_a_press() -> None:
    app = open_page(ATTENTION, mode="Two sentences", sentence="The bank is open.", second="The bank is closed.")
    app.button(key="compare-b").click()
    run(app)
    assert messages(app) == ""
    assert "The bank is closed." in page_text(app)
    assert app.text_input(key="other").value == "The bank is closed."
    assert app.text_input(key="second").value == ""
