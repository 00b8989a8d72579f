"""How many examples Hypothesis tries: fewer in the quick tests, all in continuous integration (`tests/conftest.py`)."""

from hypothesis import settings

_ALL = 100  # what the profile "full" has


def full() -> bool:
    """Whether all examples are tried, as in continuous integration."""
    return settings.default.max_examples >= _ALL


def scaled(count: int) -> int:
    """So many examples with the profile "full", and the same share of them as of others with another."""
    return max(5, count * settings.default.max_examples // _ALL)
