"""Example sentences, each named by what it shows."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Preset:
    """An example sentence.

    Attributes:
        name: The phenomenon that it shows.
        sentence: The sentence.
        other: The same sentence with one thing changed (a minimal pair).
        notice: What to notice, as text for visitors.
        targets: The correct words of its blanks, if the example is about them.
    """

    name: str
    sentence: str
    other: str
    notice: str
    targets: tuple[str, ...] = ()


LONG_PARAGRAPH = (
    "On the day the old bridge was closed, Anna walked to work along the river bank instead of taking the bus. The "
    "water was high after the rain, and near the mill it had carried away a part of the bank, so that the roots of "
    "two trees hung in the air. A boy stood there with his father and asked how long the bank would hold. His father "
    "said that nobody knew, but that the river had been in the valley longer than the town. Anna reached the market "
    "at nine and opened the door of the savings bank, where she had worked for eleven years. The bank was a small "
    "one: it kept the money of farmers, shops and schools, and it lent some of that money to people who wanted to "
    "build a house. The first to come in that morning was the man who owned the mill. He did not want to save "
    "anything. He wanted to borrow enough to mend the bank behind his mill before the next flood, and he was afraid "
    "that the bank would say no. Anna asked him what the work would cost and who would do it. He gave her a letter "
    "from a builder, who would bring stones by boat and lay them along the bank, and she read it twice before she "
    "answered. She told him that the bank had never paid for a bank before, and they both laughed. Then she took his "
    "letter to the woman who ran the branch. The woman looked out of the window at the brown water and thought about "
    "the street in which her own customers lived. If the bank of the river broke, she said, the bank would be "
    "standing in the water with everybody else. By noon the loan was signed, and by the end of the month the stones "
    "were in place."
)


FILL_PRESETS = (
    Preset(
        "The clue comes later",
        "The [MASK] charges fees and pays interest on savings accounts.",
        "The [MASK] examines patients and makes a diagnosis.",
        "Every clue is to the right of the blank. A model that reads left to right has seen only “The” when it reaches "
        "the blank.",
    ),
    Preset(
        "Now break it: negation",
        "Doctors do not work in a [MASK].",
        "Doctors work in a [MASK].",
        "Remove “do not” and compare. Models like this often answer a negated sentence as if it were not negated "
        "(Ettinger 2020): they fill in the usual word instead of the true one.",
    ),
    Preset(
        "One word decides",
        "The judge sent him to [MASK] for ten years.",
        "The teacher sent him to [MASK] for ten years.",
        "One word decides which place fits. Change “judge” to “doctor” or “king” and watch the blank.",
    ),
    Preset(
        "World knowledge",
        "Hamburg and Munich are cities in [MASK].",
        "Milan and Turin are cities in [MASK].",
        "The sentence does not contain the answer: right or wrong, it comes from the text the model was trained on.",
    ),
    Preset(
        "Agreement",
        "The pictures on the wall [MASK] painted by a woman.",
        "The picture on the walls [MASK] painted by a woman.",
        "The verb agrees with “pictures”, although “wall” is closer. Change them to “picture” and “walls” and compare.",
    ),
    Preset(
        "Pronouns",
        "The nurse was late because [MASK] had missed the bus.",
        "The king was late because [MASK] had missed the bus.",
        "Try “king”, “queen”, “doctor”. If the sentence does not say, the model falls back on how often its training "
        "text used “he” or “she”: a habit of texts, stereotypes included, not a fact about anyone.",
    ),
    Preset(
        "Goals or songs",
        "The [MASK] scored two goals.",
        "The [MASK] sang two songs.",
        "The clues come after the blank: nobody could guess it from “The”.",
    ),
    Preset(
        "Fixed phrase",
        "Thank you very [MASK].",
        "Thank you for [MASK].",
        "A fixed phrase needs no meaning: the model has seen these words together. Change one and the guess changes.",
    ),
    Preset(
        "Famous names",
        "Mozart was the greatest [MASK] of his time.",
        "Picasso was the greatest [MASK] of his time.",
        "The name is the only clue. Try “Newton”, or another name: one that the model has never read about does not "
        "help.",
    ),
)
