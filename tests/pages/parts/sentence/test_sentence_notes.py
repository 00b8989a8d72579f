"""The line below a sentence that is not English, or has what the vocabulary lacks, and below no other sentence."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

import cache.engine
from components.model.tokens.other_languages import TokenCounts, counts_if_not_english
from components.tasks.model.presets import WORDS
from pages.mistakes.modes.both import GROWING, PADDED
from pages.parts.search.entries import search_entries
from pages.parts.sentence.notes import other_language_text, unknown_text
from tests.pages.conftest import (
    ATTENTION,
    DISTILLATION,
    FILL,
    INPUT,
    MASKS,
    MISTAKES_PAGE,
    POSITIONS,
    PRETRAINING,
    PROBING,
    TASKS_PAGE,
    open_page,
    run,
)

pytestmark = pytest.mark.usefixtures("ready")
SAYS, LACKS = "has read English only", "has no tokens for"


def _lines(app: AppTest, phrase: str = SAYS) -> list[str]:
    return [text.value for text in app.text if phrase in text.value]


@pytest.mark.parametrize("settings", [{}, {"hide": "controls"}, {"present": "1"}], ids=str)
@pytest.mark.parametrize("room", [FILL, ATTENTION, INPUT])
def test_it_comes_and_goes_with_the_sentence(room: str, settings: dict[str, str]) -> None:
    app = open_page(room, sentence="Minha avó mora em Lisboa.", **settings)
    (line,) = _lines(app)
    assert line.startswith("MiniLM ")
    assert "10 tokens, 7 of them parts of words." in line
    app.text_input(key="sentence").set_value("My grandmother lives in Lisbon.")
    assert _lines(run(app)) == []


def test_it_is_said_of_the_model_that_reads() -> None:
    (line,) = _lines(open_page(FILL, sentence="Кошка спит на [MASK].", model="pocket-bert"))
    assert line.startswith("pocket BERT ")


def test_a_sentence_that_cannot_be_read_has_none() -> None:
    assert _lines(open_page(FILL, sentence="кот " * 2000)) == []


def test_the_numbers_are_those_of_the_counts() -> None:
    text = other_language_text("X", TokenCounts(1, parts=0, unknown=1))
    assert text.endswith("1 token, 1 of them unknown.")
    assert other_language_text("X", TokenCounts(5, parts=0, unknown=0)).endswith("as 5 tokens.")
    assert other_language_text("X", TokenCounts(5, parts=3, unknown=1)).endswith(
        "3 of them parts of words, 1 of them unknown."
    )


def test_no_example_of_the_app_is_noticed() -> None:
    texts = {
        value for entry in search_entries() for name, value in parse_qsl(urlsplit(entry.href).query) if " " in value
    }
    assert len(texts) > 100
    noticed = [
        text
        for text in texts
        for model in ("minilm", "pocket-bert")
        if counts_if_not_english(cache.engine.engine().open_model(model).tokenizer.tokens_of_any_length(text))
        is not None
    ]
    assert noticed == []


@pytest.mark.parametrize(
    ("room", "link"),
    [
        *((room, {}) for room in (FILL, ATTENTION, INPUT, MASKS, POSITIONS, PRETRAINING, DISTILLATION)),
        (MISTAKES_PAGE, {"mistake": PADDED, "part": GROWING}),
        (PROBING, {"mode": "The tree in the vectors", "tree": "I love 🍕 so much."}),
        (TASKS_PAGE, {"text": "I love 🍕 so much."}),
        (TASKS_PAGE, {"mode": WORDS, "words": "I love 🍕 so much."}),
    ],
    ids=str,
)
def test_what_the_vocabulary_lacks_is_named_once(room: str, link: dict[str, str]) -> None:
    app = open_page(room, sentence="I love 🍕 so [MASK].", **link)
    (line,) = _lines(app, LACKS)
    assert "“🍕”" in line
    assert "[UNK]" in line


def test_the_line_goes_with_what_the_vocabulary_lacks() -> None:
    app = open_page(FILL, sentence="I love 🍕 so [MASK].")
    assert _lines(app, LACKS)
    app.text_input(key="sentence").set_value("I love pizza so [MASK].")
    assert _lines(run(app), LACKS) == []
    app.text_input(key="sentence").set_value("I love [UNK] so [MASK].")  # typed, so the visitor knows
    assert _lines(run(app), LACKS) == []


def test_a_text_in_another_language_has_one_line() -> None:
    app = open_page(FILL, sentence="猫在沙发上睡觉。", model="pocket-bert")
    assert len(_lines(app)) == 1
    assert _lines(app, LACKS) == []


def test_few_texts_are_named_and_the_others_counted() -> None:
    assert unknown_text("X", {}) == ""
    assert all(f"“{letter}”" in unknown_text("X", dict.fromkeys("abc", "<unk>")) for letter in "abc")
    many = unknown_text("X", dict.fromkeys("abcdefgh", "<unk>"))
    assert "“c”" in many
    assert "“d”" not in many
    assert "5 others" in many
    assert "<unk>" in many
    assert len(unknown_text("X", {"a" * 500: "[UNK]"})) < 150
