"""The question of a tour's stop: asked in place of the figure, and its outcome above the figure once that is shown.

With a class, its phones are asked; alone, a visitor answers on the page. The right answer is read from the finding that
the view has just drawn (:mod:`components.tours.questions`).
"""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace

import streamlit as st

from components.classroom.classroom import Classroom
from components.classroom.entries import (
    NOTHING_SENT,
    ClassEntry,
    ClassQuestion,
    ClassResult,
    EntryKind,
    entry_text,
)
from components.classroom.entry_checks import entry_problem
from components.classroom.outcome import (
    fooling_verdict,
    later_round_finding,
    result_finding,
    two_votes_finding,
    verdict_on,
    votes_explanation,
)
from components.classroom.result_log import results_of
from components.tours.questions import AnswerKind, StopQuestion
from pages.parts.errors import show_errors
from pages.parts.lecture.class_votes import VOTE_AGAIN, again_text, outcome_votes, vote_under_way
from pages.parts.lecture.classes import ask_class, visitor_class, warn_of_class_loss
from pages.parts.lecture.finale import Judge, given_labels, judge_entries
from pages.parts.lecture.joining import EVERY_S, PROMPT_LIMIT, has_code, slide_address, slide_code, slide_without_class
from pages.parts.lecture.own_sentence import ask_for_sentence, offer_own_sentence, own_sentence
from pages.parts.lecture.score import read_score, record_answer, recorded_answer
from pages.parts.lecture.stop_result import draw_answered, draw_options, draw_places, draw_result
from pages.parts.lecture.stop_settings import (
    leaves_question,
    offer_way_back,
    restore_at_first_showing,
    shows_another_case,
)
from pages.parts.lecture.tour_stop import CurrentStop, StopVote
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import is_presenting

Picture = Callable[[str], None]  # draws the figure of a question; it is given the topic of the class's answers
_RIGHT = "tour-right-answers"  # by tour and index of the stop: what the view said when it was first shown
_ENTRY_KINDS = {
    AnswerKind.CHOICE: EntryKind.CHOICE,
    AnswerKind.WORD: EntryKind.WORD,
    AnswerKind.NUMBER: EntryKind.NUMBER,
    AnswerKind.WHOLE_NUMBER: EntryKind.WHOLE_NUMBER,
    AnswerKind.PLACE: EntryKind.PLACE,
    AnswerKind.FOOLING: EntryKind.FOOLING,
}
_TYPED = {
    AnswerKind.WORD: "Your answer: one word",
    AnswerKind.NUMBER: "Your answer: a number",
    AnswerKind.WHOLE_NUMBER: "Your answer: a whole number",
}
NO_SENTENCES = "Nobody has sent a sentence. The figure is about the sentence of this page."
DISCUSS = "Discuss it with your neighbour, then answer again."
NEWCOMERS_SCORE = "Points only for those who joined after the answer was shown."
PLACE_LIMIT = 60  # tokens: more are too small to tap on a phone, and to read on a projector


def draw_question(here: CurrentStop, places: Sequence[str] = (), box: str = "", picture: Picture | None = None) -> None:
    """Draw the question, and ask it: the class's phones, or the visitor.

    Args:
        here: The stop.
        places: What can be pointed at on this page, if the question is of that kind.
        box: The parameter of the page's text box. A visitor without a class may answer with a sentence, which is put
            there, too, so that the figure is about it.
        picture: Draws the figure below a question that is answered, as far as it gives no answer away; None for the
            question alone.
    """
    classroom, question = visitor_class(), here.asks_with(places)
    with st.container(key="stop-slide"):
        with st.container(key="stop-question"):
            if here.is_quiz:
                (st.markdown if here.index == here.tour.quiz_start else st.caption)(here.quiz_note)
            if is_presenting() and here.sentence_to_show:
                with st.container(key="stop-sentence"):
                    st.text(here.sentence_to_show)
            st.text(here.stop.question)
            if question is not None and question.rule:
                st.caption(question.rule)
        if leaves_question(here):
            offer_way_back(here)
        warn_of_class_loss()
        asks_phones = _draw_options(here, question, places, box, classroom, picture)
        if picture is not None and question is not None and not asks_phones:
            picture(here.question_key)
    if classroom is not None and asks_phones:
        slide_address(classroom)


def _draw_options(
    here: CurrentStop,
    question: StopQuestion | None,
    places: Sequence[str],
    box: str,
    classroom: Classroom | None,
    picture: Picture | None,
) -> bool:
    """Draw what can be answered, and how. Returns whether the class's phones are asked."""
    if question is None:
        st.caption(f"Press Show, or G, to see the answer.{' Phones are not asked at this stop.' if classroom else ''}")
    elif question.kind is AnswerKind.PLACE and not 0 < len(places) <= PLACE_LIMIT:
        limit = f"This sentence has {len(places)} tokens; the limit for this question is {PLACE_LIMIT}. Shorten it."
        st.caption(limit if places else "The tokens appear here when the model has read the sentence.")
    elif classroom is not None and vote_under_way(here, results_of(classroom.results, here.question_key))[1]:
        _list_options(question)
        st.caption("The answer was shown before. Press G to see it, or V to ask the phones again.")
    elif classroom is not None:
        _ask_phones(here, question, classroom, picture)
        return True
    elif is_presenting():
        _list_options(question)
        slide_without_class()
    else:
        _ask_visitor(here, question, box)
    return False


