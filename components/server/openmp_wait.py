"""Lets threads that wait for one another give up the processor soon.

torch shares a large pass between threads that meet after every operation. GNU's OpenMP lets those that come first spin
for milliseconds, which is quick while nothing else runs and ruinous where something does: the one that is waited for
has no core to finish on. After some 10,000 turns, a few hundredths of a millisecond, they go to sleep instead.
"""

import os

SPIN_VARIABLE = "GOMP_SPINCOUNT"  # read when torch is imported
SPIN_COUNT = 10_000


def limit_spinning() -> None:
    """Say so to OpenMP, unless the operator has; to be called before torch is imported."""
    if "OMP_WAIT_POLICY" not in os.environ:
        os.environ.setdefault(SPIN_VARIABLE, str(SPIN_COUNT))
