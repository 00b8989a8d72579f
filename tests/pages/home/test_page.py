"""Home: one sentence in the river of eighty others, never an empty screen, and the path of rooms."""

import json
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.runtime.scriptrunner.exec_code import modified_sys_path
from streamlit.testing.v1 import AppTest

from components.model.word_senses import OpeningSentence
from components.tours.shipped import shipped_tours
from components.tours.tour import unpack_tour
from components.widgets.canvas import header_of
from pages.home.body import LECTURE, OFFERED, WORD
from pages.home.first_minute import first_minute
from pages.home.openings import OPENER
from pages.parts.lecture.tour_stop import PATHS
from pages.parts.rooms import ATTENTION, FILL, ROOMS, SENSES
from tests.pages.conftest import BY_MINILM, HOME, messages, open_page, page_text, run

OWN = "He went to the bank and opened an account."


def _type(app: AppTest, sentence: str) -> AppTest:
    app.text_input(key="stage").set_value(sentence)
    return run(app)


def _picture(app: AppTest) -> dict[str, Any]:
    """The header of the one picture on the page, without the settings in front of it."""
    (payload,) = (element.proto.bytes for element in app.get("bidi_component") if element.proto.bytes)
    return header_of(payload[4 + int.from_bytes(payload[:4], "little") :])


def _own(app: AppTest) -> list[str]:
    """The visitor's sentences in the picture."""
    header = _picture(app)
    return [text for text, sign in zip(header["texts"], header["signs"], strict=True) if sign == 0]


def _cards(app: AppTest) -> list[dict[str, str]]:
    """The rooms on the map."""
    texts = [element.proto.json for element in app.get("bidi_component") if '"rooms"' in element.proto.json]
    (drawn,) = (data for data in map(json.loads, texts) if data["form"] == "map")
    rooms: list[dict[str, str]] = drawn["rooms"]
    return rooms


@pytest.mark.usefixtures("cold")
def test_a_cold_server_draws_the_opening_sentence_at_once() -> None:
    app = open_page(HOME)
    assert app.text_input(key="stage").value == OPENER
    assert _own(app) == [OPENER]
    assert "as river" in page_text(app)
    assert "precomputed" in page_text(app).lower()
    assert "Computed now" not in page_text(app)


@pytest.mark.usefixtures("cold")
def test_a_sentence_typed_on_a_cold_server_is_kept_and_gets_no_thread_of_another() -> None:
    app = _type(open_page(HOME), OWN)
    assert app.text_input(key="stage").value == OWN
    assert _own(app) == []
    assert len(_picture(app)["texts"]) == len(WORD.sentences)


@pytest.mark.usefixtures("ready")
def test_a_ready_server_computes_ones_own_sentence_and_says_by_what() -> None:
    app = _type(open_page(HOME), OWN)
    assert f"Computed now {BY_MINILM}" in page_text(app)
    assert "million parameters" in page_text(app)
    assert _own(app) == [OWN]
    assert "as money" in page_text(app)


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("opening", OFFERED, ids=lambda opening: opening.name)
def test_an_offered_sentence_has_its_thread_before_any_model_is_there(opening: OpeningSentence) -> None:
    app = open_page(HOME)
    app.button_group(key="ending").set_value(opening.name)
    run(app)
    assert app.text_input(key="stage").value == opening.sentence
    assert _own(app) == [opening.sentence]
    assert (f"as {opening.sense}" in page_text(app)) is not opening.fools
    assert (f"say “{opening.sense}”" in page_text(app)) is opening.fools


@pytest.mark.usefixtures("ready")
def test_both_words_of_a_sentence_are_threads() -> None:
    app = _type(open_page(HOME), "The bank by the river bank was closed.")
    assert len(_own(app)) == 2
    assert len(_own(_type(open_page(HOME), "The bank by the banker’s river was closed."))) == 1


@pytest.mark.usefixtures("ready")
def test_a_word_with_meanings_of_its_own_is_followed_in_place_of_bank() -> None:
    app = _type(open_page(HOME), "The bat flew out of the cave at night.")
    assert _picture(app)["word"] == "bat"
    assert _picture(app)["senses"] == ["animal", "club"]
    assert not messages(app)


