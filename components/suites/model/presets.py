"""The examples of the room: one phenomenon each, of the pairs that ship with the app."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SuitePreset:
    """An example: the pairs of one phenomenon.

    Attributes:
        name: Its entry in the list.
        phenomenon: What the pairs are about.
        notice: What to notice in them.
    """

    name: str
    phenomenon: str
    notice: str


SUITE_PRESETS = (
    SuitePreset(
        "Agreement over a distance",
        "Agreement",
        "The verb agrees with its subject, and a noun of the other number stands between them.",
    ),
)
