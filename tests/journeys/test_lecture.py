"""A whole lecture: the projector in Chromium, and a phone each in Chromium, Firefox and WebKit.

Beside the film strip of all steps there is one with a row for each moment of the lecture: the projector and the three
phones side by side.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

import pytest

from components.tours.questions import AnswerKind
from components.tours.quiz import with_quiz
from components.tours.shipped import shipped_tours
from components.tours.tour import Stop, Tour, pack_tour
from pages.parts.lecture.tour_stop import PATHS
from tests.journeys.conftest import Visit
from tests.journeys.film_strip import FilmStrip
from tests.journeys.visitor import BrowserVisitor

_TOURS = shipped_tours(PATHS)
# A choice, a word and a number; each comes back in the quiz.
STOPS = (_TOURS["which-bank"].stops[1], _TOURS["fill-the-blank"].stops[0], _TOURS["what-does-it-read"].stops[1])
BROWSERS = {"Ben": "chromium", "Cem": "firefox", "Dora": "webkit"}
# What the phones answer, in the order of their names: at the stops, and at those of the quiz by the kind of question.
FIRST_VOTE = (("money", "river", "river"), ("bank", "company", "bank"), ("4", "2", "1"))
SECOND_VOTE = ("money", "money", "river")
QUIZ = {
    AnswerKind.CHOICE: ("river", "river", "money"),
    AnswerKind.WORD: ("doctor", "nurse", "doctor"),
    AnswerKind.WHOLE_NUMBER: ("5", "6", "3"),
}

# What they answer in the shipped lectures; of a choice, the first option or the second.
ANSWERS = {
    AnswerKind.WORD: ("bank", "company", "school"),
    AnswerKind.NUMBER: ("80", "50", "10"),
    AnswerKind.WHOLE_NUMBER: ("5", "6", "3"),
    AnswerKind.FOOLING: (
        "Our bank lost much of its soil last year.",
        "We sat on the muddy bank and watched the boats.",
        "The children fished from the bank.",
    ),
}


class Moments:
    """Pictures of all windows at one moment, a row for each."""

    def __init__(self, windows: Mapping[str, BrowserVisitor]) -> None:
        self._windows, self._strip = windows, FilmStrip()

    def take(self, what: str) -> None:
        """Take a picture of every window."""
        self._strip.begin_row()
        for name, window in self._windows.items():
            self._strip.add(f"{what}: {name}" if name == "Ada" else name, window.picture())

    def save(self, file: Path) -> None:
        """Write all rows as one picture."""
        self._strip.save(file)


def answer(phone: BrowserVisitor, kind: AnswerKind, text: str) -> None:
    """Answer the question that the phone shows."""
    if kind is AnswerKind.CHOICE:
        phone.sees(text, css="#labels")
        phone.clicks(text, css="#labels", role="label")
    else:
        phone.sees_one("#text")
        phone.clicks(css="#text")
        phone.types(text)
    if kind is AnswerKind.FOOLING:
        phone.clicks("river", css="#labels", role="label")
    phone.clicks(css="#send")
    phone.sees(text, css="#sent")


def answer_all(phones: Mapping[str, BrowserVisitor], stop: Stop, texts: tuple[str, ...]) -> None:
    """Let every phone answer, once it has the question."""
    assert stop.asks is not None
    for phone, text in zip(phones.values(), texts, strict=True):
        phone.sees(stop.question, css="#entry")
        answer(phone, stop.asks.kind, text)


def begin(visit_in: Visit) -> tuple[BrowserVisitor, dict[str, BrowserVisitor]]:
    """Start a class, which the phones join."""
    ada = visit_in("/class", name="Ada")
    ada.clicks(css=".st-key-class-start button")
    ada.sees_one(".st-key-class-join h3")
    code = ada.reads(".st-key-class-join h3").split()[-1]
    phones = {
        name: visit_in(f"/join/{code}", phone=True, name=name, browser=browser) for name, browser in BROWSERS.items()
    }
    ada.sees("3 joined", css="[data-testid=stMain]")
    return ada, phones


def address_of(first: Stop, tour: str) -> str:
    """Where a lecture begins on a projector."""
    return f"/{first.path}?{urlencode({**first.parameters, 'tour': tour, 'stop': '1', 'present': '1'})}"


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", ["which-bank-in-10-minutes", "bert-in-45-minutes"])
def test_a_lecture_from_its_first_stop_to_its_last(visit_in: Visit, journey_folder: Path, name: str) -> None:
    stops = _TOURS[name].stops
    ada, phones = begin(visit_in)
    moments = Moments({"Ada": ada, **phones})
    ada.opens(address_of(stops[0], name))
    answers: set[str] = set()
    for number, stop in enumerate(stops, start=1):
        assert stop.asks is not None
        ada.sees(stop.question, css=".st-key-stop-question")
        answer_all(phones, stop, ANSWERS.get(stop.asks.kind) or (*stop.asks.options[:2], stop.asks.options[0]))
        ada.sees("3 of 3 phones", css=".answered b")
        moments.take(f"Stop {number}, answered")
        assert not set(ada.glimpses()) - answers, "nobody has asked for the answer yet"
        ada.presses("g")
        ada.sees_one(".st-key-outcome .votes")
        for phone in phones.values():
            phone.sees("Your score", css="#result")
        moments.take(f"Stop {number}, shown")
        answers = {*ada.glimpses(), ada.reads()}
        ada.presses("PageDown")
    ada.sees("fooled the model", css=".takeaway")
    for each, phone in phones.items():
        phone.waits_for(partial(phone.can_see, "#picture"), f"{each} has a card")
    moments.take("The end")
    moments.save(journey_folder / f"{name} side by side.png")


@pytest.mark.slow
def test_a_whole_lecture(visit_in: Visit, journey_folder: Path) -> None:
    tour = Tour("A short lecture", "", STOPS, 10)
    packed = pack_tour(tour)
    stops = with_quiz(tour, packed).stops
    assert len(stops) == 2 * len(STOPS)
    ada, phones = begin(visit_in)
    moments = Moments({"Ada": ada, **phones})
    moments.take("Everybody has joined")
    ada.opens(address_of(stops[0], packed))
    answers: set[str] = set()
    for number, stop in enumerate(stops, start=1):
        assert stop.asks is not None
        ada.sees(stop.question, css=".st-key-stop-question")
        texts = FIRST_VOTE[number - 1] if number <= len(STOPS) else QUIZ[stop.asks.kind]
        answer_all(phones, stop, texts)
        ada.sees("3 of 3 phones", css=".answered b")
        moments.take(f"Stop {number}, answered")
        if number == 1:
            ada.presses("v")
            ada.sees("0 of 3 phones", css=".answered b")
            for phone in phones.values():
                phone.sees("Discuss", css="#entry")
            moments.take("Stop 1, asked again")
            answer_all(phones, stop, SECOND_VOTE)
            ada.sees("3 of 3 phones", css=".answered b")
        assert not set(ada.glimpses()) - answers, "nobody has asked for the answer yet"
        ada.presses("g")
        ada.sees_one(".st-key-outcome .votes")
        for name, phone in phones.items():
            phone.sees("Your score", css="#result")
            phone.sees(f"{number} of {number}" if name == "Ben" else f"of {number}", css="#score")
        moments.take(f"Stop {number}, shown")
        answers = {*ada.glimpses(), ada.reads()}
        ada.presses("PageDown")
    ada.sees("The end of", css=".st-key-end-of-tour")
    for name, phone in phones.items():
        # Ben answers as the model does, also to another sentence.
        phone.sees(f"{len(stops)} of {len(stops)}" if name == "Ben" else f"of {len(stops)}", css="#scores")
    moments.take("The end")
    moments.save(journey_folder / "a_whole_lecture side by side.png")
