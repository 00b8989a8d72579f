"""Pairs of models, each named by their main difference."""

from dataclasses import dataclass


@dataclass(frozen=True)
class FamilyPreset:
    """Two members by key, and what to notice."""

    name: str
    first: str
    second: str
    notice: str


FAMILY_PRESETS = (
    FamilyPreset(
        "Half the layers",
        "bert-base",
        "distilbert",
        "Half the layers need half the multiply–adds, but keep more than half of the parameters, because the "
        "embeddings stay.",
    ),
    FamilyPreset(
        "One layer, twelve times",
        "bert-base",
        "albert",
        "A ninth of the parameters, but as many multiply–adds as BERT.",
    ),
    FamilyPreset(
        "One very wide layer",
        "bert-large",
        "albert-xxlarge",
        "Fewer parameters than BERT large, because one layer is shared. Many more multiply–adds, because it is wide.",
    ),
    FamilyPreset(
        "Encoder or decoder",
        "bert-base",
        "gpt2",
        "The stacks are almost the same. What differs is the attention mask and the training objective.",
    ),
    FamilyPreset(
        "Masked or replaced words",
        "bert-base",
        "electra-small",
        "Narrow layers, even narrower embeddings, and training on every token instead of one in seven.",
    ),
    FamilyPreset(
        "Trained longer",
        "bert-base",
        "roberta",
        "The same layers: ten times the text, larger batches, another tokenizer, no next-sentence task.",
    ),
    FamilyPreset(
        "Content and distance",
        "bert-base",
        "deberta-v3",
        "The layers have as many parameters but more multiply–adds, because distances are scored too. "
        "The vocabulary is four times as large.",
    ),
    FamilyPreset(
        "Six years on",
        "bert-base",
        "modernbert",
        "As wide, nearly twice as deep, no biases, rotary positions; it reads texts sixteen times as long.",
    ),
    FamilyPreset(
        "Encoder or encoder–decoder",
        "bert-base",
        "t5-small",
        "Two stacks, linked by cross-attention: the decoder attends to what the encoder read.",
    ),
    FamilyPreset(
        "Pocket size",
        "bert-base",
        "pocket-bert",
        "The model that comes with Riverbank, drawn to the same scale.",
    ),
)