def draw_outcome(
    here: CurrentStop,
    finding: str,
    places: Sequence[str] = (),
    judge: Judge | None = None,
    box: str = "",
) -> ClassResult | None:
    """Draw what was answered. Call this after the view has drawn its figure.

    Args:
        here: The stop.
        finding: What the view says, with the right answer in it.
        places: What can be pointed at on this page, if the question is of that kind.
        judge: Labels sentences, in views that can do so.
        box: The parameter of the page's text box, whose sentence the figure is about.

    Returns:
        The result of the class, for phones; None without a class or a question, or before anybody has joined: whoever
        rehearses a lecture with its class started has not shown the answer to anyone.
    """
    _draw_explanation(here)
    question = here.asks_with(places)
    if question is None:
        if here.stop.question and here.stop.answer and shows_another_case(here, finding):
            offer_way_back(here)
        return None
    classroom = visitor_class()
    if question.kind is AnswerKind.FOOLING:
        if classroom is not None:
            judged = judge_entries(here, question, classroom, judge)
            draw_result(result_finding(judged) if judged.answered else NO_SENTENCES, judged, question)
            return judged if classroom.students else None
        sentence = own_sentence(here)
        _own_outcome(here, question, given_labels([sentence], judge, question.options).get(sentence, ""), sentence)
        offer_own_sentence(here, box)
        return None
    is_other = shows_another_case(here, finding)
    right = _right_answer(here, question, "" if is_other else finding, classroom)
    is_other = is_other or question.right_answer(finding) != right  # no tick beside a figure of another case
    if is_other and classroom is not None and classroom.students:
        restore_at_first_showing(here, classroom)
    if is_other:
        offer_way_back(here)
    if classroom is None:
        if not is_other:
            _own_outcome(here, question, right)
        return None
    entries, results = classroom.entries(None, hidden=True), results_of(classroom.results, here.question_key)
    votes = outcome_votes(here, results, {entry.about for entry in entries})
    first, second = (_vote_result(entries, each, here, question, right) for each in votes)
    if (vote := votes[0]).round_number > 1:
        earliest = next((result for result in results if result.round_number == 1), None)
        st.text(later_round_finding(earliest, max(0, classroom.students - vote.seen_by)))
    if not second.answered:
        drawn = _without_right(first) if is_other else first
        draw_result(result_finding(drawn), drawn, question)
        return first if classroom.students else None
    both = _both_votes(first, second, entries)
    drawn = _without_right(both) if is_other else both
    draw_result(two_votes_finding(drawn), drawn, question, first)
    st.caption(votes_explanation(drawn))
    return both


def _both_votes(first: ClassResult, second: ClassResult, entries: Sequence[ClassEntry]) -> ClassResult:
    """The outcome of a round of two votes."""
    voted_first, voted_second = (
        {entry.student for entry in entries if entry.about == vote.about} for vote in (first, second)
    )
    return replace(
        second,
        first_answered=first.answered,
        first_right_students=first.right_students,
        first_about=first.about,
        first_only_students=frozenset(voted_first - voted_second),
        last_only_students=frozenset(voted_second - voted_first),
    )


def draw_unjudged_answer(here: CurrentStop) -> None:
    """Draw what the visitor answered while there is no model yet whose answer it can be compared with."""
    _draw_explanation(here)
    answer = here.own_answer
    if answer is not None:
        st.text(f"You answered “{answer}”. The model is loading: wait a moment to see its answer.")


def _draw_explanation(here: CurrentStop) -> None:
    """Draw the question and its answer for phones: elsewhere they stand in the tour's bar."""
    if here.stop.answer and not is_presenting():
        with st.container(key="stop-explanation", gap="xsmall"):
            st.text(here.stop.question)
            st.text(here.stop.labelled_answer)


def _right_answer(here: CurrentStop, question: StopQuestion, finding: str, classroom: Classroom | None) -> str:
    """The right answer, as the view gave it first. A sentence that is changed later does not change scores.

    "" while the view has not shown the case of the stop, and so ``finding`` is empty.
    """
    results = () if classroom is None else results_of(classroom.results, here.question_key)
    published = next((result.right for result in results), "")
    answers = st.session_state.setdefault(_RIGHT, {})
    if not finding:
        return str(answers.get(here.key, published))
    return str(answers.setdefault(here.key, published or question.right_answer(finding)))


def _without_right(result: ClassResult) -> ClassResult:
    """A result as it is drawn beside the figure of another case: with counts, but without a right answer."""
    return replace(result, right="", right_students=frozenset(), first_right_students=frozenset())


