"""Ways through the app: a first minute, back and forth, a link that is passed on, a tour, a class."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.journeys.conftest import Visit
from tests.journeys.visitor import BrowserVisitor

OWN = "He went to the bank and opened an account."
BLANK = "The heron stood in the [MASK] all day."
LATER = "The tall heron walked along the bank."
TOUR = "which-bank-in-10-minutes"
SENT = {
    "Ben": ("Our bank lost much of its soil last year.", "river"),
    "Cem": ("My bank closes at four.", "money"),
    "Dora": ("We rested on the bank of the Elbe.", "river"),
}


def room_of(visitor: BrowserVisitor) -> str:
    return urlsplit(visitor.address).path


def sentence_of(visitor: BrowserVisitor) -> str:
    """What the page has read, as it stands in the box, seen or not."""
    return visitor.typed(".st-key-sentence input")


def _reads(visitor: BrowserVisitor, sentence: str) -> None:
    """The box comes to hold the sentence: for a moment after a reload there is none, or an empty one."""
    visitor.waits_for(lambda: sentence_of(visitor) == sentence, f"the sentence is “{sentence}”")


def types_into_the_tiles(visitor: BrowserVisitor, text: str) -> None:
    """The pencil beside the tiles, then the keyboard."""
    visitor.clicks(css=".st-key-tiles >> .pen")
    visitor.types(text, over=True)
    visitor.presses("Enter")
    visitor.link_says(sentence=text)
    visitor.leaves_the_box()
    visitor.sees("heron", css=".st-key-tiles")


def goes_to(visitor: BrowserVisitor, place: str) -> None:
    """Through the search box that stands in the top bar."""
    before = room_of(visitor)
    visitor.clicks(css=".st-key-search >> .open")
    visitor.types(place)
    visitor.sees_one(".st-key-search >> ul")
    visitor.presses("Enter")
    visitor.waits_for(lambda: room_of(visitor) != before, "the room changes")


def test_a_newcomers_first_minute(visit: Visit) -> None:
    ada = visit("/")
    first = ada.reads()
    ada.clicks("cash", css=".st-key-ending")
    ada.sees_change(first)
    ada.clicks(css=".st-key-stage input")
    ada.types(OWN, over=True)
    ada.link_says(stage=OWN)
    ada.clicks("Masked words", css=".st-key-map", role="link")
    ada.waits_for(lambda: room_of(ada) == "/fill-the-blank", "the room opens")
    ada.sees("account", css=".st-key-tiles")
    ada.clicks("opened", css=".st-key-tiles")
    ada.waits_for(lambda: parse_qs(urlsplit(ada.address).query).get("mask") == ["5-7"], "the word is hidden too")


def test_reload_and_a_shared_link(visit: Visit) -> None:
    ada = visit("/fill-the-blank", name="Ada")
    example = ada.typed(".st-key-examples input")
    types_into_the_tiles(ada, BLANK)
    goes_to(ada, "attention")
    _reads(ada, BLANK)
    types_into_the_tiles(ada, LATER)
    ada.reloads()
    _reads(ada, LATER)
    assert ada.typed(".st-key-examples input") != example, "an example is named, and another sentence stands there"
    ben = visit(ada.address, name="Ben")
    _reads(ben, LATER)
    assert ben.reads() == ada.reads()
    assert ben.reads(".st-key-tiles") == ada.reads(".st-key-tiles")


@pytest.mark.parametrize("start", ["/", "/fill-the-blank"], ids=["home", "room"])
def test_back_leads_to_ones_own_sentence(visit: Visit, start: str) -> None:
    ada = visit(start)
    if start == "/":
        ada.clicks(css=".st-key-stage input")
        ada.types(OWN, over=True)
        ada.link_says(stage=OWN)
        ada.clicks("Masked words", css=".st-key-map", role="link")
    else:
        types_into_the_tiles(ada, BLANK)
        goes_to(ada, "attention")
    ada.waits_for(lambda: room_of(ada) != start, "the room changes")
    ada.goes_back()
    assert room_of(ada) == start
    if start == "/":
        ada.waits_for(lambda: ada.typed(".st-key-stage input") == OWN, "the sentence stands there again")
    else:
        ada.waits_for(lambda: sentence_of(ada) == BLANK, "the sentence stands there again")


def test_a_tour(visit: Visit) -> None:
    ada = visit("/tours")
    ada.clicks("Start", css=f".st-key-tour-{TOUR}", role="link")
    answers: set[str] = set()
    for _ in range(3):
        ada.sees_one(".st-key-stop-question")
        ada.looks("reads the question")
        question = ada.reads(".st-key-stop-question [data-testid=stText]")
        assert question
        assert not set(ada.glimpses()) - answers, "the answer was to be read before anybody asked for it"
        ada.clicks("Show", css=".tour", role="button")
        ada.sees_one(".st-key-finding")
        ada.waits_for(lambda: ada.reads(".tour .answer") != "", "the answer comes")
        answers = {*ada.glimpses(), ada.reads()}
        place = ada.reads(".tour .place")
        ada.clicks("Next", css=".tour", role="link")
        ada.sees_change(place, ".tour .place")
        ada.sees_one(".st-key-stop-question")
        ada.sees_change(question, ".st-key-stop-question [data-testid=stText]")


def test_a_class_with_three_phones(visit: Visit) -> None:
    ada = visit("/class", name="Ada")
    ada.clicks(css=".st-key-class-start button")
    ada.sees_one(".st-key-class-join h3")
    code = ada.reads(".st-key-class-join h3").split()[-1]
    phones = {name: visit(f"/join/{code}", phone=True, name=name) for name in SENT}
    ada.opens(f"/?tour={TOUR}&stop=9&present=1")
    for name, (text, label) in SENT.items():
        phones[name].sees_one("#text")
        phones[name].clicks(css="#text")
        phones[name].types(text)
        phones[name].clicks(label, css="#labels", role="label")
        phones[name].clicks(css="#send")
        phones[name].sees(text, css="#sent")
    ada.sees("3 of 3 phones", css=".answered b")
    ada.looks("sees what the class has sent")
    ada.presses("g")
    ada.sees("Our bank lost much of its soil last year.", css=".fooled")
    ada.looks("sees who fooled the model")
    phones["Ben"].waits_for(lambda: phones["Ben"].can_see("#picture"), "Ben, who fooled it, has a card")
    for phone in phones.values():
        phone.looks("sees the answer")
    ada.presses("PageDown")
    ada.sees("Our bank lost much of its soil last year.", css=".takeaway")
    ada.looks("sees what the class takes away")
    for name, phone in phones.items():
        phone.waits_for(lambda phone=phone: phone.can_see("#picture"), f"{name} has a card")
        phone.looks("has a card")
    ada.opens("/class")
    ada.clicks("End the class")
    ada.clicks(css=".st-key-class-end button")
    for name, phone in phones.items():
        phone.waits_for(lambda phone=phone: not phone.can_see("#text"), f"{name} is told the end")


def test_a_lecture_that_bets(visit: Visit) -> None:
    ada = visit("/class", name="Ada")
    ada.clicks(css=".st-key-class-start button")
    ada.sees_one(".st-key-class-join h3")
    code = ada.reads(".st-key-class-join h3").split()[-1]
    phones = {name: visit(f"/join/{code}", phone=True, name=name) for name in SENT}
    ada.opens(f"/?tour={TOUR}&stop=1&present=1")
    ada.sees_one(".st-key-stop-question")
    for vote, answers in enumerate((("river", "money", "money"), ("river", "river", "money"))):
        for phone, answer in zip(phones.values(), answers, strict=True):
            phone.sees_one("#labels label")
            phone.clicks(answer, css="#labels", role="label")
            phone.clicks(css="#send")
            phone.sees(answer, css="#sent")
        ada.sees("3 of 3 phones", css=".answered b")
        if not vote:
            ada.presses("v")
            ada.sees("0 of 3 phones", css=".answered b")
            for phone in phones.values():
                phone.sees("Discuss", css="#entry")
    assert not ada.glimpses(), "nobody has asked for the answer yet"
    ada.presses("g")
    ada.sees("1 of 3", "2 of 3", css=".st-key-outcome")
    ada.looks("sees both votes beside the map")
    for phone, score in zip(phones.values(), ("1 of 1", "1 of 1", "0 of 1"), strict=True):
        phone.sees(score, css="#result")
    ada.presses("PageDown")
    ada.sees_one(".st-key-stop-question")
    for phone in phones.values():
        phone.sees_one("#text")
        phone.looks("is asked the next question")
