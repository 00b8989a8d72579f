"""A visitor's own sentences: pasted, uploaded, requested, and rejected with a message."""

import pytest

from components.model.tokens.occurrences import SentenceWithSense
from components.senses.model.projection import MINIMUM_POINTS
from tests.pages.conftest import SENSES, messages, open_page, page_text, run
from tests.pages.senses.room import map_count


@pytest.mark.usefixtures("ready")
def test_a_word_without_sentences_asks_for_some() -> None:
    app = open_page(SENSES, mode="The map", forms="zebra, zebras")
    assert "no sentences with “zebra” yet" in page_text(app)
    assert messages(app) == ""
    app.text_area(key="senses-pasted").set_value("A zebra ran by.\tanimal\nCross at the zebra.\troad\nThe zebra slept.")
    run(app)
    app.button(key="senses-paste").click()
    run(app)
    assert "no sentences with" not in page_text(app)
    assert messages(app) == ""


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("link", [{"forms": "crane"}, {"forms": "crane, cranes", "mine": "A crane lifted the car."}])
def test_common_ambiguous_words_have_some_sentences(link: dict[str, str]) -> None:
    app = open_page(SENSES, mode="The map", **link)
    assert "no sentences with" not in page_text(app)
    assert messages(app) == ""
    assert map_count(app) == 1
    assert ("nearest sentences mean" in page_text(app)) is ("mine" in link)


@pytest.mark.usefixtures("ready")
def test_pasted_sentences_are_used_until_the_examples_are_restored() -> None:
    app = open_page(SENSES, mode="My sentences")
    assert app.button_group(key="chosen-mode").value == "The map"
    assert len(app.get("arrow_data_frame")) + len(app.dataframe) >= 1, "the sentences in use, as a table to edit"
    app.text_area(key="senses-pasted").set_value(
        "The bank was steep.\triver\nThe bank was shut.\tmoney\n<b>No</b> such word.\nA green bank.\triver"
    )
    run(app)
    app.button(key="senses-paste").click()
    run(app)
    assert "Left out: 1 without the word." in page_text(app)
    assert map_count(app) == 1
    assert [sentence.sense for sentence in app.session_state["senses-own"]] == ["river", "money", None, "river"]
    app.button(key="senses-back").click()
    assert "senses-own" not in run(app).session_state


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("text", "message"), [("The bank.\n" * 5001, "5,001"), ("\n \n\t", "")], ids=["too many", "nothing"]
)
def test_an_unusable_list_gets_a_message(text: str, message: str) -> None:
    app = open_page(SENSES, mode="My sentences")
    app.text_area(key="senses-pasted").set_value(text)
    run(app)
    assert message in messages(app)
    assert "senses-paste" not in [button.key for button in app.button]


@pytest.mark.usefixtures("ready")
def test_sentences_without_the_word_leave_a_way_back() -> None:
    app = open_page(SENSES, mode="My sentences")
    app.text_area(key="senses-pasted").set_value("foo;bar\n1;2\n3;4")
    run(app)
    if "senses-paste" not in [button.key for button in app.button]:
        app.text_area(key="senses-pasted").set_value("Nothing fits here.\nNor here.")
        run(app)
    app.button(key="senses-paste").click()
    run(app)
    assert map_count(app) == 0
    assert "None of the sentences contains “bank”" in page_text(app)
    assert "senses-pasted" in [area.key for area in app.text_area]
    app.button(key="senses-back").click()
    assert map_count(run(app)) == 1


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize(
    ("lines", "missing"),
    [
        (("A green bank.", "Hello.", "The bank closed."), "1 of 3"),
        (("Hello.", "No."), "2 of 2"),
        (("A green bank.", "The bank closed."), ""),
    ],
    ids=["one", "all", "none"],
)
def test_sentences_without_the_word_are_counted_before_they_are_used(lines: tuple[str, ...], missing: str) -> None:
    app = open_page(SENSES, mode="My sentences")
    app.text_area(key="senses-pasted").set_value("\n".join(lines))
    run(app)
    assert missing in messages(app)
    assert bool(messages(app)) is bool(missing)
    assert app.button(key="senses-paste")


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_the_editor_stays_when_there_are_too_few_points_for_a_map(count: int) -> None:
    app = open_page(SENSES, mode="The map")
    app.session_state["senses-own"] = tuple(
        SentenceWithSense(sentence) for sentence in (*["The bank was green."] * count, "Hello.")
    )
    run(app)
    assert map_count(app) == (1 if count >= MINIMUM_POINTS else 0)
    if count < MINIMUM_POINTS:
        assert app.text_area(key="senses-pasted")
        assert messages(app)


@pytest.mark.usefixtures("ready")
def test_a_too_long_sentence_gets_a_message() -> None:
    app = open_page(SENSES, mine="bank " * 20_000)
    assert "tokens" in messages(app)


@pytest.mark.usefixtures("ready")
def test_a_file_that_is_not_text_gets_a_message() -> None:
    app = open_page(SENSES, mode="My sentences")
    app.file_uploader[0].upload("pictures.txt", b"\x89PNG\x00\x01bank", "text/plain")
    assert "This file is not text" in messages(run(app))
    app.file_uploader[0].upload("sheet.csv", "The bank was steep.\triver\n".encode("utf-16"), "text/csv")
    run(app)
    assert app.button(key="senses-paste").label == "Use this sentence"


TWO_BANKS = "We sat on the bank of the river, and then the bank lent us money."


@pytest.mark.usefixtures("ready")
def test_of_two_occurrences_the_chosen_one_is_read_and_kept_in_the_link() -> None:
    app = open_page(SENSES, mode="The map", mine=TWO_BANKS)
    first = page_text(app)
    assert "(1 of 2)" in first
    app.selectbox(key="occurrence").set_value(1)
    run(app)
    assert app.query_params["occurrence"] == "2"
    assert "(2 of 2)" in page_text(app)
    assert page_text(open_page(SENSES, mode="The map", mine=TWO_BANKS, occurrence="2")) == page_text(app) != first
    assert "(2 of 2)" in page_text(open_page(SENSES, mode="The map", mine=TWO_BANKS, occurrence="2", hide="controls"))
    app.text_input(key="mine").set_value("We sat on the bank.")
    run(app)
    assert "occurrence" not in app.query_params
    assert "occurrence" not in [box.key for box in app.selectbox]


@pytest.mark.usefixtures("ready")
def test_an_occurrence_that_is_not_there_gets_a_note() -> None:
    app = open_page(SENSES, mode="The map", mine=TWO_BANKS, occurrence="9")
    assert "occurrence=9" in page_text(app)
    assert "(2 of 2)" in page_text(app)
