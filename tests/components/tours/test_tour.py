"""Tours as files and as links: what is written is read again, and nothing leads out of the app."""

import base64
import json
import math
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.model.user_errors import UserError
from components.tours.tour import (
    FILE_LIMIT,
    PACKED_PREFIX,
    STOP_LIMIT,
    TEXT_LIMIT,
    SpeakerNotes,
    Stop,
    Tour,
    pack_tour,
    parse_tour,
    tour_to_json,
    unpack_tour,
)

PATHS = frozenset({"", "fill-the-blank", "which-bank"})
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
STOPS = st.builds(
    lambda path, query, *texts, notes: Stop(f"/{path}{query}", *texts, notes=notes),
    st.sampled_from(sorted(PATHS)),
    st.sampled_from(["", "?sentence=She+sat+by+the+%5BMASK%5D.&mask=2", "?mode=Two+sentences"]),
    WORDS,
    WORDS,
    WORDS,
    notes=st.none() | st.builds(SpeakerNotes, st.integers(0, 90), WORDS, WORDS, WORDS),
)
TOURS = st.builds(Tour, WORDS, WORDS, st.lists(STOPS, min_size=1, max_size=6).map(tuple), st.integers(0, 90))


def file(**changes: Any) -> str:
    return json.dumps({"title": "A", "stops": [{"link": "/"}], **changes})


@given(TOURS)
def test_a_tour_is_read_as_it_was_written(tour: Tour) -> None:
    assert parse_tour(tour_to_json(tour), PATHS) == tour
    assert unpack_tour(pack_tour(tour), PATHS) == tour


def test_a_stop_knows_its_page_and_what_its_link_says() -> None:
    stop = Stop("/fill-the-blank?sentence=She+sat+by+the+%5BMASK%5D.&mask=2")
    assert stop.path == "fill-the-blank"
    assert stop.parameters == {"sentence": "She sat by the [MASK].", "mask": "2"}
    assert Stop("/").path == ""


@pytest.mark.parametrize(
    "link",
    [
        "https://example.org/fill-the-blank",
        "//example.org/fill-the-blank",
        "javascript:alert(1)",
        "fill-the-blank",
        "/no-such-room",
        "/fill-the-blank/../../etc/passwd",
        "",
    ],
)
def test_a_stop_leads_nowhere_but_into_the_app(link: str) -> None:
    with pytest.raises(UserError, match="not a page of this app"):
        parse_tour(file(stops=[{"link": link}]), PATHS)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        file(title=7),
        file(stops="all"),
        file(stops=[{"link": ["/"]}]),
        file(stops=[{"link": "/", "question": "x" * (TEXT_LIMIT + 1)}]),
        file(minutes="soon"),
        file(minutes=math.inf),
        file(minutes=-math.inf),
        file(minutes=math.nan),
        file(minutes=-1),
        file(title="\ud800"),
        file(stops=[{"link": "/", "asks": {"kind": "word", "patterns": ["{*}" * 70 + "{}"]}}]),
        file(stops=[{"link": "/", "notes": {"minutes": -1, "say": "Look."}}]),
        file(stops=[{"link": "/", "notes": {"minutes": 3, "say": "x" * (TEXT_LIMIT + 1)}}]),
        file(stops=[{"link": "/", "notes": {"say": "Look for three minutes."}}]),
        file(stops=[{"link": "/", "notes": "Look."}]),
        "[" * 50_000,
    ],
)
def test_what_is_no_tour_is_said_to_be_none(text: str) -> None:
    with pytest.raises(UserError, match="not a tour"):
        parse_tour(text, PATHS)


def test_a_stop_with_a_question_of_an_earlier_version_is_shown_without_it() -> None:
    old = {
        "link": "/",
        "question": "Write one.",
        "answer": "It is.",
        "asks": {"kind": "sentence", "options": ["a", "b"]},
    }
    text = file(stops=[{**old, "again": {**old, "link": "/which-bank"}}, {"link": "/which-bank"}])
    packed = PACKED_PREFIX + base64.urlsafe_b64encode(zlib.compress(text.encode())).decode()
    for tour in (parse_tour(text, PATHS), unpack_tour(packed, PATHS)):
        first, second = tour.stops
        assert (first.question, first.answer, first.asks, first.variant) == ("Write one.", "It is.", None, None)
        assert second.link == "/which-bank"


def test_stops_take_as_long_as_their_notes_say_and_the_quiz_comes_after_them() -> None:
    stops = tuple(Stop("/", notes=SpeakerNotes(minutes, "")) for minutes in (3, 5, 2))
    tour = Tour("A", "", (*stops, Stop("/")), minutes=10, quiz_count=1)
    assert [tour.planned_minutes(index) for index in range(5)] == [(0, 3), (3, 8), (8, 10), (10, 10), (10, 10)]


def test_the_sentences_of_a_tour_are_those_of_its_links_each_once() -> None:
    links = ("/fill-the-blank?sentence=A+%5BMASK%5D.", "/which-bank?mine=The+bank.", "/?stage=The+bank.", "/speed")
    assert Tour("A", "", tuple(map(Stop, links))).sentences == ("A [MASK].", "The bank.")


def test_without_minutes_of_their_own_all_stops_take_equally_long() -> None:
    tour = Tour("A", "", (Stop("/", notes=SpeakerNotes(3, "")), *[Stop("/")] * 3), minutes=40)
    assert [tour.planned_minutes(index) for index in range(5)] == [(0, 10), (10, 20), (20, 30), (30, 40), (40, 40)]


@pytest.mark.parametrize("count", [0, STOP_LIMIT + 1])
def test_a_tour_has_some_stops_and_not_too_many(count: int) -> None:
    with pytest.raises(UserError, match=f"has {count}"):
        parse_tour(file(stops=[{"link": "/"}] * count), PATHS)


def test_a_file_that_is_too_large_is_not_read() -> None:
    with pytest.raises(UserError, match="100 kB"):
        parse_tour(" " * (FILE_LIMIT + 1), PATHS)


@given(st.text(max_size=200))
def test_a_link_that_was_cut_or_made_up_is_told_of_in_words(text: str) -> None:
    with pytest.raises(UserError):
        unpack_tour(PACKED_PREFIX + text, PATHS)


def test_a_packed_tour_cannot_fill_the_memory() -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(b" " * 50_000_000)).decode()
    with pytest.raises(UserError):
        unpack_tour(PACKED_PREFIX + bomb, PATHS)


def test_a_tour_too_long_for_a_link_is_to_be_saved_as_a_file() -> None:
    stops = tuple(Stop("/", "".join(chr(0x4E00 + (37 * i + 101 * n) % 20_000) for i in range(200))) for n in range(20))
    with pytest.raises(UserError, match="Save it as a file"):
        pack_tour(Tour("Long", "", stops))
