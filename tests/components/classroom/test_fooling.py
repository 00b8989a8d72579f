"""Sentences that are to fool the model: who is right, and what is said of it."""

from dataclasses import replace

import pytest

from components.classroom.classes import ClassDirectory
from components.classroom.classroom import Classroom
from components.classroom.entries import ClassQuestion, ClassResult, EntryKind
from components.classroom.errors import ClassroomError
from components.classroom.items import item_table
from components.classroom.outcome import result_finding, sentence_result, sentence_verdict, standing_verdict
from components.classroom.shared import RESULTS, value_text

QUESTION = ClassQuestion(EntryKind.FOOLING, "tour 6", "Fool it.", ("money", "river"))
EMPTY = ClassResult("tour 6", "Fool it.", "")


@pytest.fixture
def classroom() -> Classroom:
    started = ClassDirectory().start()
    started.show("", QUESTION, held_back=True)
    return started


def test_a_sentence_needs_a_label(classroom: Classroom) -> None:
    token = classroom.join()
    for name, text, label, message in (
        ("a", "The bank.", "", "what the word means"),
        ("b", "The bank.", "lake", "what the word means"),
        ("c", " \u200b ", "money", "sentence first"),
        ("d", "bank " * 60, "money", "too long"),
    ):
        with pytest.raises(ClassroomError, match=message):
            classroom.send(token, name, QUESTION.question_id, text, label)
    assert classroom.entries(hidden=True) == ()


def test_a_sentence_is_right_if_it_fools_the_model(classroom: Classroom) -> None:
    classroom.block_words(["flood"])
    tokens = [classroom.join() for _ in range(5)]
    classroom.send(tokens[0], "a", QUESTION.question_id, "An earlier bank.", "river")
    texts = ("The bank of soil.", "The bank of money.", "The word.", "The bank and the flood.")
    for token, text, label in zip(tokens, texts, ("river", "money", "river", "money"), strict=False):
        classroom.send(token, "b", QUESTION.question_id, text, label)
    sent = classroom.entries(hidden=True)
    assert [entry.text for entry in sent] == list(texts), "the last sentence of each counts"
    labels = dict(zip(texts, ("money", "money", "", "river"), strict=True))
    shown = sentence_result(EMPTY, sent, labels)
    assert (shown.right_students, shown.answered) == (frozenset({1, 4}), 4)
    assert dict(shown.counts) == {"fooled": 2, "read as meant": 1, "could not be judged": 1}
    assert (shown.unjudged_students, shown.judged_count) == (frozenset({3}), 3)
    assert result_finding(shown) == "2 of 4 sentences fooled the model. It could not decide on 1."
    assert RESULTS.decode_value(value_text(shown)) == shown
    classroom.show("../", None, result=shown)
    standings = [classroom.standing(token) for token in tokens]
    assert [(each.answer, each.was_right, standing_verdict(each)) for each in standings if each] == [
        ("“The bank of soil.” · river", True, "The model says “money”: you fooled it!"),
        ("“The bank of money.” · money", False, "The model says “money”: it reads it as you mean it."),
        ("“The word.” · river", False, sentence_verdict(sent[2], "", was_right=False)),
        (
            "“The bank and the flood.” · money",
            True,
            "The model says “river”: you fooled it! Your sentence was not shown on the projector.",
        ),
        ("", False, ""),
    ]
    assert item_table(classroom.results, 5)[["answers", "share_right"]].to_numpy().tolist() == [[3, 2 / 3]]
    scores = [(each.score.right, each.score.question_count) for each in standings if each]
    assert scores == [(1, 1), (0, 1), (0, 0), (1, 1), (0, 1)], "what could not be judged is not wrong"
    opposite = {text: {"money": "river", "river": "money", "": ""}[label] for text, label in labels.items()}
    assert sentence_result(EMPTY, sent, opposite).right_students == frozenset({2})


def test_phones_are_told_no_answer_where_nobody_sent_a_sentence(classroom: Classroom) -> None:
    shown = sentence_result(EMPTY, (), {})
    assert (shown.right, shown.counts, shown.is_scored) == ("", (), False)
    token = classroom.join()
    classroom.show("../", None, result=shown)
    standing = classroom.standing(token)
    assert standing is not None
    assert (standing.answer, standing_verdict(standing)) == ("", "")


def test_a_card_has_the_thread_of_the_sentence_that_it_shows(classroom: Classroom) -> None:
    token, other = classroom.join(), classroom.join()
    classroom.send(token, "a", QUESTION.question_id, "The bank of soil.", "river")
    classroom.send(other, "a", QUESTION.question_id, "The bank of money.", "money")
    result = sentence_result(
        EMPTY, classroom.entries(hidden=True), {"The bank of soil.": "money", "The bank of money.": "money"}
    )
    averages = ((0.1, -0.5), (0.2, 0.5))
    shown = replace(result, courses=((0.0, -0.4), ()), options=("money", "river"), option_courses=averages)
    assert RESULTS.decode_value(value_text(shown)) == shown
    classroom.show("../", None, result=shown)
    card, without = classroom.card(token), classroom.card(other)
    assert card is not None
    assert (card.sentence, card.course, card.sense_courses) == ("The bank of soil.", (0.0, -0.4), averages)
    assert without is not None
    assert without.course == ()


def test_nobody_fools_the_model_with_a_sentence_of_the_lecture(classroom: Classroom) -> None:
    classroom.show("", replace(QUESTION, shown=("Our bank lost a lot of soil last year.",)), held_back=True)
    token = classroom.join()
    for name, text in enumerate(("Our bank lost a lot of soil last year.", "our bank  lost a lot of SOIL last year!")):
        with pytest.raises(ClassroomError, match="from the lecture"):
            classroom.send(token, str(name), QUESTION.question_id, text, "river")
    classroom.send(token, "c", QUESTION.question_id, "Our bank lost much of its soil last year.", "river")
    assert len(classroom.entries(hidden=True)) == 1
