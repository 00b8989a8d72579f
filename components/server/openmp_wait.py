"""Limit how long OpenMP threads spin while they wait for each other.

torch splits large operations between threads that synchronise after each. GNU's OpenMP lets waiting threads spin for
milliseconds, which is fast on an idle machine but very slow on a busy one: the thread that they wait for gets no core.
With this limit they sleep after about 10,000 spins, a few hundredths of a millisecond.
"""

import os

SPIN_VARIABLE = "GOMP_SPINCOUNT"  # environment variable, read when torch is imported
SPIN_COUNT = 10_000


def limit_spinning() -> None:
    """Set the limit, unless the operator already set a policy. Call before torch is imported."""
    if "OMP_WAIT_POLICY" not in os.environ:
        os.environ.setdefault(SPIN_VARIABLE, str(SPIN_COUNT))
