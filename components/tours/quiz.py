"""The quiz at the end of a tour: three of its stops come back, in another order, with another sentence or setting.

The same tour always has the same quiz, so that a reload, a second window and every student of a class see the same.
"""

import hashlib
from dataclasses import replace

from components.tours.tour import Stop, Tour

QUIZ_LENGTH = 3


def with_quiz(tour: Tour, name: str) -> Tour:
    """The tour with the stops of its quiz after the others; the same tour if too few stops have another sentence.

    Args:
        tour: As it was read from a file.
        name: The tour's name or packed form, which decides the choice.
    """
    quiz = quiz_stops(tour, name)
    return replace(tour, stops=(*tour.stops, *quiz), quiz_count=len(quiz))


def quiz_stops(tour: Tour, name: str) -> tuple[Stop, ...]:
    """The stops of the quiz, in their order."""
    variants = {index: variant for index, stop in enumerate(tour.stops) if (variant := stop.variant) is not None}
    if len(variants) < QUIZ_LENGTH:
        return ()
    chosen = sorted(variants, key=lambda index: hashlib.sha256(f"{name} {index}".encode()).digest())[:QUIZ_LENGTH]
    if chosen == sorted(chosen):
        chosen.reverse()  # not the order of the tour
    return tuple(variants[index] for index in chosen)
