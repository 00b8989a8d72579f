"""The sentences that the home page offers. A test checks each against the bundled model."""

from components.model.word_senses import OPENING_SENTENCES, OpeningSentence

OPENER = OPENING_SENTENCES[0].sentence
FOOLING = next(each for each in OPENING_SENTENCES if each.fools)


def find_opening(sentence: str) -> OpeningSentence | None:
    """The offered sentence that this is; None for any other."""
    return next((each for each in OPENING_SENTENCES if each.sentence == sentence), None)
