"""The sentences that the home page offers. A test checks each against the bundled model."""

from components.senses.model.presets import OPENING_SENTENCES, OpeningSentence

OPENER = OPENING_SENTENCES[0].sentence
FOOLING = next(each for each in OPENING_SENTENCES if each.fools)


def find_opening(sentence: str) -> OpeningSentence | None:
    """The offered sentence that this is; None for any other."""
    return next((each for each in OPENING_SENTENCES if each.sentence == sentence), None)


def counterpart(sentence: str) -> str:
    """Of the first two sentences, which differ in one word, the other one; empty for any other sentence."""
    pair = [each.sentence for each in OPENING_SENTENCES[:2]]
    return pair[1 - pair.index(sentence)] if sentence in pair else ""
