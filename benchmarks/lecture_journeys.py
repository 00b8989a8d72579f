"""How the phones of a lecture come and go (:mod:`benchmarks.lecture`): a journey for each, drawn from a seeded mix.

Stops are numbers from 1; stop 0 is the time before the first question.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

STEADY = "steady"
LOCKED_STOPS = 3  # the longest time that a phone is locked


@dataclass(frozen=True)
class JourneyMix:
    """The shares of phones of each kind. The kinds are drawn independently, so a phone may be of several.

    Attributes:
        locking: Phones that lock for some stops, and come back.
        two_tabs: Phones with two tabs of the class, both of which send.
        wifi_lost: Phones that lose the connection while they send.
        late: Phones that join in the first third of the stops.
        no_cookies: Phones that store no cookies.
    """

    locking: float = 0.3
    two_tabs: float = 0.1
    wifi_lost: float = 0.2
    late: float = 1 / 3
    no_cookies: float = 0.05


@dataclass(frozen=True)
class Journey:
    """How one phone comes and goes.

    Attributes:
        joins_at: The stop at which it joins.
        locked: The stops at which it is locked: its page does nothing.
        wifi_lost: The stops at which it loses the connection just when it sends its answer.
        tabs: How many tabs of it have the class.
        keeps_cookies: Whether it sends the server's cookies back.
    """

    joins_at: int = 0
    locked: frozenset[int] = frozenset()
    wifi_lost: frozenset[int] = frozenset()
    tabs: int = 1
    keeps_cookies: bool = True

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that it is of, in words; :data:`STEADY` alone if it is of no other."""
        named = {
            "locks": bool(self.locked),
            "two tabs": self.tabs > 1,
            "Wi-Fi lost": bool(self.wifi_lost),
            "late": self.joins_at > 0,
            "no cookies": not self.keeps_cookies,
        }
        return tuple(name for name, holds in named.items() if holds) or (STEADY,)

    @property
    def places(self) -> int:
        """For how many phones the server takes it once it has joined: without cookies, each tab is another."""
        return 1 if self.keeps_cookies else self.tabs

    def is_present(self, stop: int) -> bool:
        """Whether its page runs at a stop."""
        return self.joins_at <= stop and stop not in self.locked

    def hears_at_once(self, stop: int) -> bool:
        """Whether its page runs and is connected when a stop begins."""
        return self.is_present(stop - 1) and self.is_present(stop) and stop - 1 not in self.wifi_lost

    def answers(self, stop: int) -> bool:
        """Whether its answer at a stop should count: the server takes none of a phone without cookies."""
        return self.keeps_cookies and self.is_present(stop)


def draw_journeys(phones: int, stops: int, seed: int, mix: JourneyMix | None = None) -> tuple[Journey, ...]:
    """A journey for each phone; the same for the same arguments.

    Args:
        phones: How many.
        stops: The number of stops.
        seed: Of the draw.
        mix: The share of each kind; None for the default.
    """
    mix, rng = mix or JourneyMix(), random.Random(seed)

    def draw_phones(share: float) -> frozenset[int]:
        return frozenset(rng.sample(range(phones), round(share * phones)))

    late, locking, losing = draw_phones(mix.late), draw_phones(mix.locking), draw_phones(mix.wifi_lost)
    tabbed, without_cookies = draw_phones(mix.two_tabs), draw_phones(mix.no_cookies)
    journeys = []
    for number in range(phones):
        joins_at = rng.randint(1, max(1, stops // 3)) if number in late else 0
        locked = _draw_locked(joins_at, stops, rng) if number in locking else frozenset()
        present = [stop for stop in range(max(1, joins_at), stops + 1) if stop not in locked]
        lost = rng.sample(present, min(len(present), rng.randint(1, 2))) if number in losing else ()
        tabs = 2 if number in tabbed else 1
        journeys.append(Journey(joins_at, locked, frozenset(lost), tabs, number not in without_cookies))
    return tuple(journeys)


def _draw_locked(joins_at: int, stops: int, rng: random.Random) -> frozenset[int]:
    """Stops in a row after the one at which the phone joins and before the last; none if there are none between."""
    first, end = joins_at + 1, stops
    if first >= end:
        return frozenset()
    begin = rng.randrange(first, end)
    return frozenset(range(begin, min(end, begin + rng.randint(1, LOCKED_STOPS))))


def expected_answers(journeys: Sequence[Journey], stop: int) -> int:
    """How many answers should count at a stop."""
    return sum(journey.answers(stop) for journey in journeys)
