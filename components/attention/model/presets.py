"""Sentences to look into, each named by what one may look for in it."""

from dataclasses import dataclass

from components.model.presets import LONG_PARAGRAPH


@dataclass(frozen=True)
class AttentionPreset:
    """A sentence, named by the phenomenon it shows.

    ``second`` is read together with it, as a pair; ``other`` is the same sentence with one thing changed (a minimal
    pair), to be read beside it. ``notice`` says where to look, and holds whatever a model does there. ``looks`` is a
    word and one that it may look at: the room opens with the head in which it does so most.
    """

    name: str
    sentence: str
    second: str | None
    other: str | None
    notice: str
    looks: tuple[str, str] | None = None


ATTENTION_PRESETS = (
    AttentionPreset(
        "Bank",
        "She walked to the bank of the river.",
        None,
        "She walked to the bank in the city.",
        "Choose “bank” and look for heads in which it looks at the word that tells which bank is meant. Then compare "
        "the two sentences: see whether the row of “bank” differs, and in which layers.",
        looks=("bank", "river"),
    ),
    AttentionPreset(
        "Pronoun",
        "The box does not fit in the bag because it is too big.",
        None,
        "The box does not fit in the bag because it is too small.",
        "Look where “it” looks: at “box”, at “bag”, at both or at neither? One word at the end changes what “it” "
        "means to a reader. See whether any head's row for “it” changes with it.",
        looks=("it", "bag"),
    ),
    AttentionPreset(
        "Agreement",
        "The keys to the old cabinet are on the table.",
        None,
        "The key to the old cabinet is on the table.",
        "The verb goes with “keys”, though “cabinet” stands next to it. Look for heads in which “are” looks past the "
        "phrase between, and for heads that simply look at a neighbour.",
        looks=("are", "keys"),
    ),
    AttentionPreset(
        "Negation",
        "The water is not cold, so we can swim.",
        None,
        "The water is very cold, so we can swim.",
        "Look how much “cold” and “swim” look at “not”, and compare with the same sentence with “very” in its place. "
        "A head that looks at the word before it would do the same for either.",
        looks=("cold", "not"),
    ),
    AttentionPreset(
        "Question and answer",
        "Where did she keep her boat?",
        "She kept it by the river bank.",
        None,
        "Two sentences, read as one input. Look for heads that cross from one to the other, such as from “kept” "
        "to “keep” or from the place to “where”, and at the bars that say how much stays, crosses and goes to marks.",
        looks=("kept", "keep"),
    ),
    AttentionPreset(
        "Same word twice",
        "The bank by the river is older than the bank in the town.",
        None,
        "The bank by the river is older than the house in the town.",
        "Choose the second “bank” and look for heads in which it looks at the first one. Then see in the other "
        "sentence where “house” looks in the same heads.",
    ),
    AttentionPreset(
        "Who did what",
        "The dog was chased by the cat.",
        None,
        "The dog was chased by the road.",
        "In the first sentence the cat does the chasing; in the other one the road is only where it happened. Look "
        "whether “chased” and the last word look at each other in both, and in which heads that changes.",
        looks=("cat", "chased"),
    ),
    AttentionPreset(
        "Long paragraph",
        LONG_PARAGRAPH,
        None,
        None,
        "More than three hundred tokens, and “bank” in two senses. Look at the shapes first: a line beside the "
        "diagonal is a neighbour, an upright line is one token that many look at, and even grey is a head that spreads "
        "its attention. Compare with a short sentence: does a head do the same over so long a text?",
    ),
)
