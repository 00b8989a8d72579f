"""The allow-list of models: those bundled with the app and those that may be downloaded from the hub."""

from pathlib import Path

from components.model.checkpoints.records import Bundled, ModelRecord, OnHub, Role

DEFAULT_MODEL = "minilm"  # what the app begins with, and where a link names no other
BERT_BASE = "bert-base-uncased"
REFERENCE = "pocket-bert"  # the other pocket models are variants and students of this one
STUDENT = "pocket-distilbert"  # half its layers, distilled from it
POCKET_FOLDER = Path(__file__).parents[3] / "cache" / "pocket"


def pocket_model(
    member: str,
    name: str,
    family: str,
    about: str,
    *,
    parameters: int | None = None,
    role: Role = Role.MASKED,
    folder: str = "",
    weights: Path | None = None,
    training_tokens: int | None = None,
) -> ModelRecord:
    """A small model that this repository trains.

    Args:
        member: Its id without ``pocket-``.
        name: Its display name.
        family: The name of its architecture.
        about: One sentence on what it is.
        parameters: How many it has.
        role: What it was trained to predict.
        folder: Its folder below :data:`POCKET_FOLDER`, if that is not ``member``.
        weights: A file with its weights, if they are not the folder's own.
        training_tokens: The number of tokens it was trained on: only models trained alike can be compared as twins.
    """
    return ModelRecord(
        id=f"pocket-{member}",
        name=name,
        family=family,
        role=role,
        home=Bundled(POCKET_FOLDER / (folder or member), weights=weights),
        parameters=parameters,
        licence="CC BY-SA 4.0",
        about=about,
        training_tokens=training_tokens,
    )


