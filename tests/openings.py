"""The first and the second example of a view, and how clearly a model is right about one."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import cache.shared.blanks
from components.model.results import Candidate
from components.model.statistics.proportions import proportion_interval
from components.tables.numbers import nats_to_bits, percentage
from tests.rooms import EVERY_VIEW, room_page

SURE = 0.8  # the least probability of an answer, where a view shows what fills a blank
AHEAD = 2.0  # how many times as large, where a view compares two answers or two effects
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
    lead = f"{percentage(first.probability)}, {times:.1f} × “{second.text}”"
    return Opening(sentence, first.text, lead, first.text in right and first.probability >= SURE)


def blank(model_id: str, sentence: str, right: Collection[str], masked: tuple[int, ...] = ()) -> Opening:
    """A model at a sentence's only blank; ``right`` are the words that a reader accepts."""
    (mask,) = cache.shared.blanks.predictions(model_id, sentence, masked).masks
    return filled(sentence, mask.candidates, right)


def answer_id(model_id: str, sentence: str, text: str) -> int:
    """The vocabulary's number of a word that may fill a sentence's only blank."""
    (place,) = cache.engine.tokens(model_id, sentence).typed_masks
    return next(
        each.id for each in cache.shared.blanks.possible_answers(model_id, sentence, (), place) if each.text == text
    )


def decided(model_id: str, sentence: str, right: str, by: str) -> Opening:
    """An answer that depends most on the word ``by``: without it, it is less than half as likely."""
    opening, tokens = blank(model_id, sentence, [right]), cache.engine.tokens(model_id, sentence)
    (place,) = tokens.typed_masks
    others = tuple(position for position in tokens.maskable if position != place)
    hidden = cache.fill.occlusions(model_id, sentence, (), place, answer_id(model_id, sentence, right), others)
    largest = max(hidden, key=lambda each: each.loss)
    bits = nats_to_bits(largest.loss)
    lead = f"{opening.lead}; without “{largest.text}” −{bits:.1f} bits"
    return Opening(sentence, opening.answer, lead, opening.holds and largest.text == by and bits >= MANY_BITS)


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
