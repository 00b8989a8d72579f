"""Sentences to start from, each named by what it shows."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Preset:
    """A sentence, named by the phenomenon it shows.

    ``other`` is the same sentence with one thing changed (a minimal pair).
    """

    name: str
    sentence: str
    other: str
    notice: str


FILL_PRESETS = (
    Preset(
        "Money bank",
        "She took her money to the [MASK].",
        "She took her boat to the [MASK].",
        "One word decides which place comes to mind. Change “money” to “books” or “car” and watch the blank.",
    ),
    Preset(
        "River bank",
        "They sat on the green [MASK] of the river.",
        "They sat on the green [MASK] of the bank.",
        "The clue, “river”, stands to the right of the blank: reading from left to right, one has not seen it yet.",
    ),
    Preset(
        "World knowledge",
        "Paris is the capital of [MASK].",
        "Berlin is the capital of [MASK].",
        "Nothing in the sentence says it: the answer, right or wrong, is left from the text the model was trained on.",
    ),
    Preset(
        "Agreement",
        "The pictures of the old man [MASK] on the wall.",
        "The picture of the old man [MASK] on the wall.",
        "The verb belongs to “pictures”, though “man” stands right before it. Make it “picture” and compare.",
    ),
    Preset(
        "Negation",
        "A robin is not a [MASK].",
        "A robin is a [MASK].",
        "Take the “not” away and compare. Models of this kind often answer a denial as they answer the statement "
        "(Ettinger 2020): a blank can be filled with what goes together instead of with what is true.",
    ),
    Preset(
        "Pronouns",
        "The nurse said that [MASK] was tired.",
        "The king said that [MASK] was tired.",
        "Try “king”, “queen”, “doctor”. Where the sentence does not say, the model falls back on how often its text "
        "said “he” or “she” of such people: a habit of texts, stereotypes included, and no fact about anybody.",
    ),
    Preset(
        "Both sides",
        "The [MASK] barked at the cat.",
        "The [MASK] looked at the cat.",
        "The blank comes second in the sentence, and nearly everything that tells stands after it.",
    ),
    Preset(
        "Idiom",
        "Practice makes [MASK].",
        "Practice made [MASK].",
        "Who knows the saying needs no meaning: the words have stood together before. Change one and see it go.",
    ),
    Preset(
        "Opposites",
        "The opposite of hot is [MASK].",
        "The opposite of big is [MASK].",
        "Words of opposite meaning stand in the same kinds of sentence, so a model finds both near each other.",
    ),
)
