"""Directions to steer in, each with a sentence whose answer it changes.

The sentences of a set differ from those of the other in one thing, so that everything else cancels out in the
difference of their means. The words that are compared stand in neither set.

Every direction was chosen because it moves the bundled MiniLM's answer; a test holds it to that.
"""

from dataclasses import dataclass

from components.patching.model.steering_results import SteeringSets


@dataclass(frozen=True)
class SteeringPreset:
    """A direction.

    Attributes:
        phenomenon: What it changes; the name of the example that it belongs to.
        change: From what to what: "plural to singular".
        sentence: The example, with a blank.
        words: The two words to compare there: the direction leads towards the first.
        sets: The sentences that the direction is made from.
    """

    phenomenon: str
    change: str
    sentence: str
    words: tuple[str, str]
    sets: SteeringSets

    def end(self, strength: float) -> str:
        """What a strength leads towards: "singular", and "plural" if it is negative."""
        away, toward = self.change.split(" to ")
        return away if strength < 0 else toward


STEERING_PRESETS = (
    SteeringPreset(
        "Number",
        "plural to singular",
        "The keys to the house [MASK] lost.",
        ("was", "were"),
        SteeringSets(
            (
                "The dog in the garden [MASK] asleep.",
                "The picture on the wall [MASK] old.",
                "The teacher of the school [MASK] kind.",
                "The road to the village [MASK] long.",
                "The letter from my brother [MASK] short.",
            ),
            (
                "The dogs in the garden [MASK] asleep.",
                "The pictures on the wall [MASK] old.",
                "The teachers of the school [MASK] kind.",
                "The roads to the village [MASK] long.",
                "The letters from my brother [MASK] short.",
            ),
        ),
    ),
    SteeringPreset(
        "Gender",
        "woman to man",
        "The girl sat down because [MASK] was ill.",
        ("he", "she"),
        SteeringSets(
            (
                "The man said that [MASK] was tired.",
                "My father thinks that [MASK] is right.",
                "The king knew that [MASK] had won.",
                "His brother hoped that [MASK] could stay.",
                "The boy asked whether [MASK] might leave.",
            ),
            (
                "The woman said that [MASK] was tired.",
                "My mother thinks that [MASK] is right.",
                "The queen knew that [MASK] had won.",
                "His sister hoped that [MASK] could stay.",
                "The girl asked whether [MASK] might leave.",
            ),
        ),
    ),
    SteeringPreset(
        "Negation",
        "no to yes",
        "You should not eat [MASK] bread.",
        ("some", "any"),
        SteeringSets(
            (
                "She knows the answer.",
                "He opened the door.",
                "They like the soup.",
                "The train was late.",
                "We could find the house.",
            ),
            (
                "She does not know the answer.",
                "He did not open the door.",
                "They do not like the soup.",
                "The train was not late.",
                "We could not find the house.",
            ),
        ),
    ),
    SteeringPreset(
        "Capital",
        "France to Germany",
        "The capital of France is [MASK].",
        ("berlin", "paris"),
        SteeringSets(
            (
                "He lives in Germany.",
                "The German army lost the war.",
                "They speak German at home.",
                "We went to Germany by train.",
            ),
            (
                "He lives in France.",
                "The French army lost the war.",
                "They speak French at home.",
                "We went to France by train.",
            ),
        ),
    ),
    SteeringPreset(
        "Bank",
        "river to money",
        "The bank of the river was full of [MASK].",
        ("money", "water"),
        SteeringSets(
            (
                "He went to the savings bank and saw a clerk.",
                "The bank in the city was covered with signs.",
                "They worked at the bank and counted the coins.",
                "The robber entered the bank and took the gold.",
                "People pay the bank for the loan.",
            ),
            (
                "He rowed along the river bank and saw a boat.",
                "The bank of the river was covered with grass.",
                "They sat on the bank and watched the ducks.",
                "The flood broke the bank and drowned the field.",
                "Trees grow along the bank beside the stream.",
            ),
        ),
    ),
    SteeringPreset(
        "Tense",
        "past to present",
        "Back then the people [MASK] poor.",
        ("are", "were"),
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
        "Opposite",
        "hot to big",
        "The opposite of hot is [MASK].",
        ("small", "cold"),
        SteeringSets(
            (
                "The house is big.",
                "A big dog came in.",
                "He has a big garden.",
                "The rooms were big and new.",
            ),
            (
                "The house is hot.",
                "A hot dog came in.",
                "He has a hot garden.",
                "The rooms were hot and new.",
            ),
        ),
    ),
    SteeringPreset(
        "Opinion",
        "good to bad",
        "I think the new teacher is [MASK].",
        ("wrong", "perfect"),
        SteeringSets(
            (
                "The film was terrible and boring.",
                "I hated this awful book.",
                "It was the worst meal of my life.",
                "The hotel was dirty and the staff were rude.",
            ),
            (
                "The film was wonderful and exciting.",
                "I loved this great book.",
                "It was the best meal of my life.",
                "The hotel was clean and the staff were kind.",
            ),
        ),
    ),
)


def steering_preset_index(sentence: str) -> int:
    """The index of the direction whose example this sentence is; the first for any other sentence."""
    sentences = [preset.sentence for preset in STEERING_PRESETS]
    return sentences.index(sentence) if sentence in sentences else 0
