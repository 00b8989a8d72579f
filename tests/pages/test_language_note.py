"""The line about other languages: below a sentence that is not English, and below no example of the app."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

import cache.engine
from components.model.tokens.other_languages import TokenCounts, counts_if_not_english
from pages.parts.search.entries import search_entries
from pages.parts.sentence.language import other_language_text
from tests.pages.conftest import ATTENTION, FILL, INPUT, open_page, run

pytestmark = pytest.mark.usefixtures("ready")
SAYS = "has read English only"


def _lines(app: AppTest) -> list[str]:
    return [text.value for text in app.text if SAYS in text.value]


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
