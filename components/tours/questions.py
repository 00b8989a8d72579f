"""The question of a stop that an audience answers, and the right answer, read from the view's own finding.

The right answer is never part of a tour: a view computes its numbers and words its finding, and a question says where
in the finding its answer stands. So the answer follows the model.
"""

import math
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice

from components.model.tally import normalise_guess, parse_alternatives, parse_number
from components.tables.phrases import list_phrase

OPTION_LIMIT = 4  # options of a choice
GAP, ANYTHING = "{}", "{*}"  # in a pattern: where the answer stands, and what may be anything
GAP_LIMIT, PATTERN_CHARACTERS = 4, 300  # of a pattern
_NUMBER = re.compile(r"−?\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,15})?")
_WHOLE_NUMBERS = re.compile(r"(\d{1,3})(?:–(\d{1,3}))?")  # such as "1" and "3–5"
_TOKEN_NUMBER = re.compile(r"”? (\(token \d+)")  # after a token that the sentence has more than once


class AnswerKind(StrEnum):
    """What an audience answers with."""

    CHOICE = "choice"
    WORD = "word"
    NUMBER = "number"
    WHOLE_NUMBER = "whole number"
    PLACE = "place"  # a token of the view's sentence
    FOOLING = "fooling"  # a sentence by the visitor, with the meaning it has; right if the model reads another

    @property
    def is_numeric(self) -> bool:
        """Whether answers are numbers."""
        return self in (AnswerKind.NUMBER, AnswerKind.WHOLE_NUMBER)


@dataclass(frozen=True)
class StopQuestion:
    """What an audience answers at a stop.

    A pattern is text of the finding, with ``{}`` where the answer stands, and ``{*}`` for anything.

    Attributes:
        kind: With what it answers.
        options: The options of a choice, or the meanings for a sentence. A tour has none for a place:
            :meth:`with_places` gives it those of a view.
        patterns: For a word, a number or a place, one with a gap. For a choice, either one for each option, of which
            the first that the finding has is right, or one with a gap for a number, with ``limits``. Empty for a
            question that has no right answer, and for a sentence: the view judges that.
        limits: Of a choice between ranges: where one option ends and the next begins, in ascending order.
        tolerance: For a number: the largest error that counts as right, as a share of the right number.
        ties: For a whole number: a pattern with a gap, where the finding lists others that are as good ("1 and 3–5").
            They count, too. Empty if there are none.
        words: For a sentence: the forms of a word, one of which it must have; empty if any sentence fits.
    """

    kind: AnswerKind
    options: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    limits: tuple[float, ...] = ()
    tolerance: float = 0.1
    ties: str = ""
    words: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        """A sentence that says which numbers count as right; "" for other answers, and if none is right."""
        if not (self.kind.is_numeric and self.patterns):
            return ""
        if self.ties:
            return "Others count, too, if their intervals overlap with that of the best."
        if not self.tolerance:
            return "Only the exact number counts."
        low, high = (f"{100 * (1 + sign * self.tolerance):.4g}" for sign in (-1, 1))
        return f"Near answers count. Example: if 100 is right, {low} to {high} count, too."

    def with_places(self, places: Sequence[str]) -> "StopQuestion":
        """The same question with the places of a view as options, if it asks for a place."""
        return replace(self, options=tuple(places)) if self.kind is AnswerKind.PLACE else self

    def right_answer(self, finding: str) -> str:
        """The right answer according to the finding of the view; "" if the finding does not say.

        Where several numbers are right, all are in it: "2, 1 or 3", the best first. A finding that names a token which
        the sentence has twice, without its number, does not say which place it is.
        """
        text = _plain(finding)
        if self.kind is AnswerKind.CHOICE and not self.limits:
            matching = (
                option for option, pattern in zip(self.options, self.patterns, strict=False) if _fits(pattern, text)
            )
            return next(matching, "")
        is_text = self.kind in (AnswerKind.WORD, AnswerKind.PLACE)
        span = _find_answer(self.patterns[0], text, is_number=not is_text) if self.patterns else None
        if span is None:
            return ""
        answer = text[slice(*span)]
        if self.kind is AnswerKind.PLACE:
            number = _TOKEN_NUMBER.match(text, span[1])
            place = answer + (f" {number.group(1)})" if number else "")
            return place if place in self.options else ""
        answer = answer.replace("−", "-")
        if self.kind is not AnswerKind.CHOICE:
            return list_phrase(list(dict.fromkeys((answer, *self._tied(text)))), "or")
        return self.options[bisect_right(self.limits, float(answer.replace(",", "")))]

    def is_right(self, answer: str, right: str) -> bool:
        """Whether ``answer`` agrees with the right answer: a typed word as :func:`normalise_guess` reads it."""
        if not right:
            return False
        if self.kind is AnswerKind.FOOLING:
            return answer != right
        if self.kind in (AnswerKind.CHOICE, AnswerKind.PLACE):
            return answer == right
        if not self.kind.is_numeric:
            return normalise_guess(answer) == normalise_guess(right)
        given = parse_number(answer)
        return given is not None and any(
            abs(given - exact) <= self.tolerance * abs(exact) + 1e-9 for exact in parse_alternatives(right)
        )

    def _tied(self, text: str) -> list[str]:
        """The whole numbers that the finding calls as good."""
        span = _find_answer(self.ties, text, is_number=False) if self.ties else None
        if span is None:
            return []
        ends = [(int(low), int(high or low)) for low, high in _WHOLE_NUMBERS.findall(text[slice(*span)])]
        return [str(number) for low, high in ends for number in range(low, high + 1)]


