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
        "Articles: a or an",
        "Articles",
        "The next word decides, and it stands right beside the article. Small models know this rule best of all.",
    ),
    SuitePreset(
        "Now break it: negation",
        "Negation",
        "“Any” and “ever” need a word such as “no” before them. Small models do no better than guessing, or hardly.",
    ),
    SuitePreset(
        "Agreement over a distance",
        "Agreement",
        "The verb agrees with its subject, and a noun of the other number may stand between them.",
    ),
    SuitePreset(
        "Reflexives: himself or herself",
        "Reflexives",
        "The pronoun agrees with the subject of its clause, not with the nearest noun.",
    ),
    SuitePreset(
        "Filler–gap: a gap that belongs to “what”",
        "Filler–gap",
        "After “what”, something must be missing; after “that”, nothing may be.",
    ),
    SuitePreset(
        "Plausibility: what makes sense",
        "Plausibility",
        "Both sentences are grammatical, and one is about the world as it is.",
    ),
)