@pytest.mark.usefixtures("ready")
def test_without_such_a_word_the_sentences_own_words_can_be_followed() -> None:
    app = _type(open_page(HOME), "I sat on the bench and fed the ducks.")
    assert (_picture(app)["kind"], _picture(app)["word"]) == ("nearby", "ducks")
    (words,) = [group for group in app.button_group if group.label == "Follow a word"]
    assert words.options == ["sat", "bench", "fed", "ducks"]
    words.set_value("bench")
    run(app)
    assert _picture(app)["word"] == "bench"
    assert not messages(app)


@pytest.mark.usefixtures("ready")
def test_a_sentence_that_resembles_none_of_the_others_gets_no_meaning() -> None:
    unlike = page_text(_type(open_page(HOME), "<b>x</b> 😀😀 bank 😀"))
    assert "says little" in unlike
    assert "as money" not in unlike
    assert "as river" not in unlike


@pytest.mark.usefixtures("ready")
def test_start_the_lecture_opens_its_first_stop_on_a_projector() -> None:
    stop = shipped_tours(PATHS)[LECTURE].stops[0]
    app = _type(open_page(HOME), OWN)
    app.button(key="start-lecture").click()
    run(app)
    assert app.query_params.get("tour") in (LECTURE, [LECTURE])
    assert app.query_params.get("present") in ("1", ["1"])
    assert app.query_params.get("stop") in ("1", ["1"])
    assert stop.question in page_text(app)


@pytest.mark.usefixtures("ready")
def test_next_leads_on_with_the_same_sentence() -> None:
    app = _type(open_page(HOME), OWN)
    app.button(key="next").click()
    run(app)
    assert app.query_params.get("sentence") in (OWN, [OWN])
    assert app.query_params.get("stop") in ("2", ["2"])


def test_the_first_minute_has_five_views_of_one_sentence() -> None:
    tour = unpack_tour(first_minute(OPENER, "bank", 2), PATHS)
    assert len(tour.stops) == 5
    assert all(OPENER in stop.parameters.values() for stop in tour.stops[:4])
    assert all(stop.answer for stop in tour.stops)
    assert first_minute("bank " * 5000, "bank", 1) == ""


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("sentence", ["", "   ", "of the and", "word " * 20_000, "<script>alert(1)</script>"])
def test_what_cannot_be_answered_keeps_the_typing_and_the_picture(sentence: str) -> None:
    app = _type(open_page(HOME), sentence)
    assert app.text_input(key="stage").value == sentence
    assert _picture(app)["texts"]
    assert not app.exception


@pytest.mark.usefixtures("ready")
def test_a_sentence_longer_than_the_model_reads_is_called_too_long() -> None:
    app = _type(open_page(HOME), "The bank " + "river " * 600)
    assert "604 tokens" in messages(app)
    assert _own(app) == []


@pytest.mark.usefixtures("ready")
def test_every_room_is_on_the_map_and_those_that_can_begin_with_the_sentence() -> None:
    app = _type(open_page(HOME), OWN)
    cards = {card["key"]: card for card in _cards(app)}
    assert list(cards) == [room.key for room in ROOMS]
    for room in ROOMS:
        assert cards[room.key]["title"] == room.title
        assert cards[room.key]["question"] == room.question
    links = {room: parse_qs(urlsplit(cards[room.key]["href"]).query) for room in ROOMS}
    assert links[FILL] == {"sentence": [OWN], "mask": ["5"]}
    assert links[ATTENTION] == {"sentence": [OWN], "strongest": ["6"]}
    assert links[SENSES] == {"mine": [OWN]}
    assert not any(links[room] for room in ROOMS if room not in (FILL, ATTENTION, SENSES))


@pytest.mark.usefixtures("ready")
def test_on_a_projector_stand_the_sentence_and_the_picture_and_no_map() -> None:
    app = open_page(HOME, present="1")
    assert app.text_input(key="stage").value == OPENER
    assert _own(app) == [OPENER]
    assert not app.title
    assert not any('"rooms"' in element.proto.json for element in app.get("bidi_component"))


def test_a_run_of_a_page_leaves_the_search_path_alone() -> None:
    """Else the engine's imports, under way in another thread, may pass over a folder."""
    open_page(HOME)
    front_door = str(Path(__file__).parents[3] / "pages")
    assert sys.path.count(front_door) == 1
    with modified_sys_path(str(Path(front_door) / "front_door.py")):
        assert sys.path.count(front_door) == 1
    assert sys.path.count(front_door) == 1
