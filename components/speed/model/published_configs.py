"""Configurations of the hub's models, from their published ``config.json`` files.

With them a model can be built at its true size without its weights, for timing: the duration of a forward pass does not
depend on learned values. A test checks each against the parameter count in the registry.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from components.model.checkpoints.records import Bundled, InFolder, ModelRecord
from components.model.user_errors import UserError

_UNUSED_POSITIONS = {"roberta": 2}  # first rows of the position table, which are never used


@dataclass(frozen=True)
class ModelConfig:
    """A model's configuration: transformers' ``model_type`` and the values of its ``config.json``."""

    model_type: str
    values: Mapping[str, Any]

    @property
    def positions(self) -> int:
        """The largest number of tokens in a sentence."""
        rows = self.values.get("max_position_embeddings", self.values.get("n_positions"))
        return int(rows) - _UNUSED_POSITIONS.get(self.model_type, 0) if rows else 512


def _shape(model_type: str, **values: int | float | str) -> ModelConfig:
    return ModelConfig(model_type, MappingProxyType(values))


def _bert(*, vocabulary: int = 30_522, width: int = 768, layers: int = 12, heads: int = 12) -> ModelConfig:
    return _shape(
        "bert",
        vocab_size=vocabulary,
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        intermediate_size=4 * width,
        max_position_embeddings=512,
        type_vocab_size=2,
    )


def _gpt2(*, layers: int) -> ModelConfig:
    return _shape("gpt2", vocab_size=50_257, n_positions=1024, n_embd=768, n_layer=layers, n_head=12)


PUBLISHED_CONFIGS: Mapping[str, ModelConfig] = MappingProxyType(
    {
        "bert-base-uncased": _bert(),
        "bert-base-cased": _bert(vocabulary=28_996),
        "bert-large-uncased": _bert(width=1024, layers=24, heads=16),
        "distilbert-base-uncased": _shape(
            "distilbert",
            vocab_size=30_522,
            dim=768,
            n_layers=6,
            n_heads=12,
            hidden_dim=3072,
            max_position_embeddings=512,
        ),
        "roberta-base": _shape(
            "roberta",
            vocab_size=50_265,
            hidden_size=768,
            num_hidden_layers=12,
            num_attention_heads=12,
            intermediate_size=3072,
            max_position_embeddings=514,
            type_vocab_size=1,
            layer_norm_eps=1e-5,
        ),
        "albert-base-v2": _shape(
            "albert",
            vocab_size=30_000,
            embedding_size=128,
            hidden_size=768,
            num_hidden_layers=12,
            num_attention_heads=12,
            intermediate_size=3072,
            max_position_embeddings=512,
            type_vocab_size=2,
        ),
        "electra-small-generator": _shape(
            "electra",
            vocab_size=30_522,
            embedding_size=128,
            hidden_size=256,
            num_hidden_layers=12,
            num_attention_heads=4,
            intermediate_size=1024,
            max_position_embeddings=512,
            type_vocab_size=2,
        ),
        "ModernBERT-base": _shape(
            "modernbert",
            vocab_size=50_368,
            hidden_size=768,
            num_hidden_layers=22,
            num_attention_heads=12,
            intermediate_size=1152,
            max_position_embeddings=8192,
            local_attention=128,
        ),
        "gpt2": _gpt2(layers=12),
        "distilgpt2": _gpt2(layers=6),
    }
)


def model_config(record: ModelRecord, folder: Path | None = None) -> ModelConfig:
    """The configuration of a model: from ``folder``, from its own folder, or as published.

    Raises:
        UserError: The configuration is damaged, or not known on this machine.
    """
    if folder is None and isinstance(record.home, (Bundled, InFolder)):
        folder = record.home.folder
    if folder is not None and (folder / "config.json").is_file():
        try:
            values = json.loads((folder / "config.json").read_text(encoding="utf-8"))
            return ModelConfig(str(values.pop("model_type")), MappingProxyType(values))
        except (OSError, ValueError, LookupError, AttributeError, TypeError):
            raise UserError(f"The configuration of {record.name} is damaged. Choose another model.") from None
    if record.id in PUBLISHED_CONFIGS:
        return PUBLISHED_CONFIGS[record.id]
    raise UserError(f"{record.name} is not on this machine, so its size is unknown. Choose another model.")
