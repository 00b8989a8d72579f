"""The question of a stop that an audience answers, and the right answer, read from the view's own finding.

The right answer is never part of a tour: a view computes its numbers and words its finding, and a question says where
in the finding its answer stands. So the answer follows the model.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from components.model.tally import normalise_guess, parse_alternatives, parse_number
from components.tables.phrases import list_phrase

OPTION_LIMIT = 4  # options of a choice
GAP, ANYTHING = "{}", "{*}"  # in a pattern: where the answer stands, and what may be anything
_NUMBER = r"(−?\d[\d,]*(?:\.\d+)?)"
_WHOLE_NUMBERS = re.compile(r"(\d{1,3})(?:–(\d{1,3}))?")  # such as "1" and "3–5"
_TOKEN_NUMBER = re.compile(r"”? (\(token \d+)")  # after a token that the sentence has more than once


class AnswerKind(StrEnum):
    """What an audience answers with."""

    CHOICE = "choice"
    WORD = "word"
    NUMBER = "number"
    WHOLE_NUMBER = "whole number"
    PLACE = "place"  # a token of the view's sentence
    SENTENCE = "sentence"  # one of the visitor's own, with the option that the model will choose for it

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
        options: The options of a choice, or the labels for a sentence. A tour has none for a place:
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
                option
                for option, pattern in zip(self.options, self.patterns, strict=False)
                if _match(pattern, text, "(.+?)")
            )
            return next(matching, "")
        is_text = self.kind in (AnswerKind.WORD, AnswerKind.PLACE)
        match = _match(self.patterns[0], text, "(.+?)" if is_text else _NUMBER) if self.patterns else None
        if match is None:
            return ""
        if self.kind is AnswerKind.PLACE:
            number = _TOKEN_NUMBER.match(text, match.end(1))
            place = match.group(1) + (f" {number.group(1)})" if number else "")
            return place if place in self.options else ""
        answer = match.group(1).replace("−", "-")
        if self.kind is not AnswerKind.CHOICE:
            return list_phrase(list(dict.fromkeys((answer, *self._tied(text)))), "or")
        return self.options[bisect_right(self.limits, float(answer.replace(",", "")))]

    def is_right(self, answer: str, right: str) -> bool:
        """Whether ``answer`` agrees with the right answer: a typed word as :func:`normalise_guess` reads it."""
        if not right:
            return False
        if self.kind in (AnswerKind.CHOICE, AnswerKind.PLACE, AnswerKind.SENTENCE):
            return answer == right
        if not self.kind.is_numeric:
            return normalise_guess(answer) == normalise_guess(right)
        given = parse_number(answer)
        return given is not None and any(
            abs(given - exact) <= self.tolerance * abs(exact) + 1e-9 for exact in parse_alternatives(right)
        )

    def _tied(self, text: str) -> list[str]:
        """The whole numbers that the finding calls as good."""
        match = _match(self.ties, text, "(.+?)") if self.ties else None
        if match is None:
            return []
        ends = [(int(low), int(high or low)) for low, high in _WHOLE_NUMBERS.findall(match.group(1))]
        return [str(number) for low, high in ends for number in range(low, high + 1)]


def check_question(question: StopQuestion) -> None:
    """Check that a question read from a file can be asked.

    Raises:
        ValueError: It has too few, too many or repeated options, or patterns or limits that do not fit its kind.
    """
    patterns, options, limits = question.patterns, question.options, question.limits
    has_gap = len(patterns) == 1 and patterns[0].count(GAP) == 1
    if question.kind in (AnswerKind.CHOICE, AnswerKind.SENTENCE):
        valid = 2 <= len(options) <= OPTION_LIMIT and len(set(options)) == len(options) and all(options)
        if question.kind is AnswerKind.SENTENCE:
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
        valid = valid and question.kind is AnswerKind.SENTENCE and all(word.strip() for word in question.words)
    if not valid or not all(patterns) or not 0 <= question.tolerance <= 1:
        raise ValueError("this question cannot be asked")


def _match(pattern: str, text: str, gap: str) -> re.Match[str] | None:
    parts = re.split(r"(\{\*?\})", _plain(pattern))
    expression = "".join({GAP: gap, ANYTHING: ".+?"}.get(part, re.escape(part)) for part in parts)
    return re.search(expression, text)


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)
