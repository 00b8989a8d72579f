"""Sentences in which something depends on the position of a word; their names say what."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PositionPreset:
    """A sentence with a blank, and two of its words to swap.

    Attributes:
        name: What depends on position.
        sentence: The sentence, with one "[MASK]".
        swap: The two words, in lower case.
        notice: What to look for; true whatever a model predicts.
    """

    name: str
    sentence: str
    swap: tuple[str, str]
    notice: str


POSITION_PRESETS = (
    PositionPreset(
        "Agreement at a distance",
        "The keys to the house [MASK] lost.",
        ("keys", "house"),
        "The verb agrees with the first noun. Swap the two nouns and it should turn from plural to singular.",
    ),
    PositionPreset(
        "Now break it: a garden path",
        "The old man the [MASK].",
        ("old", "man"),
        "Here “man” is the verb: old people man something. Most readers notice too late. Swapped, it is no sentence "
        "any more. Does the model care?",
    ),
    PositionPreset(
        "Who chased whom",
        "The dog chased the cat, so the [MASK] ran away.",
        ("dog", "cat"),
        "The same words, another story: who runs away depends on word order alone. Does the answer change as much as "
        "the story does?",
    ),
    PositionPreset(
        "Where “not” stands",
        "It was not good, it was very [MASK].",
        ("not", "very"),
        "Swapped, “not good” becomes “very good”, and the masked word comes after “not”.",
    ),
    PositionPreset(
        "From and to",
        "He went from London to Paris, so now he is in [MASK].",
        ("london", "paris"),
        "The right city is the one after “to”.",
    ),
    PositionPreset(
        "Counting",
        "The first, the second, the [MASK] and the fourth.",
        ("second", "fourth"),
        "A series is nothing but order. Swap two of its numbers: does the missing one stay the same?",
    ),
    PositionPreset(
        "Fixed phrase",
        "Once upon a time there was a little [MASK].",
        ("once", "time"),
        "These words always come in this order. The masked word is far away: does it notice that they moved?",
    ),
)
