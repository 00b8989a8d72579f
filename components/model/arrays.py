"""Arrays that visitors share, and therefore must not change."""

from typing import Any, TypeVar

import numpy as np

Array = TypeVar("Array", bound=np.ndarray[Any, Any])


def make_read_only(values: Array) -> Array:
    """Make an array read-only, since visitors share it. Returns the same array."""
    values.flags.writeable = False
    return values