def check_question(question: StopQuestion) -> None:
    """Check that a question read from a file can be asked.

    Raises:
        ValueError: It has too few, too many or repeated options, patterns or limits that do not fit its kind, or a
            pattern with too many gaps or with gaps side by side.
    """
    patterns, options, limits = question.patterns, question.options, question.limits
    has_gap = len(patterns) == 1 and patterns[0].count(GAP) == 1
    if question.kind in (AnswerKind.CHOICE, AnswerKind.FOOLING):
        valid = 2 <= len(options) <= OPTION_LIMIT and len(set(options)) == len(options) and all(options)
        if question.kind is AnswerKind.FOOLING:
            valid = valid and not patterns and not limits
        elif limits:
            valid = valid and has_gap and len(limits) == len(options) - 1 and list(limits) == sorted(limits)
        else:
            valid = valid and len(patterns) in (0, len(options))
    else:
        valid = not options and not limits and (not patterns or has_gap)
    if question.ties:
        valid = valid and question.kind is AnswerKind.WHOLE_NUMBER and has_gap and question.ties.count(GAP) == 1
    if question.words:
        valid = valid and question.kind is AnswerKind.FOOLING and all(word.strip() for word in question.words)
    valid = (
        valid and all(map(_is_pattern, filter(None, (*patterns, question.ties)))) and all(map(math.isfinite, limits))
    )
    if not valid or not all(patterns) or not 0 <= question.tolerance <= 1:
        raise ValueError("this question cannot be asked")


def _is_pattern(pattern: str) -> bool:
    parts = pattern.replace(ANYTHING, GAP).split(GAP)
    return len(pattern) <= PATTERN_CHARACTERS and len(parts) <= GAP_LIMIT + 1 and all(parts[1:-1])


def _find_answer(pattern: str, text: str, *, is_number: bool) -> tuple[int, int] | None:
    """Where the answer stands in ``text``, as start and end; None if the pattern, which has one gap, does not fit.

    A pattern may come from a link, and as a regular expression it could take hours. So its literal parts are looked for
    in their order, each at the first place after the one before: linear time, and the same answer as the shortest gaps.
    """
    before, _, after = _plain(pattern).partition(GAP)
    *earlier, left = before.split(ANYTHING)
    right, *later = after.split(ANYTHING)
    first = _end_of(earlier, text)
    starts = iter(()) if first is None else _ends(left, text, first)
    if is_number:
        numbers = (_NUMBER.match(text, start) for start in starts)
        spans = (number.span() for number in numbers if number and text.startswith(right, number.end()))
    else:
        spans = ((start, text.find(right, start + 1)) for start in islice(starts, 1))
    start, end = next(spans, (-1, -1))
    fits = end >= 0 and _end_of(later, text, end + len(right) + 1) is not None
    return (start, end) if fits else None


def _fits(pattern: str, text: str) -> bool:
    """Whether the parts between the gaps of a pattern, of either kind, stand in ``text`` in their order."""
    return _end_of(_plain(pattern).replace(GAP, ANYTHING).split(ANYTHING), text) is not None


def _end_of(parts: Sequence[str], text: str, start: int = 0) -> int | None:
    """Where the text after these parts and the gap that follows them begins; None if it does not have them in order."""
    for part in parts:
        place = text.find(part, start)
        if place < 0:
            return None
        start = place + len(part) + 1  # a gap has at least one character
    return start


def _ends(part: str, text: str, start: int) -> Iterator[int]:
    """The ends of all occurrences of ``part`` from ``start`` on."""
    while (place := text.find(part, start)) >= 0:
        yield place + len(part)
        start = place + 1


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)
