"""Home: one sentence among eighty others, never an empty screen, and the path of rooms."""

import json
import re
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import pytest
from pages.home.endings import ENDINGS, OPENER, Ending, sentence_with
from streamlit.runtime.scriptrunner.exec_code import modified_sys_path
from streamlit.testing.v1 import AppTest

from components.senses.tables.findings import vote_finding
from components.tours.shipped import shipped_tours
from components.widgets.canvas import header_of
from pages.home.body import LECTURE, QUESTION, WORD
from pages.parts.findings import WHY_ANSWERS_DIFFER
from pages.parts.lecture.tour_stop import PATHS
from pages.parts.rooms import ATTENTION, FILL, ROOMS, SENSES
from tests.pages.conftest import BY_MINILM, HOME, messages, notice_text, open_page, page_text, run

OWN = "He went to the bank and opened an account."


def _type(app: AppTest, sentence: str) -> AppTest:
    app.text_input(key="stage").set_value(sentence)
    return run(app)


def _maps(app: AppTest) -> list[bytes]:
    """What the maps on the page draw."""
    return [element.proto.bytes for element in app.get("bidi_component") if element.proto.bytes]


def _cards(app: AppTest) -> list[dict[str, str]]:
    """The path of rooms."""
    (path,) = (element.proto.json for element in app.get("bidi_component") if '"rooms"' in element.proto.json)
    return [room for step in json.loads(path)["steps"] for room in step["rooms"]]


def _voters(app: AppTest) -> list[dict[str, Any]]:
    """The sentences that voted."""
    (votes,) = (element.proto.json for element in app.get("bidi_component") if '"voters"' in element.proto.json)
    voters: list[dict[str, Any]] = json.loads(votes)["voters"]
    return voters


def _settings(app: AppTest) -> dict[str, Any]:
    """How the map is to be drawn."""
    (payload,) = _maps(app)
    return header_of(payload)


@pytest.mark.usefixtures("cold")
def test_a_cold_server_shows_what_was_computed_beforehand() -> None:
    app = open_page(HOME)
    assert app.text_input(key="stage").value == OPENER
    assert len(_maps(app)) == 1
    assert "80 sentences with “bank”" in page_text(app)
    assert "precomputed" in page_text(app).lower()
    assert _settings(app)["voters"] == []
    assert "Computed now" not in page_text(app)


@pytest.mark.usefixtures("cold")
def test_a_sentence_typed_on_a_cold_server_is_kept_and_gets_no_figures_of_another() -> None:
    app = _type(open_page(HOME), OWN)
    assert app.text_input(key="stage").value == OWN
    assert "Your “bank”" not in page_text(app)


@pytest.mark.usefixtures("ready")
def test_a_ready_server_computes_now_and_says_by_what() -> None:
    app = open_page(HOME)
    assert f"Computed now {BY_MINILM}" in page_text(app)
    assert "million parameters" in page_text(app)
    assert "beforehand" not in page_text(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.word)
def test_an_ending_means_to_the_model_what_the_page_says(ending: Ending) -> None:
    import cache.senses

    mapped = cache.senses.map_with_sentence(QUESTION, sentence_with(ending.word))
    assert mapped is not None
    nearest = max(mapped.vote.shares, key=lambda share: share[1])[0]
    assert (nearest == ending.sense) is not ending.fools
    app = open_page(HOME)
    app.button_group(key="ending").set_value(ending.word)
    run(app)
    assert app.text_input(key="stage").value == sentence_with(ending.word)
    assert f"Your “bank” in layer 6: {vote_finding(mapped.vote)}" in page_text(app)
    assert ("The model gets this one wrong" in notice_text(app)) is ending.fools
    if not ending.fools:  # what is to be tried means the other bank, to the model too
        tried = {each.word: each for each in ENDINGS}[re.findall(r"Try \*\*(\w+)\*\*", notice_text(app))[0]]
        assert (tried.sense == ending.sense, tried.fools) == (False, False)


@pytest.mark.usefixtures("ready")
def test_the_sentences_that_voted_are_listed_and_tied_to_ones_own() -> None:
    import cache.senses

    app = _type(open_page(HOME), OWN)
    mapped = cache.senses.map_with_sentence(QUESTION, OWN)
    assert mapped is not None
    listed = _voters(app)
    assert len(listed) == len(mapped.vote.neighbours) == 5
    assert _settings(app)["voters"] == [neighbour.point for neighbour in mapped.vote.neighbours]
    for voter, neighbour in zip(listed, mapped.vote.neighbours, strict=True):
        assert voter["sentence"] == WORD.sentences[neighbour.point].sentence
        assert voter["sense"] == WORD.sentences[neighbour.point].sense
        assert voter["sentence"][voter["start"] : voter["end"]].casefold() in WORD.forms
        assert voter["cosine"] == pytest.approx(neighbour.cosine)
    assert {voter["sense"]: voter["label"] for voter in listed} == {
        sense: label for label, sense in enumerate(WORD.senses) if sense in {voter["sense"] for voter in listed}
    }


@pytest.mark.usefixtures("ready")
def test_a_sentence_that_resembles_none_of_the_others_gets_a_warning() -> None:
    unlike = page_text(_type(open_page(HOME), "<b>x</b> 😀😀 bank 😀"))
    assert "0.39" in unlike
    assert "nearest sentences mean" not in unlike
    assert "nearest sentences mean" in page_text(_type(open_page(HOME), OWN))


