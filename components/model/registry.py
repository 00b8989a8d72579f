"""The models Riverbank knows: an allow-list of typed records.

A model is named by its id everywhere: in links, in caches, on the screen. An id that is not in this list is refused
before anything is opened, so no typed text ever becomes a path or a download.
"""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from components.model.refusal import ModelUnavailable

POCKET_FOLDER = Path(__file__).parents[2] / "cache" / "pocket"
LOCAL_FOLDER_VARIABLE = "RIVERBANK_MODELS"
QUOTED_CHARACTERS = 60
CONFIG_BYTES = 1_000_000  # a config.json is a few kilobytes: a far larger file is something else


class Role(StrEnum):
    """What a model was trained to say."""

    MASKED = "masked"  # the word behind a mask
    CAUSAL = "causal"  # the next word
    CLASSIFIER = "classifier"  # a label


@dataclass(frozen=True)
class Bundled:
    """Weights that this repository trained and ships."""

    folder: Path


@dataclass(frozen=True)
class OnHub:
    """Weights on the Hugging Face hub, at one revision. ``download_bytes`` is about what a first use fetches."""

    repository: str
    revision: str
    download_bytes: int


@dataclass(frozen=True)
class InFolder:
    """Weights in a folder below the one the operator named."""

    folder: Path


@dataclass(frozen=True, kw_only=True)
class ModelRecord:
    """One model. ``parameters`` is None where it is not known before the model is opened."""

    id: str
    name: str
    family: str
    role: Role
    home: Bundled | OnHub | InFolder
    parameters: int | None
    licence: str
    about: str

    @property
    def pocket(self) -> bool:
        """Whether this is one of the small teaching models, which the screen always says."""
        return isinstance(self.home, Bundled)


# Revisions are full commits, so what is downloaded tomorrow is what was looked at today. Each one holds a
# model.safetensors. Parameters count a tied vocabulary matrix once.
MODELS: tuple[ModelRecord, ...] = (
    ModelRecord(
        id="pocket-bert",
        name="pocket BERT",
        family="BERT",
        role=Role.MASKED,
        home=Bundled(POCKET_FOLDER / "bert"),
        parameters=None,
        licence="CC BY-SA 4.0",
        about="A small teaching model, trained in this repository.",
    ),
    ModelRecord(
        id="bert-base-uncased",
        name="BERT base (uncased)",
        family="BERT",
        role=Role.MASKED,
        home=OnHub("google-bert/bert-base-uncased", "86b5e0934494bd15c9632b12f734a8a67f723594", 441_000_000),
        parameters=109_514_298,
        licence="Apache-2.0",
        about="The model of the BERT paper, for lower-case English.",
    ),
    ModelRecord(
        id="bert-base-cased",
        name="BERT base (cased)",
        family="BERT",
        role=Role.MASKED,
        home=OnHub("google-bert/bert-base-cased", "cd5ef92a9fb2f889e972770a36d4ed042daf221e", 436_000_000),
        parameters=108_340_804,
        licence="Apache-2.0",
        about="The model of the BERT paper, telling upper and lower case apart.",
    ),
    ModelRecord(
        id="bert-large-uncased",
        name="BERT large (uncased)",
        family="BERT",
        role=Role.MASKED,
        home=OnHub("google-bert/bert-large-uncased", "6da4b6a26a1877e173fca3225479512db81a5e5b", 1_345_000_000),
        parameters=335_174_458,
        licence="Apache-2.0",
        about="The larger model of the BERT paper: 24 layers of 16 heads.",
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
        about="BERT's design trained for longer on more text, without next-sentence prediction.",
    ),
    ModelRecord(
        id="albert-base-v2",
        name="ALBERT base v2",
        family="ALBERT",
        role=Role.MASKED,
        home=OnHub("albert/albert-base-v2", "8e2f239c5f8a2c0f253781ca60135db913e5c80c", 49_500_000),
        parameters=11_221_680,
        licence="Apache-2.0",
        about="One layer's weights used twelve times over.",
    ),
    ModelRecord(
        id="electra-small-generator",
        name="ELECTRA small (generator)",
        family="ELECTRA",
        role=Role.MASKED,
        home=OnHub("google/electra-small-generator", "d9a639ae015e5d21671f96f8f0ecbb5718f1194e", 55_000_000),
        parameters=None,
        licence="Apache-2.0",
        about="The half of ELECTRA that fills in words for the other half to doubt.",
    ),
    ModelRecord(
        id="ModernBERT-base",
        name="ModernBERT base",
        family="ModernBERT",
        role=Role.MASKED,
        home=OnHub("answerdotai/ModernBERT-base", "8949b909ec900327062f0ebf497f51aef5e6f0c8", 601_000_000),
        parameters=149_655_232,
        licence="Apache-2.0",
        about="BERT redone in 2024: rotary positions, local and global layers, 8,192 positions.",
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


def known_models(environment: Mapping[str, str] = os.environ) -> tuple[ModelRecord, ...]:
    """:data:`MODELS`, then those in the folder that the operator named by ``RIVERBANK_MODELS``."""
    named = environment.get(LOCAL_FOLDER_VARIABLE)
    return MODELS + (tuple(_local_models(Path(named))) if named else ())


def record(model_id: str, environment: Mapping[str, str] = os.environ) -> ModelRecord:
    """The record with this id.

    Raises:
        ModelUnavailable: No model has this id.
    """
    for known in known_models(environment):
        if known.id == model_id:
            return known
    quoted = model_id if len(model_id) <= QUOTED_CHARACTERS else model_id[: QUOTED_CHARACTERS - 1] + "…"
    raise ModelUnavailable(f"There is no model called “{quoted}” here. Choose one from the list.")


def _local_models(root: Path) -> Iterator[ModelRecord]:
    try:
        root = root.resolve()
        folders = sorted(folder for folder in root.iterdir() if folder.is_dir())
    except (OSError, RuntimeError):  # RuntimeError: a loop of links
        return
    for folder in folders:
        found = _local_model(root, folder)
        if found is not None:
            yield found


def _local_model(root: Path, folder: Path) -> ModelRecord | None:
    try:
        files = {file.name: file for file in folder.iterdir()}
        inside = all(path.resolve().is_relative_to(root) for path in (folder, *files.values()))
        if not inside or not any(name.endswith(".safetensors") for name in files):
            return None
        if files["config.json"].stat().st_size > CONFIG_BYTES:
            return None
        config = json.loads(files["config.json"].read_text(encoding="utf-8"))
        role, family = _role(str(config["architectures"][0])), str(config["model_type"])
    except (OSError, ValueError, LookupError, TypeError, RuntimeError):
        return None  # half-copied, unreadable or not a model: the operator's other models still work
    if role is None:
        return None
    return ModelRecord(
        id=f"local/{folder.name}",
        name=folder.name,
        family=family,
        role=role,
        home=InFolder(folder),
        parameters=None,
        licence="not stated",
        about="A model from the operator's folder.",
    )


def _role(architecture: str) -> Role | None:
    if architecture.endswith(("ForMaskedLM", "ForPreTraining")):
        return Role.MASKED
    if architecture.endswith(("LMHeadModel", "LMHead", "ForCausalLM")):
        return Role.CAUSAL
    if architecture.endswith("ForSequenceClassification"):
        return Role.CLASSIFIER
    return None
