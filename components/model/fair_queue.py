"""Fair queueing for a resource that exists only once.

While others wait, no client is served twice in a row, so none gets more than half of the time; nor does any hold more
than half of the places in the queue. A client is a visit or, with all of their pages, the lecturer of a class, because
a whole lecture hall may share one address. Lecturers have one more place. Clients without a key are not limited.
"""

from collections.abc import Sequence

LECTURER_PREFIX = "class "  # begins the key of who holds a class


def place_limit(client: str, places: int) -> int:
    """The number of places in the queue for a client: one more for a lecturer."""
    return places + client.startswith(LECTURER_PREFIX)


def may_wait(clients: Sequence[str], client: str, places: int) -> bool:
    """Whether one more request of a client may wait.

    Args:
        clients: The clients that wait.
        client: The client of the request.
        places: The number of places in the queue.
    """
    return not client or clients.count(client) < max(1, places // 2)


def fair_position(clients: Sequence[str], client: str, *, served: str = "") -> int:
    """The position in the queue of a new request.

    Args:
        clients: The clients that wait, in order.
        client: The client of the request.
        served: The client that is being served.
    """
    if not client:
        return len(clients)

    def turn(other: str, before: Sequence[str]) -> int:
        return [*before, served].count(other) if other else 0

    own_turn = turn(client, clients)
    return next((n for n, ahead in enumerate(clients) if turn(ahead, clients[:n]) > own_turn), len(clients))
