"""Sentences in which something hangs on where a word stands, each named by what that is."""

from dataclasses import dataclass

from components.model.presets import LONG_PARAGRAPH


@dataclass(frozen=True)
class PositionPreset:
    """A sentence with a blank, and two of its words to swap.

    ``notice`` says what to look for, and holds whatever a model does. A ``long`` one is for losses by position.
    """

    name: str
    sentence: str
    swap: tuple[str, str]
    notice: str
    long: bool = False


POSITION_PRESETS = (
    PositionPreset(
        "Agreement at a distance",
        "The keys to the house [MASK] lost.",
        ("keys", "house"),
        "The verb goes with the word that stands first. Swapped, that is “house”, and “are” should become “is”.",
    ),
    PositionPreset(
        "Who chased whom",
        "The dog chased the cat, so the [MASK] ran away.",
        ("dog", "cat"),
        "The same words, and another story: who runs away hangs on nothing but order. See whether the answer changes "
        "as much as the story does.",
    ),
    PositionPreset(
        "Where “not” stands",
        "It was not good, it was very [MASK].",
        ("not", "very"),
        "Swapped, “very good” takes the place of “not good”, and the blank now comes after “not”.",
    ),
    PositionPreset(
        "Garden path",
        "The old man the [MASK].",
        ("old", "man"),
        "Here “man” is the verb: old people man something. Most readers notice too late. Swap the two and nothing is a "
        "sentence any more; see whether the model cares.",
    ),
    PositionPreset(
        "From and to",
        "He went from London to Paris, so now he is in [MASK].",
        ("london", "paris"),
        "Which city is the right one hangs on which of them stands after “to”.",
    ),
    PositionPreset(
        "Counting",
        "The first, the second, the [MASK] and the fourth.",
        ("second", "fourth"),
        "A series is nothing but order. Swap two of its numbers, and see whether the missing one stays the same.",
    ),
    PositionPreset(
        "Fixed phrase",
        "Once upon a time there was a little [MASK].",
        ("once", "time"),
        "Words that always stand in one order. The blank is far from them: see whether it notices that they moved.",
    ),
    PositionPreset(
        "Long text",
        f"{LONG_PARAGRAPH} In the evening Anna went back to the [MASK].",
        ("boy", "father"),
        "More than three hundred pieces: far beyond what the twins trained to 128 have ever seen. Look under “Past the "
        "end” what a token costs there.",
        long=True,
    ),
)
