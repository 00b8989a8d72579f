"""The guesses of visitors, of this process or of all processes that share a store."""

from cache.sized_cache import share_results
from components.classroom.shared import SharedTally, guess_tally
from components.model.tally import Tally


@share_results(1)
def tally() -> Tally | SharedTally:
    """One tally for all visitors."""
    return guess_tally()
