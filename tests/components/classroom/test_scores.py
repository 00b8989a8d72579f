"""Scores of a class: every possible one is listed, and what could not be judged does not count."""

import math

import pytest

from components.classroom.classroom import Classroom
from components.classroom.entries import ClassQuestion, ClassResult, EntryKind
from components.classroom.items import score_table
from components.classroom.outcome import sentence_result


@pytest.mark.parametrize("right_students", [{1, 2}, {1}, set()])
def test_every_possible_score_is_listed_also_those_that_nobody_has(right_students: set[int]) -> None:
    results = [_result(right_students, about=f"tour {number}") for number in range(1, 25)]
    scores = score_table(results, 2)
    assert scores["score"].tolist() == list(range(25))
    assert scores["count"].sum() == 2
    assert scores["count"].iloc[-1] == len(right_students)
    assert scores["count"].iloc[0] == 2 - len(right_students)


def _result(right_students: set[int], *, about: str) -> ClassResult:
    return ClassResult(about, "Which bank?", "river", "", (("river", 2),), 2, frozenset(right_students))


def test_a_question_whose_sentences_could_all_not_be_judged_gives_no_score() -> None:
    classroom = Classroom("ABCD")
    tokens = [classroom.join() for _ in range(2)]
    question = ClassQuestion(EntryKind.FOOLING, "tour 5", "Write one.", ("money", "river"))
    classroom.show("", question, held_back=True)
    classroom.send(tokens[0], "a", question.question_id, "The bank.", "money")
    shown = sentence_result(ClassResult("tour 5", "Write one.", ""), classroom.entries(hidden=True), {"The bank.": ""})
    assert (shown.answered, shown.is_judged, shown.is_scored) == (1, False, False)
    assert math.isnan(shown.share_right)
    classroom.show("../", None, result=shown)
    for token, answer in zip(tokens, ("“The bank.” · money", ""), strict=True):
        standing = classroom.standing(token)
        assert standing is not None
        assert (standing.answer, standing.score.question_count) == (answer, 0)
