"""Pairs of models, each named by what tells them apart."""

from dataclasses import dataclass


@dataclass(frozen=True)
class FamilyPreset:
    """Two members by key. ``notice`` says what to look for."""

    name: str
    one: str
    other: str
    notice: str


FAMILY_PRESETS = (
    FamilyPreset(
        "Half the layers",
        "bert-base",
        "distilbert",
        "Half the layers are half the multiply-adds, and more than half of the parameters: the tables stay.",
    ),
    FamilyPreset(
        "One layer, twelve times",
        "bert-base",
        "albert",
        "A ninth of the parameters, and every multiplication of BERT’s.",
    ),
    FamilyPreset(
        "Both sides, or the left alone",
        "bert-base",
        "gpt2",
        "The stacks are nearly the same. What differs is who may look at whom, and what is asked.",
    ),
    FamilyPreset(
        "Hidden words, or replaced ones",
        "bert-base",
        "electra-small",
        "Narrow, with a table narrower still, and trained on every piece instead of one in seven.",
    ),
    FamilyPreset(
        "The same, trained longer",
        "bert-base",
        "roberta",
        "The same layers: more text, larger batches, other pieces, no next sentence.",
    ),
    FamilyPreset(
        "Words and distances",
        "bert-base",
        "deberta-v3",
        "The layers have as many parameters and more to multiply: words meet distances too. The vocabulary is larger.",
    ),
    FamilyPreset(
        "Six years on",
        "bert-base",
        "modernbert",
        "As wide, nearly twice as deep, without biases, with rotary positions; it reads texts sixteen times as long.",
    ),
    FamilyPreset(
        "An encoder, or both",
        "bert-base",
        "t5-small",
        "Two stacks, and between them the decoder’s look at what the encoder has read.",
    ),
    FamilyPreset(
        "Pocket size",
        "bert-base",
        "pocket-bert",
        "The model that ships with Riverbank, at its true scale.",
    ),
)
