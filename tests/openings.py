"""The first and the second example of a view, and how clearly a model is right about one."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import cache.shared.blanks
from components.model.results import Candidate
from components.model.statistics.proportions import proportion_interval
from components.tables.numbers import percentage
from tests.rooms import EVERY_VIEW, room_page

SURE = 0.8  # a probability from which on an answer needs no runner-up
AHEAD = 2.0  # otherwise: how many times as likely as the next answer it is
MANY_BITS = 1.0  # of an effect: one halving


@dataclass(frozen=True)
class Opening:
    """The first example of a view.

    Attributes:
        example: What the model is given.
        answer: What it answers.
        lead: How far it is ahead, in words.
        holds: Whether the answer is right, and clearly so.
    """

    example: str
    answer: str
    lead: str
    holds: bool


def sentence_of(room: str, view: str) -> str:
    """The sentence that a view opens with, as its page declares it."""
    page = next(room_page(each) for each, _ in EVERY_VIEW if each.key == room)
    mode = next(mode for mode in page.modes if mode.name == view)
    return mode.opener or str(page.examples.presets[0].sentence)


def second_example(room: str) -> Any:
    """The second example of a room's list."""
    return next(room_page(each) for each, _ in EVERY_VIEW if each.key == room).examples.presets[1]


def filled(sentence: str, candidates: Collection[Candidate], right: Collection[str]) -> Opening:
    first, second = list(candidates)[:2]
    times = first.probability / second.probability
    holds = first.text in right and (first.probability >= SURE or times >= AHEAD)
    lead = f"{percentage(first.probability)}, {times:.1f} × “{second.text}”"
    return Opening(sentence, first.text, lead, holds)


def blank(model_id: str, sentence: str, right: Collection[str], masked: tuple[int, ...] = ()) -> Opening:
    """A model at a sentence's only blank; ``right`` are the words that a reader accepts."""
    (mask,) = cache.shared.blanks.predictions(model_id, sentence, masked).masks
    return filled(sentence, mask.candidates, right)


def both(first: Opening, second: Opening) -> Opening:
    """Two models at one example: both are right."""
    same = first.answer == second.answer
    answer = first.answer if same else f"{first.answer}; {second.answer}"
    return Opening(first.example, answer, f"{first.lead}; {second.lead}", first.holds and second.holds)


def counted(example: str, answer: str, right: int, count: int, chance: float) -> Opening:
    """A share of right answers, which is past chance if its 95% interval is."""
    measured = proportion_interval(right, count)
    lead = (
        f"{right:,} of {count:,} ({percentage(measured.low)}–{percentage(measured.high)}); chance {percentage(chance)}"
    )
    return Opening(example, answer, lead, measured.low > chance)
