"""What stands on the card of each student."""

import pytest

from components.classroom.classes import ClassDirectory
from components.classroom.classroom import Classroom
from components.classroom.entries import ClassQuestion, ClassResult, EntryKind, StudentCard
from components.classroom.outcome import sentence_result

SENSES = ("money", "river")
LABELS = {"Soil.": "money", "Cash.": "money", "Bank.": "", "More soil.": "money", "More cash.": "money"}


def _ask(classroom: Classroom, about: str, sent: dict[str, tuple[str, str]]) -> None:
    """Ask for sentences, let phones send some, and show the model's answer."""
    question = ClassQuestion(EntryKind.FOOLING, about, "Fool it.", SENSES)
    classroom.show("", question)
    for token, (text, label) in sent.items():
        classroom.send(token, about, question.question_id, text, label)
    entries = [entry for entry in classroom.entries(hidden=True) if entry.about == about]
    empty = ClassResult(about, "Fool it.", "", options=SENSES, model="MiniLM")
    labels = {entry.text: LABELS[entry.text] for entry in entries}
    classroom.show("../", None, result=sentence_result(empty, entries, labels))


@pytest.fixture
def classroom(classes: ClassDirectory) -> Classroom:
    return classes.start()


def _card(classroom: Classroom, token: str) -> StudentCard:
    card = classroom.card(token)
    assert card is not None
    return card


def test_each_student_has_a_card_also_without_a_sentence_that_fooled(classroom: Classroom) -> None:
    fooler, reader, unjudged, silent = (classroom.join() for _ in range(4))
    assert classroom.card(silent) is None, "before any answer there is nothing to say"
    sent = {fooler: ("Soil.", "river"), reader: ("Cash.", "money"), unjudged: ("Bank.", "river")}
    _ask(classroom, "tour 6", sent)
    cards = [_card(classroom, token) for token in (fooler, reader)]
    assert [(card.fooled, card.sentence, card.meant, card.read) for card in cards] == [
        (True, "Soil.", "river", "money"),
        (False, "Cash.", "money", "money"),
    ]
    assert {(card.senses, card.model) for card in cards} == {(SENSES, "MiniLM")}
    assert (cards[0].score.right, cards[1].score.right) == (1, 0)
    empty = _card(classroom, silent)
    assert (empty.fooled, empty.sentence, empty.score.question_count) == (False, "", 1)
    assert classroom.card(unjudged) is None, "neither a sentence nor a question counts"
    assert classroom.card("") is None
    assert classroom.card("of another class") is None


def test_the_last_sentence_that_fooled_the_model_stays_on_the_card(classroom: Classroom) -> None:
    fooler, other = classroom.join(), classroom.join()
    _ask(classroom, "tour 6", {fooler: ("Soil.", "river"), other: ("Cash.", "money")})
    _ask(classroom, "tour 7", {fooler: ("More cash.", "money"), other: ("More soil.", "river")})
    assert (_card(classroom, fooler).sentence, _card(classroom, fooler).score.right) == ("Soil.", 1)
    assert (_card(classroom, other).sentence, _card(classroom, other).fooled) == ("More soil.", True)
