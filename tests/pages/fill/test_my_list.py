"""A list of one's own: pasted or uploaded, counted, and never more than can be answered."""

import pytest
from streamlit.testing.v1 import AppTest

import cache.fill
import cache.shipped.first_answers
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.lists.columns import ANSWER_LIST
from components.model.lists.reader import listed_sentences, read_table
from pages.fill.modes.my_list import EXAMPLE
from tests.pages.conftest import FILL, messages, open_page, page_text, run

pytestmark = pytest.mark.usefixtures("ready")

LIST = {"list": "true"}


def _asked(app: AppTest) -> AppTest:
    app.button(key="list-ask").click()
    return run(app)


def _pasted(text: str) -> AppTest:
    app = open_page(FILL, **LIST)
    app.text_area(key="list-typed").set_value(text)
    return run(app)


def test_nothing_is_asked_before_the_visitor_says_so() -> None:
    app = _pasted("The cat sat on the [MASK].\nThe dog ran to the [MASK].")
    assert app.button(key="list-ask").label == "Score 2 sentences"
    assert not app.dataframe
    assert "were scored" not in page_text(app)


def test_the_example_is_answered_with_its_accuracy() -> None:
    app = open_page(FILL, **LIST)  # its own is asked at once
    items = tuple((item.sentence, item.value) for item in listed_sentences(read_table(EXAMPLE, ANSWER_LIST)))
    rows = cache.fill.list_answers(DEFAULT_MODEL, items)
    assert "4 of 4 sentences were scored" in page_text(app)
    table = app.dataframe[0].value
    assert list(table["sentence"]) == [row.sentence for row in rows]
    assert list(table["first choice"]) == [row.first_choice for row in rows]
    assert list(table["rank"]) == [row.word_rank for row in rows]
    assert "Computed now by **MiniLM**" in page_text(app)


def test_other_sentences_are_asked_anew() -> None:
    app = _asked(open_page(FILL, **LIST))
    app.text_area(key="list-typed").set_value("The cat sat on the [MASK].")
    assert not run(app).dataframe
    assert app.button(key="list-ask").label == "Score 1 sentence"
    assert len(_asked(app).dataframe[0].value) == 1


def test_an_uploaded_file_takes_the_place_of_what_was_typed() -> None:
    app = open_page(FILL, **LIST)
    content = '\ufeffsentence,word\r\n"In spring, the birds [MASK].",sing\r\nParis is in [MASK].,france\r\n'
    app.file_uploader(key="list-file").upload("list.csv", content.encode(), "text/csv")
    app = _asked(run(app))
    table = app.dataframe[0].value
    assert list(table["sentence"]) == ["In spring, the birds [MASK].", "Paris is in [MASK]."]
    assert list(table["right word"]) == ["sing", "france"]
    assert "2 of 2 sentences were scored" in page_text(app)


def test_a_file_that_is_no_text_is_refused_in_the_page() -> None:
    app = open_page(FILL, **LIST)
    app.file_uploader(key="list-file").upload("list.txt", bytes(range(256)), "text/plain")
    assert "not text" in messages(run(app))
    assert not any(button.key == "list-ask" for button in app.button)


def test_a_file_of_a_german_spreadsheet_is_shown_as_it_was_read_and_answered() -> None:
    app = open_page(FILL, **LIST)
    content = "Satz;Wort\r\nLyon liegt in [MASK].;frankreich\r\nÜber die [MASK].;straße\r\n".encode("cp1252")
    app.file_uploader(key="list-file").upload("list.csv", content, "text/csv")
    app = run(app)
    preview = app.dataframe[0].value
    assert [list(row) for row in preview.to_numpy()] == [
        ["Lyon liegt in [MASK].", "frankreich"],
        ["Über die [MASK].", "straße"],
    ]
    assert [box.value for box in app.selectbox if (box.key or "").startswith("list-")] == [0, 1, ";", True, "cp1252"]
    assert list(_asked(app).dataframe[-1].value["right word"]) == ["frankreich", "straße"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("list.csv", "Satz;Wort\r\n{0[0]};{0[1]}\r\n{1[0]};{1[1]}\r\n"),
        ("list.csv", ',sentence,word\n0,"{0[0]}",{0[1]}\n1,"{1[0]}",{1[1]}\n'),
        ("list.tsv", "\ufeff{0[1]}\t{0[0]}\r\n{1[1]}\t{1[0]}\r\n"),
        ("list.jsonl", '{{"masked_sentences": ["{0[0]}"], "obj_label": "{0[1]}"}}\n{{"text": "", "obj_label": ""}}\n'),
    ],
)
def test_whatever_program_wrote_a_list_its_numbers_are_the_same(name: str, content: str) -> None:
    """Those of plain transformers."""
    items = [line.split("\t") for line in EXAMPLE.splitlines()[:2]]
    app = open_page(FILL, **LIST)
    app.file_uploader(key="list-file").upload(name, content.format(*items).encode(), "text/plain")
    rows = _asked(run(app)).dataframe[-1].value
    assert list(rows["rank"]) == [1, 1][: len(rows)]
    assert list(rows["probability of the right word"]) == pytest.approx([0.7753, 0.1935][: len(rows)], abs=1e-4)


def test_a_list_whose_columns_cannot_be_told_is_asked_about_before_anything_is_asked_of_a_model() -> None:
    app = _pasted("[MASK] came;[MASK] went\nthe [MASK];a [MASK]")
    assert not any(button.key == "list-ask" for button in app.button)
    sentence, value = (box for box in app.selectbox if (box.key or "").endswith(("-sentence-box", "-value-box")))
    assert (sentence.value, value.value) == (None, None)
    sentence.select(1)
    app = run(app)
    assert app.button(key="list-ask").label == "Score 2 sentences"
    assert list(_asked(app).dataframe[-1].value["sentence"]) == ["[MASK] went", "a [MASK]"]


def test_more_than_a_thousand_sentences_get_a_friendly_message_and_stay() -> None:
    text = "The cat sat on the [MASK].\n" * 1001
    app = _pasted(text)
    assert "1,001" in messages(app)
    assert app.text_area(key="list-typed").value == text
    assert not any(button.key == "list-ask" for button in app.button)


@pytest.mark.parametrize("text", ["", " \n\t\n", "sentence,word"])
def test_an_empty_list_gets_a_friendly_message(text: str) -> None:
    assert "The list is empty" in messages(_pasted(text))


def test_markup_in_a_sentence_stays_text() -> None:
    markup = "<img src=x onerror=alert(1)> **the** :material/home: $x$ [MASK]."
    app = _asked(_pasted(f"{markup}\t<b>river</b>\nno blank <script>alert(1)</script>"))
    table = app.dataframe[0].value
    assert list(table["sentence"]) == [markup, "no blank <script>alert(1)</script>"]
    assert table["right word"][0] == "<b>river</b>"
    assert table["note"][1] == "needs one [MASK], has 0"
    assert "1 of 2 sentences were scored." in page_text(app)
    read_as_markup = "\n".join(element.value for element in (*app.markdown, *app.caption))
    assert "onerror" not in read_as_markup
    assert "<script>" not in read_as_markup
