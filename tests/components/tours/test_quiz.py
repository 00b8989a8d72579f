"""The quiz at the end of a tour: always the same three stops, with another sentence, in another order."""

import json
import re
from dataclasses import replace

import pytest

from components.model.user_errors import UserError
from components.tours.questions import AnswerKind, StopQuestion
from components.tours.quiz import QUIZ_LENGTH, quiz_stops, with_quiz
from components.tours.shipped import shipped_tours
from components.tours.tour import Stop, Tour, pack_tour, parse_tour, tour_to_json, unpack_tour
from pages.parts.lecture.tour_stop import PATHS, CurrentStop

WORD = StopQuestion(AnswerKind.WORD, patterns=("“{}” is the top guess",))


def stop(number: int) -> Stop:
    again = Stop(f"/fill-the-blank?sentence=other+{number}", answer="That.")
    return Stop(f"/fill-the-blank?sentence=first+{number}", f"Which word, {number}?", "This.", asks=WORD, again=again)


TOUR = Tour("A tour", "", tuple(stop(number) for number in range(6)))


def test_three_stops_come_back_with_another_sentence_in_another_order() -> None:
    for name in ("bert", "which-bank", "~packed", ""):
        quiz = quiz_stops(TOUR, name)
        assert quiz == quiz_stops(TOUR, name), "a reload shows the same"
        places = [int(each.parameters["sentence"].split()[-1]) for each in quiz]
        assert len(set(places)) == QUIZ_LENGTH
        assert places != sorted(places)
        assert all(each.parameters["sentence"].startswith("other") for each in quiz)
        assert [each.question for each in quiz] == [TOUR.stops[place].question for place in places]
        assert [each.asks for each in quiz] == [WORD] * QUIZ_LENGTH
    assert len({quiz_stops(TOUR, str(number)) for number in range(30)}) > 5, "the name decides"


def test_the_quiz_follows_the_last_stop() -> None:
    whole = with_quiz(TOUR, "bert")
    assert whole.stops == (*TOUR.stops, *quiz_stops(TOUR, "bert"))
    assert (whole.quiz_start, whole.quiz_count) == (6, 3)
    assert whole.length_text == TOUR.length_text, "lists with and without the quiz say the same length"
    assert whole.length_text.startswith("6 stops")
    texts = [CurrentStop("bert", whole, index).place_text for index in range(len(whole.stops))]
    assert texts[-4:] == ["6 of 6", "Quiz 1 of 3", "Quiz 2 of 3", "Quiz 3 of 3"]
    assert CurrentStop("bert", whole, 0).prompt == "Which word, 0? “first 0”"
    assert CurrentStop("bert", whole, 7).prompt.startswith("Quiz 2 of 3. Which word, ")
    assert "“other " in CurrentStop("bert", whole, 7).prompt


def test_a_question_that_quotes_its_sentence_is_not_followed_by_it_on_phones() -> None:
    link = "/fill-the-blank?sentence=Doctors+do+not+work+in+a+%5BMASK%5D."
    quoting = replace(TOUR.stops[0], link=link, question="“Doctors do not work in a …” Which word comes there?")
    plain = replace(quoting, question="Which word comes there?")
    first, second = (CurrentStop("own", replace(TOUR, stops=(stop,)), 0).prompt for stop in (quoting, plain))
    assert first == quoting.question
    assert second.endswith("“Doctors do not work in a [MASK].”")


def test_a_tour_with_too_few_other_sentences_has_no_quiz() -> None:
    two = replace(TOUR, stops=(*TOUR.stops[:2], *(replace(each, again=None) for each in TOUR.stops[2:])))
    silent = replace(TOUR, stops=tuple(replace(each, asks=None) for each in TOUR.stops))
    for tour in (two, silent):
        assert with_quiz(tour, "bert") == tour
        assert tour.quiz_start == len(tour.stops)


def test_what_a_stop_has_of_its_own_is_asked() -> None:
    question = StopQuestion(AnswerKind.CHOICE, ("a", "b"))
    again = Stop("/which-bank", "Another?", "That.", asks=question)
    variant = replace(TOUR.stops[0], again=again).variant
    assert variant == again


def test_files_and_links_keep_the_other_sentences() -> None:
    assert parse_tour(tour_to_json(TOUR), PATHS) == TOUR
    assert unpack_tour(pack_tour(TOUR), PATHS) == TOUR
    assert parse_tour(tour_to_json(with_quiz(TOUR, "bert")), PATHS).quiz_count == 0
    with pytest.raises(UserError, match="not a page"):
        parse_tour(tour_to_json(TOUR).replace("/fill-the-blank?sentence=other", "/nowhere?sentence=other"), PATHS)
    for wrong in ([1], "again", {"link": 3}, {"link": "/which-bank", "asks": {"kind": "choice", "options": ["a"]}}):
        values = json.loads(tour_to_json(TOUR))
        values["stops"][0]["again"] = wrong
        with pytest.raises(UserError, match="not a tour"):
            parse_tour(json.dumps(values), PATHS)


def test_every_tour_of_some_stops_ends_with_a_quiz() -> None:
    for name, tour in shipped_tours(PATHS).items():
        quiz = quiz_stops(tour, name)
        last = tour.stops[-1].asks
        is_ended = last is not None and last.kind is AnswerKind.FOOLING  # nothing is asked after the finale
        # Of two stops nothing is asked again.
        assert len(quiz) == (0 if is_ended or len(tour.stops) < QUIZ_LENGTH else QUIZ_LENGTH), name
        assert not {each.link for each in quiz} & {each.link for each in tour.stops}, "each is a new case"
        for each in quiz:
            assert each.asks is not None
            assert each.asks.patterns, "its right answer is computed"
        for each in tour.stops:
            assert each.again is None or (each.variant is not None and each.again.link != each.link)


@pytest.mark.parametrize("tour", shipped_tours(PATHS).values(), ids=shipped_tours(PATHS))
def test_the_case_of_a_quiz_is_not_told_in_an_answer_before_it(tour: Tour) -> None:
    earlier_answers = [words(each.answer) for each in tour.stops]
    for each in tour.stops:
        variant = each.variant
        if variant is None or variant.asks is None or variant.asks.kind is not AnswerKind.CHOICE:
            continue
        new = words(*variant.parameters.values()) - words(each.question, *each.parameters.values())
        right = words(variant.asks.right_answer(variant.shows))
        assert not any(new and new | right <= answer for answer in earlier_answers), variant.question


def words(*texts: str) -> set[str]:
    return set(re.findall(r"\w{3,}", " ".join(texts).lower()))
