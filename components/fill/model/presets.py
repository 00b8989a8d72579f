"""Example sentences quoted from introductions to BERT, and one with two dependent blanks."""

from components.model.presets import Preset

TUTORIAL_PRESETS = (
    Preset(
        "Capital of France",
        "The capital of France is [MASK].",
        "The capital of Germany is [MASK].",
        "A fact is a habit of texts: “Paris” stood near “capital” and “France”. Change the country and compare.",
    ),
    Preset(
        "Self-attention",
        "The transformer uses [MASK]-attention to read a sentence.",
        "The transformer uses [MASK] attention to read a sentence.",
        "“Self-attention” is a term of one field. Remove the hyphen and compare: how much does it tell the model?",
    ),
    Preset(
        "The scientist",
        "The scientist [MASK] the results before publishing the paper.",
        "The scientist [MASK] the results after publishing the paper.",
        "A verb in the past tense fits. Change “before” to “after” and see which verbs become likelier.",
    ),
    Preset(
        "The cat",
        "The cat [MASK] on the mat.",
        "The cat [MASK] on the roof.",
        "“On the mat” stands to the right. A model that reads left to right predicts the verb from “The cat” only.",
    ),
    Preset(
        "The end of the sentence",
        "The cat sat on the [MASK].",
        "The captain sat on the [MASK].",
        "All words are to the left, so a model like GPT has as much to go by as BERT. Then hide “sat” instead.",
    ),
    Preset(
        "Two blanks and their loss",
        "The cat [MASK] on the [MASK].",
        "The dog [MASK] on the [MASK].",
        "Each blank is predicted while the other is still hidden. The loss is the mean over both target words.",
        ("sat", "mat"),
    ),
    Preset(
        "Two blanks that depend on each other",
        "The judge sent the [MASK] to [MASK].",
        "The teacher sent the [MASK] to [MASK].",
        "Predicted independently, the two words may not fit together. Filled in one after the other, they do.",
        ("man", "prison"),
    ),
)
