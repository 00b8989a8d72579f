"""Fair turns where visitors wait for the one thing that there is of a kind.

Whoever asks again and again waits behind those who have not: while somebody else waits, nobody is served twice running,
so nobody has more than half of the time; nor does anybody have more than half of the places to wait in. "Anybody" is a
visit, or whoever holds a class, with all pages of theirs: a whole hall shares one address. One place more is kept for
those who hold a class. Who is not known is held to nothing.
"""

from collections.abc import Sequence

LECTURER_PREFIX = "class "  # begins the key of who holds a class


def place_limit(asker: str, places: int) -> int:
    """How many places to wait in there are for somebody: one more for who holds a class."""
    return places + asker.startswith(LECTURER_PREFIX)


def may_wait(askers: Sequence[str], asker: str, places: int) -> bool:
    """Whether one more of ``asker`` may wait, where ``askers`` wait already in so many places."""
    return not asker or askers.count(asker) < max(1, places // 2)


def fair_position(askers: Sequence[str], asker: str, *, served: str = "") -> int:
    """Where in the line one more of ``asker`` belongs.

    Args:
        askers: Of those who wait, in order.
        asker: Who comes.
        served: Who is being served.
    """
    if not asker:
        return len(askers)

    def turn(one: str, before: Sequence[str]) -> int:
        return [*before, served].count(one) if one else 0

    own = turn(asker, askers)
    return next((n for n, one in enumerate(askers) if turn(one, askers[:n]) > own), len(askers))
