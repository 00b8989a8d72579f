"""Pairs of sentences with the same beginning, in which the text on a word's right decides what the word means.

Written for this project.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class ProofPreset:
    """Two sentences, and a word of their shared beginning that has another meaning in each.

    Attributes:
        name: The two meanings.
        word: The word, in lower case.
        sentence: The first sentence.
        second: The second sentence.
        notice: What to look for; true whatever a model predicts.
    """

    name: str
    word: str
    sentence: str
    second: str
    notice: str


PROOF_PRESETS = (
    ProofPreset(
        "Bank: river or money",
        "bank",
        "The bank was so steep that we slid into the river.",
        "The bank was so old that its money was still counted by hand.",
        "Only “steep” and “river” show which bank is meant. Under a causal mask “bank” sees neither.",
    ),
    ProofPreset(
        "Negation: not what?",
        "not",
        "The soup was not good at all, so we left it.",
        "The soup was not on the table when we came.",
        "What “not” negates is to its right. Read left to right, “not” comes first and has nothing to negate yet.",
    ),
    ProofPreset(
        "Number: one or many",
        "sheep",
        "The sheep were all asleep in the snow.",
        "The sheep was all alone in the snow.",
        "“Sheep” is singular or plural, and the verb that shows it comes later: too late for a left-to-right model.",
    ),
    ProofPreset(
        "Bat: game or animal",
        "bat",
        "The bat lay on the grass until the next player picked it up.",
        "The bat lay on the grass until its wing was strong enough to fly.",
        "The first seven words are the same in both sentences; the difference is far to the right.",
    ),
    ProofPreset(
        "Spring: season or metal",
        "spring",
        "The spring came late, and in May the trees were still bare.",
        "The spring came loose, and the clock stopped for good.",
        "“Came late” or “came loose”: the second word after “spring” starts to settle it.",
    ),
    ProofPreset(
        "Light: weight or colour",
        "light",
        "Her coat was light, and she could hardly feel it on her shoulders.",
        "Her coat was light, and every drop of mud showed on the cloth.",
        "An adjective: both senses fit a coat until the second half of the sentence.",
    ),
    ProofPreset(
        "Match: flame or game",
        "match",
        "The match went out before he could hold it to the candle.",
        "The match went on until it was too dark to see the ball.",
        "“Went out” or “went on”: one small word to the right decides.",
    ),
    ProofPreset(
        "Cell: life or prison",
        "cell",
        "The cell was too small to be seen without a microscope.",
        "The cell was too small for two prisoners and their beds.",
        "“Too small” fits both; only what it is too small for decides.",
    ),
    ProofPreset(
        "Bark: tree or dog",
        "bark",
        "The bark was so rough that the children could climb the tree.",
        "The bark was so loud that it woke the whole street.",
        "Rough or loud: the word that decides comes three words later.",
    ),
    ProofPreset(
        "Plant: works or flower",
        "plant",
        "The plant was closed, and four hundred workers went home.",
        "The plant was dying, because nobody had watered it all summer.",
        "“Closed” or “dying”: every clue is to the right of the word.",
    ),
    ProofPreset(
        "Encoder and decoder: six words",
        "movie",
        "The movie was not good.",
        "The movie was not shown at all.",
        "In BERT “not” attends to “good”; in GPT it cannot, because “good” comes later.",
    ),
)
