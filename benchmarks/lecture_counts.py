"""What the phones of a lecture know to be accepted, beside what the class counted (:mod:`benchmarks.lecture`)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.lecture_journeys import expected_answers
from benchmarks.lecture_phones import LecturePhoneLog
from benchmarks.spread import TimeSpread, spread


@dataclass(frozen=True)
class StopCount:
    """The answers at one stop.

    Attributes:
        expected: Those that the journeys foresee.
        sent: How often answers were sent, from every tab and repeated after a lost connection.
        accepted: Phones that know that theirs was accepted.
        counted: Those on the projector.
        total: Those in the result that phones get; -1 if none got it, or not all got the same.
    """

    expected: int
    sent: int
    accepted: int
    counted: int
    total: int

    @property
    def is_exact(self) -> bool:
        """Whether every answer was counted once: on the projector and in the result."""
        return self.accepted == self.counted == self.total

    def line(self) -> str:
        """In words."""
        return (
            f"{self.expected} expected, sent {self.sent} times, {self.accepted} accepted, "
            f"{self.counted} on the projector, {self.total} in the result"
        )


@dataclass(frozen=True)
class KindCount:
    """The answers of the phones of one kind of journey.

    Attributes:
        kind: The kind.
        phones: How many are of it.
        sent: How often answers were sent, from every tab and repeated after a lost connection.
        accepted: Answers that phones know to be accepted.
        counted: Those of them that the result names as this phone's.
        unheard: Those of them whose result the phone did not get, because it was not connected.
        taken: Seconds from pressing Send to acceptance; None if nothing was accepted.
        turned_away: Phones whose page says that they cannot take part.
        joins: How often they were let in as new phones.
    """

    kind: str
    phones: int
    sent: int
    accepted: int
    counted: int
    unheard: int
    taken: TimeSpread | None
    turned_away: int
    joins: int

    def line(self) -> str:
        """A line of the table."""
        taken = "–" if self.taken is None else f"p50 {self.taken.median:.2f} s, p95 {self.taken.p95:.2f} s"
        return (
            f"| … {self.phones} phones of the kind “{self.kind}”: an answer is taken after | {taken} | sent "
            f"{self.sent:,} times, {self.accepted:,} accepted, {self.counted:,} counted by the result, "
            f"{self.unheard:,} whose result was not heard | let in {self.joins} times, {self.turned_away} turned away |"
        )


def count_by_stop(phones: Sequence[LecturePhoneLog], counted: Mapping[int, int], stops: int) -> tuple[StopCount, ...]:
    """The answers at each stop; ``counted`` are those on the projector, by stop from 1."""
    return tuple(
        StopCount(
            expected_answers([phone.journey for phone in phones], stop),
            sum(phone.sent[stop] for phone in phones),
            sum(stop in phone.accepted_at for phone in phones),
            counted.get(stop, 0),
            _agreed({phone.totals[stop] for phone in phones if stop in phone.totals}),
        )
        for stop in range(1, stops + 1)
    )


def _agreed(totals: set[int]) -> int:
    return totals.pop() if len(totals) == 1 else -1


def count_by_kind(phones: Sequence[LecturePhoneLog]) -> tuple[KindCount, ...]:
    """The answers by kind of journey. A phone of several kinds is in each of them."""
    kinds = Counter(kind for phone in phones for kind in phone.journey.kinds)
    return tuple(
        _count_kind(kind, [phone for phone in phones if kind in phone.journey.kinds]) for kind in sorted(kinds)
    )


def _count_kind(kind: str, phones: Sequence[LecturePhoneLog]) -> KindCount:
    taken = [each for phone in phones for each in phone.taken.values()]
    return KindCount(
        kind,
        len(phones),
        sum(phone.sent.total() for phone in phones),
        sum(len(phone.accepted_at) for phone in phones),
        sum(phone.results.get(stop) == phone.words[stop] for phone in phones for stop in phone.accepted_at),
        sum(len(phone.accepted_at.keys() - phone.results.keys()) for phone in phones),
        spread(taken) if taken else None,
        sum(phone.is_turned_away for phone in phones),
        sum(phone.joins for phone in phones),
    )


def count_right_scores(phones: Sequence[LecturePhoneLog], stops: int) -> int:
    """The number of phones whose score is that of their accepted answers.

    Questions whose answer was shown before a phone joined do not count for it.
    """
    right = {stop: answer for phone in phones for stop, answer in phone.right.items()}
    return sum(
        phone.score
        == (
            sum(phone.words[stop] == right.get(stop) for stop in phone.accepted_at),
            stops + 1 - max(1, phone.journey.joins_at),
        )
        for phone in phones
    )
