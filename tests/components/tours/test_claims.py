"""Figures that a tour's answer names and its view does not show all of are those of the data that ships."""

import json
import re

import pytest

from cache.river import own_threads, own_vectors, river
from cache.shipped.first_runs import FOLDER as RUNS
from components.family.model.counting import (
    masked_language_model_parameters,
    parameters,
    pooler_parameters,
    vocabulary_head_parameters,
)
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.family_members import family_member
from components.model.tokens.occurrences import SentenceWithSense
from components.model.word_senses import OPENING_SENTENCES, sense_presets
from components.senses.model.request import SensesRequest
from components.tours.shipped import shipped_tours
from pages.parts.lecture.tour_stop import PATHS

TOURS = shipped_tours(PATHS)


def answer_of(tour: str, mode: str, **settings: str) -> str:
    wanted = {"mode": mode, **settings}
    (answer,) = (
        stop.answer
        for stop in TOURS[tour].stops
        if all(stop.parameters.get(name, "") == value for name, value in wanted.items())
    )
    return answer


def numbers_in(text: str) -> list[int]:
    return [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\d|\d", text)]


def test_held_out_sentences_are_those_of_the_two_recorded_runs() -> None:
    right = []
    for number in (0, 7):  # from the pre-trained weights and from random ones
        run = json.loads((RUNS / f"{number}.json").read_text("utf-8"))
        right.append(round(len(run["test"]) * run["histories"][0]["evaluations"][-1]["accuracy"]))
    labels = [label for _, label in run["test"]]
    guessing = max(labels.count(label) for label in set(labels))
    assert numbers_in(answer_of("teach-it-something", "", run="labels-300")) == [
        len(labels),
        right[0],
        right[1],
        guessing,
    ]


def test_berts_numbers_are_those_of_its_formulas() -> None:
    shape = family_member("bert-base").shape
    assert numbers_in(answer_of("the-family", "", count="true")) == [
        parameters(shape),
        vocabulary_head_parameters(shape),
        pooler_parameters(shape),
        masked_language_model_parameters(shape),
    ]


@pytest.mark.usefixtures("engine")
def test_a_side_that_counts_as_an_answer_is_not_close() -> None:
    """What a view shows is checked against its page elsewhere: a height near the margin would be a coin toss."""
    bank = sense_presets()[0]
    sentences = tuple(SentenceWithSense(each.sentence, each.sense) for each in bank.sentences)
    request, senses = SensesRequest(DEFAULT_MODEL, bank.forms, sentences), ("money", "river")
    drawn = river(request, senses)
    stops = [stop for tour in TOURS.values() for stop in tour.stops]
    stops += [variant for stop in stops if (variant := stop.variant) is not None]
    decided = [stop for stop in stops if stop.asks and any("reads “bank” as" in each for each in stop.asks.patterns)]
    assert len(decided) > 3
    for stop in decided:
        sentence = stop.parameters.get("stage", stop.parameters.get("mine", OPENING_SENTENCES[0].sentence))
        ((_, thread),) = own_threads(request, senses, own_vectors(request, sentence))
        assert drawn.side(thread.heights[-1] * 0.75, drawn.last) in stop.shows.split()[-1], sentence
        assert drawn.side(thread.heights[-1] * 0.75, drawn.last), sentence


def test_an_answer_says_yes_or_no_as_the_view_does() -> None:
    """A question that is turned round keeps its patterns otherwise, and the projector ticks the wrong answer."""
    stops = [stop for tour in TOURS.values() for stop in tour.stops]
    stops += [variant for stop in stops if (variant := stop.variant) is not None]
    questions = [(stop, stop.asks) for stop in stops if stop.asks and set(stop.asks.options) == {"Yes", "No"}]
    compared = 0
    for stop, asks in questions:
        answer = re.match(r"(Yes|No)\b", stop.answer)
        right = asks.right_answer(stop.shows)
        if answer and right:
            compared += 1
            assert right == answer.group(), (stop.question, stop.shows)
    assert compared > 4
