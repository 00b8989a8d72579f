"""The examples of the room, each named by what it asks."""

from dataclasses import dataclass

from components.probing.model.tree_presets import tree_presets

PROBE, TREE = "Probe each layer", "The tree in the vectors"


@dataclass(frozen=True)
class ProbingPreset:
    """An example: a view with its settings.

    Attributes:
        name: Its entry in the list.
        mode: The view.
        notice: What to notice.
        settings: Parameters of the link, with their values.
    """

    name: str
    mode: str
    notice: str
    settings: tuple[tuple[str, str], ...] = ()


def _probe(name: str, task: str, notice: str) -> ProbingPreset:
    return ProbingPreset(name, PROBE, notice, (("task", task),))


def _trees() -> tuple[ProbingPreset, ...]:
    first = tree_presets()[0]  # what the view opens with
    return tuple(
        ProbingPreset(
            f"Tree: {preset.name}", TREE, preset.notice, () if preset is first else (("tree", preset.sentence),)
        )
        for preset in tree_presets()
    )


PROBING_PRESETS = (
    ProbingPreset(
        "Which bank?",
        PROBE,
        "It is the same word in every sentence. Layer 0 knows the word and its place, so a probe can only guess.",
    ),
    _probe(
        "Now break it: the first letter",
        "First letter",
        "A probe can learn the letter of each word by heart, and a random label just as well. Look at the words never "
        "seen in training: there it has to read the letter.",
    ),
    _probe(
        "Noun or verb?",
        "Part of speech",
        "Some words here are nouns or verbs: “guards”, “films”. Compare layer 0, which knows the word alone, with the "
        "layers above. Then compare the words that are new to the probe.",
    ),
    _probe(
        "Subject or object?",
        "Subject or object",
        "The same nouns are subjects and objects, so the word alone says nothing. What remains at layer 0 is the "
        "position: subjects come early.",
    ),
    _probe(
        "Where in the sentence?",
        "Position of the word",
        "Positions are added to the vectors at layer 0. Do the layers above keep them? Choose the model without "
        "positions and look again.",
    ),
    _probe(
        "Good or bad?",
        "Opinion",
        "The vector is the mean over the whole sentence. At layer 0 it is a bag of words: how much does that know?",
    ),
    _probe(
        "One or several?",
        "Number",
        "Most nouns show by their ending whether they are singular or plural, so layer 0 may know. Look at the words "
        "new to the probe, and at what the control gets.",
    ),
    _probe(
        "Present or past?",
        "Tense",
        "Most verbs show their tense in their form. Compare layer 0 with the layers above: is there anything left for "
        "them to add?",
    ),
    _probe(
        "How deep in the tree?",
        "Depth in the tree",
        "The depth depends on the sentence, not on the word alone. Compare with the control before you call a curve "
        "high.",
    ),
    _probe(
        "How long is the sentence?",
        "Length of the sentence",
        "One word’s vector is asked about the whole sentence. At layer 0 it can know no other word. What changes "
        "above?",
    ),
    _probe(
        "Person or thing?",
        "Animacy",
        "What a noun names does not depend on the sentence. Does any layer add to layer 0?",
    ),
    *_trees(),
)
