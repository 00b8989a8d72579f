"""The sentence that the home page opens with, and last words to exchange in it.

A test checks each ending against the bundled model. One of them fools the model, and the page says so.
"""

from dataclasses import dataclass

_BEGINNING = "We met at the bank and counted the"


@dataclass(frozen=True)
class Ending:
    """A last word, the sense of "bank" that readers take from it, and whether the model takes the other one."""

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
    """The home page's sentence, ending with ``word``."""
    return f"{_BEGINNING} {word}."


OPENER = sentence_with(ENDINGS[0].word)


def find_ending(sentence: str) -> Ending | None:
    """The ending that ``sentence`` was built with; None for any other sentence."""
    return next((ending for ending in ENDINGS if sentence_with(ending.word) == sentence), None)
