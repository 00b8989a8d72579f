"""Directions to steer in, each with a sentence that it changes.

The sentences of a set differ from those of the other in one thing, so that everything else cancels out in the
difference of their means. The example's words stand in neither set, except where they are the phenomenon (“not”).
"""

from dataclasses import dataclass

from components.patching.model.steering_results import SteeringSets


@dataclass(frozen=True)
class SteeringPreset:
    """A direction.

    Attributes:
        name: The phenomenon.
        sentence: A sentence with a blank that it changes.
        words: The two words to compare there: the direction leads towards the first.
        sets: The sentences that the direction is made from.
    """

    name: str
    sentence: str
    words: tuple[str, str]
    sets: SteeringSets


STEERING_PRESETS = (
    SteeringPreset(
        "Number: one to many",
        "The key to the house [MASK] lost.",
        ("were", "was"),
        SteeringSets(
            (
                "The dogs in the garden [MASK] asleep.",
                "The pictures on the wall [MASK] old.",
                "The teachers of the school [MASK] kind.",
                "The roads to the village [MASK] long.",
                "The letters from my brother [MASK] short.",
            ),
            (
                "The dog in the garden [MASK] asleep.",
                "The picture on the wall [MASK] old.",
                "The teacher of the school [MASK] kind.",
                "The road to the village [MASK] long.",
                "The letter from my brother [MASK] short.",
            ),
        ),
    ),
    SteeringPreset(
        "Gender: man to woman",
        "The doctor said that [MASK] was late.",
        ("she", "he"),
        SteeringSets(
            (
                "The woman said that [MASK] was tired.",
                "My mother thinks that [MASK] is right.",
                "The queen knew that [MASK] had won.",
                "His sister hoped that [MASK] could stay.",
                "The girl asked whether [MASK] might leave.",
            ),
            (
                "The man said that [MASK] was tired.",
                "My father thinks that [MASK] is right.",
                "The king knew that [MASK] had won.",
                "His brother hoped that [MASK] could stay.",
                "The boy asked whether [MASK] might leave.",
            ),
        ),
    ),
    SteeringPreset(
        "Tense: past to present",
        "The shop on the corner [MASK] closed.",
        ("is", "was"),
        SteeringSets(
            (
                "Today the train comes late.",
                "She lives in a small house.",
                "He thinks that they know.",
                "The king has two sons.",
                "We go to school every day.",
            ),
            (
                "Yesterday the train came late.",
                "She lived in a small house.",
                "He thought that they knew.",
                "The king had two sons.",
                "We went to school every day.",
            ),
        ),
    ),
    SteeringPreset(
        "Negation: yes to no",
        "The window is [MASK] open.",
        ("not", "now"),
        SteeringSets(
            (
                "She does not know the answer.",
                "He did not open the door.",
                "They do not like the soup.",
                "The train was not late.",
                "We could not find the house.",
            ),
            (
                "She knows the answer.",
                "He opened the door.",
                "They like the soup.",
                "The train was late.",
                "We could find the house.",
            ),
        ),
    ),
    SteeringPreset(
        "Bank: money to river",
        "The bank was full of [MASK].",
        ("water", "money"),
        SteeringSets(
            (
                "He rowed along the river bank and saw a boat.",
                "The bank of the river was covered with grass.",
                "They sat on the bank and watched the ducks.",
                "The flood broke the bank and drowned the field.",
                "Trees grow along the bank beside the stream.",
            ),
            (
                "He went to the savings bank and saw a clerk.",
                "The bank in the city was covered with signs.",
                "They worked at the bank and counted the coins.",
                "The robber entered the bank and took the gold.",
                "People pay the bank for the loan.",
            ),
        ),
    ),
    SteeringPreset(
        "Opinion: bad to good",
        "I think the new teacher is [MASK].",
        ("perfect", "wrong"),
        SteeringSets(
            (
                "The film was wonderful and exciting.",
                "I loved this great book.",
                "It was the best meal of my life.",
                "The hotel was clean and the staff were kind.",
            ),
            (
                "The film was terrible and boring.",
                "I hated this awful book.",
                "It was the worst meal of my life.",
                "The hotel was dirty and the staff were rude.",
            ),
        ),
    ),
)


def steering_preset(sentence: str) -> SteeringPreset:
    """The direction whose example this sentence is; the first for any other sentence."""
    return next((preset for preset in STEERING_PRESETS if preset.sentence == sentence), STEERING_PRESETS[0])
