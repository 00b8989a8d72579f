"""A question that is asked again after its answer was shown: a further round, in this process and in a shared store."""

from collections.abc import Callable

from components.classroom.classes import ClassDirectory
from components.classroom.entries import ClassQuestion, ClassResult, EntryKind
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
