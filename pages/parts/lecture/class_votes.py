"""Which vote on the question of a stop a class is at, and how it is asked again.

A round has up to two votes, the second after a discussion, and ends when the answer is shown. A question for sentences
has a single vote, which goes on when the answer is hidden.
"""

from collections.abc import Collection, Sequence
from operator import attrgetter

from components.classroom.entries import ClassResult, first_vote
from components.classroom.result_log import results_of
from pages.parts.lecture.classes import visitor_class
from pages.parts.lecture.tour_stop import CurrentStop, StopVote, current_stop

VOTE_AGAIN, ASK_ANEW = "Vote again", "Ask again"  # labels of the button that asks a class again


def again_text(here: CurrentStop | None) -> str:
    """The label of the button that asks a class again; "" if it cannot be asked again now.

    Before the answer is shown a class votes a second time, after a discussion. After that it can be asked anew, as
    often as the lecturer likes: for students who came late, or at the end of the lecture. That is another round of two
    votes, with its own counts; :class:`~components.classroom.entries.ClassResult` says who gets points in it.
    """
    classroom = visitor_class()
    if here is None or not here.stop.is_asked_again or classroom is None:
        return ""
    vote, shown = vote_under_way(here, results_of(classroom.results, here.question_key))
    if shown or not here.is_withheld:
        return ASK_ANEW
    return VOTE_AGAIN if vote.is_first else ""


def ask_again() -> None:
    """Ask the class again at the stop on the screen, as :func:`again_text` says."""
    {VOTE_AGAIN: vote_again, ASK_ANEW: ask_anew}.get(again_text(current_stop()), lambda: None)()


def vote_again() -> None:
    """Start the second vote of the round, unless it is under way or the answer was shown."""
    here = current_stop()
    if here is not None and again_text(here) == VOTE_AGAIN:
        here.begin_vote(StopVote(here.vote.number + 1, here.vote.seen_by))


def ask_anew() -> None:
    """Hide the answer and start another round; the same round goes on if nobody was there to see the answer."""
    here, classroom = current_stop(), visitor_class()
    if here is None or classroom is None or again_text(here) != ASK_ANEW:
        return
    vote, shown = vote_under_way(here, results_of(classroom.results, here.question_key))
    if shown:
        here.begin_vote(StopVote(first_vote(vote.round_number + 1), seen_by=classroom.students))
    here.hide_answer()


def vote_under_way(here: CurrentStop, results: Sequence[ClassResult]) -> tuple[StopVote, bool]:
    """The vote of a class on the question of a stop, and whether its answer was shown after that.

    Args:
        here: The stop, with the vote that this window knows of.
        results: What the class answered in the rounds whose answer was shown, in this window or another.
    """
    if not here.stop.is_asked_again:
        return StopVote(), False
    rounds = _last_vote(results).round_number if results else 0
    if here.vote.round_number > rounds + 1:
        here.begin_vote(StopVote())  # the class's answers were deleted meanwhile
    if here.vote.round_number == rounds + 1:
        return here.vote, False
    return _last_vote(results), True


def outcome_votes(
    here: CurrentStop, results: Sequence[ClassResult], answered: Collection[str]
) -> tuple[StopVote, StopVote]:
    """The two votes whose outcome is shown: those of the round under way.

    While nobody has answered in a later round, those of the round before: it may have begun by accident.

    Args:
        here: The stop.
        results: What the class answered in the rounds whose answer was shown.
        answered: The keys of all votes, also of other questions, in which somebody answered.
    """
    vote, shown = vote_under_way(here, results)
    votes = _votes_of_round(vote)
    if results and not shown and not any(here.topic(each.number) in answered for each in votes):
        return _votes_of_round(_last_vote(results))
    return votes


def _votes_of_round(vote: StopVote) -> tuple[StopVote, StopVote]:
    begin = first_vote(vote.round_number)
    return StopVote(begin, vote.seen_by), StopVote(begin + 1, vote.seen_by)


def _last_vote(results: Sequence[ClassResult]) -> StopVote:
    """The last vote of the last round whose answer was shown."""
    last = max(results, key=attrgetter("vote"))
    return StopVote(last.vote, last.seen_by)
