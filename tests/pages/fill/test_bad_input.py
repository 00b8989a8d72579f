"""Whatever is typed into the room, the answer is bars or a message within a moment, and what was typed stays."""

import time

import pytest

from tests.pages.conftest import FILL, messages, open_page, page_text, run, words

MOST_CHARTS = 24
SECONDS = 5  # the guide asks for one on an idle machine

ANSWERED = {
    "NUL": "The \0 bank of the [MASK].",
    "emoji": "I love 😀 and 👩‍👩‍👧 [MASK]",
    "right to left": "שלום [MASK] عالم",
    "combining marks": "e\u0301\u0301\u0301 cafe\u0301 [MASK]",
    "script": "<script>alert(1)</script> [MASK]",
    "image": "<img src=x onerror=alert(1)> [MASK]",
    "special tokens": "a [SEP] b [PAD] c [CLS] d [MASK] e [UNK]",
    "markdown": "**bold** ![x](http://example.com/x.png) $x$ :red[x] [MASK]",
    "direction marks": "\u202e[MASK] abc\u202c",
    "blanks alone": "[MASK] [MASK]",
    "script without a blank": "<script>alert(1)</script>",
    "other notations": "The <mask> and the [mask].",
}
REFUSED = {
    "empty": ("", "Type a sentence"),
    "blank": ("  \t ", "Type a sentence"),
    "invisible": ("\u200b\u200d", "Type a sentence"),
    "100,000 characters": ("word " * 20_000, "20,002 tokens"),
    "past the longest": ("a" * 200_001, "more than 100,000 characters"),
    "more than 512 tokens": ("cat " * 600 + "[MASK]", "603 tokens"),
    "no content word": ("of the", "Nothing is masked yet"),
    "special tokens without a blank": ("[SEP] [PAD]", "Nothing is masked yet"),
}


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("sentence", ANSWERED.values(), ids=ANSWERED.keys())
def test_odd_sentences_are_answered_and_kept(sentence: str) -> None:
    app = open_page(FILL)
    app.text_input(key="sentence").set_value(sentence)
    run(app)
    assert app.text_input(key="sentence").value == sentence
    assert words(app)
    assert all(len(shown) == 10 for shown in words(app))


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(("sentence", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_what_cannot_be_read_gets_a_message_and_is_kept(sentence: str, message: str) -> None:
    app = open_page(FILL)
    app.text_input(key="sentence").set_value(sentence)
    start = time.monotonic()
    run(app)
    assert time.monotonic() - start < SECONDS
    assert message in messages(app)
    assert app.text_input(key="sentence").value == sentence
    assert words(app) == []


@pytest.mark.usefixtures("ready")
def test_a_typed_separator_is_text_and_no_place_where_the_model_stops() -> None:
    app = open_page(FILL, sentence="She took her money to the [MASK].")
    before = words(app)
    app.text_input(key="sentence").set_value("She took her money to the [MASK]. [SEP] [PAD]")
    assert words(run(app)) != before


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize(
    "sentence",
    [
        ANSWERED["NUL"],
        REFUSED["100,000 characters"][0],
        *(pytest.param(text, marks=pytest.mark.thorough) for text in ANSWERED.values()),
        *(pytest.param(text, marks=pytest.mark.thorough) for text, _ in REFUSED.values()),
    ],
)
def test_a_cold_server_keeps_what_is_typed_and_shows_an_example(sentence: str) -> None:
    app = open_page(FILL)
    app.text_input(key="sentence").set_value(sentence)
    run(app)
    assert app.text_input(key="sentence").value == sentence
    assert len(words(app)) == 1


@pytest.mark.usefixtures("ready")
def test_a_sentence_of_blanks_does_not_become_a_page_of_hundreds_of_charts() -> None:
    app = open_page(FILL, sentence="[MASK] " * 60)
    assert 1 <= len(words(app)) <= MOST_CHARTS
    assert "of 60 blanks" in page_text(app)
