"""The sentence that the home page opens with, and endings to change it by.

Each is held to what the bundled model makes of it by a test: one of them fools it, and the page says so.
"""

from dataclasses import dataclass

_BEGINNING = "We met at the bank and counted the"


@dataclass(frozen=True)
class Ending:
    """A last word, what it makes of "bank" to a reader, and whether the model is fooled."""

    word: str
    sense: str
    fools: bool = False


ENDINGS = (
    Ending("boats", "river"),
    Ending("money", "money"),
    Ending("fish", "river"),
    Ending("loans", "money"),
    Ending("ducks", "river", fools=True),
)


def sentence_with(word: str) -> str:
    """The sentence that ends so."""
    return f"{_BEGINNING} {word}."


OPENER = sentence_with(ENDINGS[0].word)


def find_ending(sentence: str) -> Ending | None:
    """The ending of one of these sentences; None of any other sentence."""
    return next((ending for ending in ENDINGS if sentence_with(ending.word) == sentence), None)