@pytest.mark.usefixtures("ready")
def test_start_the_lecture_opens_its_first_stop_on_a_projector() -> None:
    assert shipped_tours(PATHS)[LECTURE].stops[0].path == ""
    app = _type(open_page(HOME), OWN)
    app.button(key="start-lecture").click()
    run(app)
    assert app.query_params.get("tour") in (LECTURE, [LECTURE])
    assert app.query_params.get("present") in ("1", ["1"])
    app.session_state["tour-answers-shown"] = {(LECTURE, 0)}
    run(app)
    assert app.text_input(key="stage").value == OPENER, "what the first stop asks about"
    assert not app.title


@pytest.mark.usefixtures("ready")
def test_typing_moves_the_point_and_leaves_the_endings() -> None:
    app = open_page(HOME)
    before = _maps(app)
    assert app.button_group(key="ending").value == ENDINGS[0].word
    assert _maps(_type(app, OWN)) != before
    assert app.button_group(key="ending").value is None


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("sentence", ["", "   ", "no such word at all", "word " * 20_000, "<script>alert(1)</script>"])
def test_what_cannot_be_answered_gets_a_message_and_is_kept(sentence: str) -> None:
    app = _type(open_page(HOME), sentence)
    assert app.text_input(key="stage").value == sentence
    assert messages(app)
    assert len(_maps(app)) == 1


@pytest.mark.usefixtures("ready")
def test_a_sentence_longer_than_the_model_reads_is_called_too_long_and_not_without_the_word() -> None:
    app = _type(open_page(HOME), "The bank " + "river " * 600)
    assert "604 tokens" in messages(app)
    assert "Add the word" not in messages(app)
    assert len(_maps(app)) == 1


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("ending", [*ENDINGS, None], ids=lambda ending: ending.word if ending else "another")
def test_the_question_above_the_links_takes_no_wrong_answer_for_knowledge(ending: Ending | None) -> None:
    app = _type(open_page(HOME), sentence_with(ending.word) if ending else OWN)
    assert ("How did it know?" in notice_text(app)) is (ending is not None and not ending.fools)


@pytest.mark.usefixtures("ready")
def test_the_answer_to_how_it_knew_links_first_to_the_sentence_itself_and_twice_to_no_view() -> None:
    links = [(link.proto.page, link.proto.query_string) for link in _type(open_page(HOME), OWN).get("page_link")]
    explained = [(page, query) for page, query in links if query]
    assert len(explained) == 5
    assert explained[0] == (SENSES.path, urlencode({"mine": OWN}))
    assert len(set(explained)) == len(explained)


@pytest.mark.usefixtures("ready")
def test_every_view_that_explains_how_it_knew_begins_with_a_sentence_about_the_word() -> None:
    rooms = {room.path: room for room in ROOMS}
    links = [link.proto for link in _type(open_page(HOME), OWN).get("page_link") if link.proto.query_string]
    for link in links:
        app = open_page(f"pages/{rooms[link.page].key}/page.py", **dict(parse_qsl(link.query_string)))
        finding = app.text[0].value
        assert f"“{WORD.word}”" in finding, link.label
        assert re.search(r"\d", finding), link.label
        assert "The link says" not in page_text(app)


@pytest.mark.usefixtures("ready")
def test_every_room_has_a_card_and_those_that_can_begin_with_the_sentence() -> None:
    app = _type(open_page(HOME), OWN)
    cards = {card["key"]: card for card in _cards(app)}
    assert list(cards) == [room.key for room in ROOMS]
    for room in ROOMS:
        assert cards[room.key]["title"] == room.title
        assert cards[room.key]["question"] == room.question
        assert cards[room.key]["about"] == room.about
    links = {room: parse_qs(urlsplit(cards[room.key]["href"]).query) for room in ROOMS}
    assert links[FILL] == {"sentence": [OWN], "mask": ["5"]}
    assert links[ATTENTION] == {"sentence": [OWN], "strongest": ["6"]}
    assert links[SENSES] == {"mine": [OWN]}
    assert not any(links[room] for room in ROOMS if room not in (FILL, ATTENTION, SENSES))


@pytest.mark.usefixtures("ready")
def test_on_a_projector_stand_the_sentence_and_the_picture_and_no_cards() -> None:
    app = open_page(HOME, present="1")
    assert app.text_input(key="stage").value == OPENER
    assert len(_maps(app)) == 1
    assert not app.title
    assert not any('"rooms"' in element.proto.json for element in app.get("bidi_component"))


def test_a_run_of_a_page_leaves_the_search_path_alone() -> None:
    """Else the engine's imports, under way in another thread, may pass over a folder."""
    open_page(HOME)
    front_door = str(Path(__file__).parents[2] / "pages")
    assert sys.path.count(front_door) == 1
    with modified_sys_path(str(Path(front_door) / "front_door.py")):
        assert sys.path.count(front_door) == 1
    assert sys.path.count(front_door) == 1


@pytest.mark.usefixtures("ready")
def test_a_verdict_on_one_of_two_words_says_which_it_is_about() -> None:
    twice = page_text(_type(open_page(HOME), "The bank by the river bank was closed."))
    assert "Your first “bank” in layer 6: " in twice
    once = page_text(_type(open_page(HOME), "The bank by the banker’s river was closed."))
    assert "Your “bank” in layer 6: " in once
    assert "first “bank”" not in once


@pytest.mark.usefixtures("ready")
def test_views_that_name_different_layers_are_linked_with_the_reason() -> None:
    app = open_page(HOME)
    assert WHY_ANSWERS_DIFFER in [element.value for element in app.markdown]
    links = {(link.proto.page, link.proto.query_string) for link in app.get("page_link")}
    queries = [query for _, query in links]
    assert any("task=Sense" in query for query in queries), links
    assert any("separated" in query for query in queries), links
