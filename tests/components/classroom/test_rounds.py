"""A question that is asked again after its answer was shown: a further round, in this process and in a shared store."""

import math
from collections.abc import Callable
from dataclasses import replace

from components.classroom.classes import ClassDirectory
from components.classroom.entries import ClassQuestion, ClassResult, EntryKind
from components.classroom.items import latecomer_count
from components.classroom.outcome import votes_explanation
from components.classroom.result_log import results_of
from components.classroom.store import ClassRegistry


def test_a_later_round_gives_points_only_to_who_joined_after_the_answer_was_shown(
    new_registry: Callable[[], ClassRegistry | None],
) -> None:
    """Students 1 and 2 see the answer, of whom 1 was right; then 3 and 4 join, and all four answer; then 5 joins."""
    classroom = ClassDirectory(new_registry()).start()

    def ask(vote: int, seen_by: int) -> ClassQuestion:
        return ClassQuestion(EntryKind.CHOICE, f"tour 1 vote {vote}", "Which?", ("river", "money"), vote, seen_by)

    def reveal(question: ClassQuestion) -> None:
        sent = classroom.entries(about=question.about)
        right = frozenset(entry.student for entry in sent if entry.text == "river")
        counts, vote = classroom.counts(question.about), {"vote": question.vote, "seen_by": question.seen_by}
        shown = ClassResult(question.about, "", "river", "", counts, len(sent), right, **vote, question_key="tour 1")
        classroom.show("", None, result=shown)

    def points() -> list[tuple[int, int]]:
        standings = [classroom.standing(token) for token in tokens]
        return [(each.score.right, each.score.question_count) for each in standings if each is not None]

    tokens = [classroom.join() for _ in range(2)]
    first = ask(1, 0)
    classroom.show("", first)
    for token, answer in zip(tokens, ("river", "money"), strict=True):
        classroom.send(token, "a", first.question_id, answer)
    reveal(first)
    assert points() == [(1, 1), (0, 1)]
    tokens += [classroom.join() for _ in range(2)]
    second = ask(3, 2)
    assert second.question_id != first.question_id, "phones see that they are asked again"
    classroom.show("", second)
    assert classroom.answered(second.about) == 0
    for token, answer in zip(tokens, ("money", "river", "river", "money"), strict=True):
        classroom.send(token, "b", second.question_id, answer)
    reveal(second)
    assert points() == [(1, 1), (0, 1), (1, 1), (0, 1)], "nobody loses a point, and only 3 gets another"
    standing = classroom.standing(tokens[1])
    assert standing is not None
    assert (standing.answer, standing.was_right) == ("river", True), "the phone says that it is right all the same"
    tokens.append(classroom.join())
    classroom.show("", ask(5, 4))
    classroom.send(tokens[3], "c", ask(5, 4).question_id, "river")
    reveal(ask(5, 4))
    assert points() == [(1, 1), (0, 1), (1, 1), (0, 1), (0, 1)], "4 had seen it when the second round ended"
    assert [result.round_number for result in results_of(classroom.results, "tour 1")] == [1, 2, 3]
    assert [entry.vote for entry in classroom.entries(about=second.about)] == [3] * 4
    classroom.show("", None, scored=("tour 1",))
    scores = classroom.scores(tokens[2])
    assert scores is not None
    assert [(score.right, score.question_count) for score in scores] == [(1, 1), (1, 1)], "a question counts once"


def test_a_score_is_of_the_questions_since_the_student_joined() -> None:
    classroom = ClassDirectory().start()
    early = classroom.join()

    def reveal(number: int, right: set[int]) -> None:
        about, sent = f"tour {number}", classroom.students
        classroom.show("", None, result=ClassResult(about, "", "river", "", (), sent, frozenset(right)))

    def score(token: str) -> tuple[int, int, int]:
        standing = classroom.standing(token)
        assert standing is not None
        return standing.score.right, standing.score.question_count, standing.score.missed_count

    reveal(1, {1})
    late = classroom.join()
    reveal(1, {1})
    assert score(late) == (0, 0, 1), "drawn again, the answer is no question of who joined meanwhile"
    reveal(2, {2})
    assert (score(early), score(late)) == ((1, 2, 0), (1, 1, 1))
    assert latecomer_count(classroom.results, classroom.students) == 1
    assert latecomer_count(classroom.results[1:], classroom.students) == 0


def test_whoever_does_not_vote_again_keeps_the_first_answer() -> None:
    """Students 1 and 2 vote twice and 3 and 4 once, of whom 3 was right; 5 votes after the discussion only."""
    classroom = ClassDirectory().start()
    tokens = [classroom.join() for _ in range(5)]
    topics, options = ("tour 1", "tour 1 vote 2"), ("river", "money")
    first, second = (ClassQuestion(EntryKind.CHOICE, about, "Which?", options) for about in topics)
    for question, answers in ((first, ("money", "money", "river", "money", "")), (second, ("river", "money"))):
        classroom.show("", question)
        for token, answer in zip(tokens, answers, strict=False):
            if answer:
                classroom.send(token, question.about, question.question_id, answer)
    classroom.send(tokens[4], "c", second.question_id, "money")
    shown = ClassResult(second.about, "", "river", "", (), 3, frozenset({1}), 4, frozenset({3}))
    shown = replace(shown, first_about=first.about)
    shown = replace(shown, first_only_students=frozenset({3, 4}), last_only_students=frozenset({5}))
    classroom.show("", None, result=shown)
    standings = [classroom.standing(token) for token in tokens]
    assert [(each.answer, each.was_right, each.score.right) for each in standings if each] == [
        ("river", True, 1),
        ("money", False, 0),
        ("river", True, 1),
        ("money", False, 0),
        ("money", False, 0),
    ]
    assert (shown.voted_twice, shown.normalised_gain) == (2, 0.5), "of those who voted twice"
    assert "2 phones that voted twice: 0.50" in votes_explanation(shown)
    nobody = replace(shown, first_only_students=frozenset({1, 2, 3, 4}))
    assert math.isnan(nobody.normalised_gain), "nobody voted twice"