def _vote_result(
    entries: Sequence[ClassEntry], vote: StopVote, here: CurrentStop, question: StopQuestion, right: str
) -> ClassResult:
    """The outcome of one vote, from all entries of the class."""
    topic = here.topic(vote.number)
    sent = [entry for entry in entries if entry.about == topic]
    counts = Counter(entry.text for entry in sent if not entry.hidden)
    is_choice = question.kind is AnswerKind.CHOICE and sent  # phones show what nobody chose, too
    return ClassResult(
        topic,
        here.prompt[:PROMPT_LIMIT],
        right,
        here.stop.labelled_answer,
        tuple((option, counts[option]) for option in question.options) if is_choice else tuple(counts.most_common()),
        len(sent),
        frozenset(entry.student for entry in sent if question.is_right(entry.text, right)),
        vote=vote.number,
        seen_by=vote.seen_by,
        question_key=here.question_key,
    )


def _ask_phones(here: CurrentStop, question: StopQuestion, classroom: Classroom, picture: Picture | None) -> None:
    vote, _ = vote_under_way(here, results_of(classroom.results, here.question_key))
    notes = [NEWCOMERS_SCORE] * (vote.round_number > 1) + [DISCUSS] * (not vote.is_first)
    shown = here.tour.sentences if question.kind is AnswerKind.FOOLING else ()
    kind, topic, note = _ENTRY_KINDS[question.kind], here.topic(vote.number), " ".join(notes)
    text = here.prompt[:PROMPT_LIMIT]
    if question.rule and len(text) + len(question.rule) < PROMPT_LIMIT:
        text = f"{text} {question.rule}"
    ask_class(
        ClassQuestion(kind, topic, text, question.options, vote.number, vote.seen_by, note, question.words, shown)
    )
    options, code = st.columns([3, 1], gap="large") if has_code(classroom) else (nullcontext(), nullcontext())
    with options:
        if note:
            st.markdown(f"**{note}**")
        if question.kind is not AnswerKind.FOOLING:
            _list_options(question)
        st.fragment(_count, run_every=EVERY_S)(topic)
        if picture is not None:  # it takes the room; the tour's bar has buttons for both keys
            picture(topic)
        else:
            again_key = ", V to vote again after a discussion" if again_text(here) == VOTE_AGAIN else ""
            st.caption(f"Press G to see the answer{again_key}.")
    with code:
        slide_code(classroom)


@show_errors()
def _count(about: str) -> None:
    classroom = visitor_class()
    if classroom is not None:
        draw_answered(classroom.answered(about), classroom.students)


def _list_options(question: StopQuestion) -> None:
    if question.kind is AnswerKind.PLACE:
        draw_places(ClassResult("", "", ""), question.options)
    elif question.options:
        draw_options(question.options, letters="ABCD" if question.kind is AnswerKind.CHOICE else "")
    elif question.kind in _TYPED:
        draw_options((_TYPED[question.kind],), letters="?")


def _ask_visitor(here: CurrentStop, question: StopQuestion, box: str) -> None:
    key = here.question_key
    if question.kind is AnswerKind.FOOLING:
        ask_for_sentence(here, question, box)
        return
    if question.options:
        is_place = question.kind is AnswerKind.PLACE
        with st.container(key="stop-options", horizontal=is_place, gap="xsmall" if is_place else "small"):
            for number, option in enumerate(question.options):
                label = escape_markdown(option)
                if st.button(label, key=f"{key}-{number}", width="content" if is_place else 480):
                    _answer(here, option)
        return
    asks = ClassQuestion(_ENTRY_KINDS[question.kind], key, here.stop.question)
    with st.form(f"{key}-form", border=False, width=480):
        typed = st.text_input(_TYPED[question.kind], max_chars=asks.text_limit)
        if st.form_submit_button("Answer"):
            if problem := entry_problem(asks, typed) if entry_text(asks, typed) else NOTHING_SENT[asks.kind]:
                st.warning(problem)
            else:
                _answer(here, typed.strip())


def _answer(here: CurrentStop, answer: str) -> None:
    here.keep_answer(answer)
    st.rerun()


def _own_outcome(here: CurrentStop, question: StopQuestion, right: str, sentence: str = "") -> None:
    answer = here.own_answer
    if answer is None:
        return
    if sentence:
        st.text(f"Your sentence: “{sentence}”")
    if not right:
        st.text(f"You answered “{answer}”." + (" The model could not judge this sentence." if sentence else ""))
        return
    is_right = question.is_right(answer, right)
    record_answer(here.index, right=is_right)
    if question.kind is AnswerKind.FOOLING:
        verdict = fooling_verdict(right, was_right=is_right)
    else:
        verdict = verdict_on(answer, right, was_right=is_right)
    first = "" if recorded_answer(here.index) is is_right else " Your first answer counts."
    st.markdown(
        f"**You answered “{escape_markdown(answer)}”. {escape_markdown(verdict)}**{first} Your score: {read_score()}."
    )