# Revisions are full commits, so a later download gets the files that were checked. Each of them has a
# model.safetensors. ``parameters`` counts a tied vocabulary matrix once.
MODELS: tuple[ModelRecord, ...] = (
    ModelRecord(
        id="minilm",
        name="MiniLM",
        family="BERT",
        role=Role.MASKED,
        home=Bundled(POCKET_FOLDER / "minilm", published=True),
        parameters=22_744_506,
        licence="Apache-2.0 and MIT; with the text it was trained on here, CC BY-SA 4.0",
        about="Published, 6 layers, distilled from BERT; its vocabulary head was trained here.",
    ),
    pocket_model(
        "bert",
        "pocket BERT",
        "BERT",
        "A small teaching model, trained in this repository.",
        parameters=5_594_368,
        training_tokens=64_000_000,
    ),
    pocket_model(
        "distilbert",
        "pocket DistilBERT",
        "DistilBERT",
        "Half the layers of pocket BERT, distilled from it.",
        parameters=4_014_336,
        training_tokens=8_000_000,
    ),
    pocket_model(
        "scratch",
        "pocket scratch",
        "DistilBERT",
        "The size of pocket DistilBERT, trained without a teacher.",
        parameters=4_014_336,
        training_tokens=8_000_000,
    ),
    pocket_model(
        "gpt",
        "pocket GPT",
        "GPT-2",
        "Like pocket BERT, but it reads from left to right.",
        role=Role.CAUSAL,
        parameters=5_518_848,
        training_tokens=7_000_000,
    ),
    pocket_model(
        "sinusoidal",
        "pocket sinusoidal",
        "BERT",
        "Like pocket BERT, with sinusoidal positions.",
        parameters=5_594_368,
        training_tokens=4_000_000,
    ),
    pocket_model(
        "rope",
        "pocket RoPE",
        "RoFormer",
        "Like pocket BERT, with rotary positions.",
        parameters=5_496_064,
        training_tokens=4_000_000,
    ),
    pocket_model(
        "nopos",
        "pocket no-positions",
        "BERT",
        "Like pocket BERT, without positions.",
        parameters=5_594_368,
        training_tokens=4_000_000,
    ),
    ModelRecord(
        id=BERT_BASE,
        name="BERT base (uncased)",
        family="BERT",
        role=Role.MASKED,
        home=OnHub("google-bert/bert-base-uncased", "86b5e0934494bd15c9632b12f734a8a67f723594", 441_000_000),
        parameters=109_514_298,
        licence="Apache-2.0",
        about="The model of the BERT paper, for lower-cased English.",
    ),
    ModelRecord(
        id="bert-base-cased",
        name="BERT base (cased)",
        family="BERT",
        role=Role.MASKED,
        home=OnHub("google-bert/bert-base-cased", "cd5ef92a9fb2f889e972770a36d4ed042daf221e", 436_000_000),
        parameters=108_340_804,
        licence="Apache-2.0",
        about="The model of the BERT paper, cased: it keeps capital letters.",
    ),
    ModelRecord(
        id="bert-large-uncased",
        name="BERT large (uncased)",
        family="BERT",
        role=Role.MASKED,
        home=OnHub("google-bert/bert-large-uncased", "6da4b6a26a1877e173fca3225479512db81a5e5b", 1_345_000_000),
        parameters=335_174_458,
        licence="Apache-2.0",
        about="The larger model of the BERT paper: 24 layers with 16 heads each.",
    ),
    ModelRecord(
        id="distilbert-base-uncased",
        name="DistilBERT base (uncased)",
        family="DistilBERT",
        role=Role.MASKED,
        home=OnHub("distilbert/distilbert-base-uncased", "12040accade4e8a0f71eabdb258fecc2e7e948be", 268_500_000),
        parameters=66_985_530,
        licence="Apache-2.0",
        about="BERT base distilled into half its layers.",
    ),
    ModelRecord(
        id="roberta-base",
        name="RoBERTa base",
        family="RoBERTa",
        role=Role.MASKED,
        home=OnHub("FacebookAI/roberta-base", "e2da8e2f811d1448a5b465c236feacd80ffbac7b", 501_500_000),
        parameters=124_697_433,
        licence="MIT",
        about="BERT’s design, trained for longer on more text, without next-sentence prediction.",
    ),
    ModelRecord(
        id="albert-base-v2",
        name="ALBERT base v2",
        family="ALBERT",
        role=Role.MASKED,
        home=OnHub("albert/albert-base-v2", "8e2f239c5f8a2c0f253781ca60135db913e5c80c", 49_500_000),
        parameters=11_221_680,
        licence="Apache-2.0",
        about="One layer’s weights, used twelve times.",
    ),
    ModelRecord(
        id="electra-small-generator",
        name="ELECTRA small (generator)",
        family="ELECTRA",
        role=Role.MASKED,
        home=OnHub("google/electra-small-generator", "d9a639ae015e5d21671f96f8f0ecbb5718f1194e", 55_000_000),
        parameters=None,
        licence="Apache-2.0",
        about="ELECTRA’s generator: it fills in masked words, and the discriminator checks them.",
    ),
    ModelRecord(
        id="ModernBERT-base",
        name="ModernBERT base",
        family="ModernBERT",
        role=Role.MASKED,
        home=OnHub("answerdotai/ModernBERT-base", "8949b909ec900327062f0ebf497f51aef5e6f0c8", 601_000_000),
        parameters=149_655_232,
        licence="Apache-2.0",
        about="BERT rebuilt in 2024: rotary positions, local and global layers, 8,192 positions.",
    ),
    ModelRecord(
        id="gpt2",
        name="GPT-2 small",
        family="GPT-2",
        role=Role.CAUSAL,
        home=OnHub("openai-community/gpt2", "607a30d783dfa663caf39e06633721c8d4cfcd7e", 551_000_000),
        parameters=124_439_808,
        licence="MIT",
        about="The smallest GPT-2: it reads from left to right.",
    ),
    ModelRecord(
        id="distilgpt2",
        name="DistilGPT-2",
        family="GPT-2",
        role=Role.CAUSAL,
        home=OnHub("distilbert/distilgpt2", "2290a62682d06624634c1f46a6ad5be0f47f38aa", 356_000_000),
        parameters=81_912_576,
        licence="Apache-2.0",
        about="GPT-2 small distilled into half its layers.",
    ),
)
