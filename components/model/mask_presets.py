"""Pairs of sentences that begin alike, written for this project: what the word means is settled on its right."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ProofPreset:
    """Two sentences and the word of their shared beginning that means something else in each."""

    word: str
    first: str
    second: str


PROOF_PRESETS = (
    ProofPreset(
        "bank",
        "The bank was so old that its money was still counted by hand.",
        "The bank was so steep that we slid into the river.",
    ),
    ProofPreset(
        "bat",
        "The bat lay on the grass until the next player picked it up.",
        "The bat lay on the grass until its wing was strong enough to fly.",
    ),
    ProofPreset(
        "spring",
        "The spring came late, and in May the trees were still bare.",
        "The spring came loose, and the clock stopped for good.",
    ),
    ProofPreset(
        "light",
        "Her coat was light, and she could hardly feel it on her shoulders.",
        "Her coat was light, and every drop of mud showed on the cloth.",
    ),
    ProofPreset(
        "match",
        "The match went out before he could hold it to the candle.",
        "The match went on until it was too dark to see the ball.",
    ),
    ProofPreset(
        "cell",
        "The cell was too small to be seen without a microscope.",
        "The cell was too small for two prisoners and their beds.",
    ),
    ProofPreset(
        "bark",
        "The bark was so rough that the children could climb the tree.",
        "The bark was so loud that it woke the whole street.",
    ),
    ProofPreset(
        "plant",
        "The plant was closed, and four hundred workers went home.",
        "The plant was dying, because nobody had watered it all summer.",
    ),
)
