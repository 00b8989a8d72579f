"""Sentences that are to fool the model: who is right, and what is said of it."""

import pytest

from components.classroom.classroom import Classroom
from components.classroom.entries import ClassQuestion, ClassResult, EntryKind
from components.classroom.errors import ClassroomError
from components.classroom.outcome import result_finding, sentence_result, standing_verdict


def test_a_sentence_is_right_if_it_fools_the_model() -> None:
    classroom = Classroom("ABCD")
    question = ClassQuestion(EntryKind.FOOLING, "tour 6", "Fool it.", ("money", "river"))
    classroom.show("", question, held_back=True)
    tokens = [classroom.join() for _ in range(3)]
    with pytest.raises(ClassroomError, match="what the word means"):
        classroom.send(tokens[0], "a", question.question_id, "The bank.")
    texts = ("The bank of soil.", "The bank of money.", "The word.")
    for token, text, label in zip(tokens, texts, ("river", "money", "river"), strict=True):
        classroom.send(token, "b", question.question_id, text, label)
    labels = {"The bank of soil.": "money", "The bank of money.": "money", "The word.": ""}
    sent = classroom.entries(hidden=True)
    shown = sentence_result(ClassResult("tour 6", "Fool it.", ""), sent, labels, fools=True)
    assert dict(shown.counts) == {"fooled": 1, "read as meant": 1, "could not be judged": 1}
    assert result_finding(shown) == "1 of 2 sentences fooled the model. It could not judge 1 other."
    classroom.show("../", None, result=shown)
    standings = [classroom.standing(token) for token in tokens]
    assert [(each.was_right, standing_verdict(each)) for each in standings if each] == [
        (True, "The model says “money”: you fooled it!"),
        (False, "The model says “money”: it reads it as you mean it."),
        (False, "The model could not judge this sentence."),
    ]
    opposite = {text: {"money": "river", "river": "money", "": ""}[label] for text, label in labels.items()}
    turned = sentence_result(ClassResult("tour 6", "Fool it.", ""), sent, opposite, fools=True)
    assert turned.right_students == frozenset({2})
