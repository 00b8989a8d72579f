"""One encoder with every head of the room of tasks above it, and a low-rank change to its matrices that all share."""

from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import nn
from torch.nn.utils import parametrize
from transformers import BertForPreTraining, BertModel

from components.model.checkpoints import adapter
from components.model.checkpoints.multitask import HEADS_FOLDER
from components.tasks.model.pooling import pool_vectors
from components.tasks.model.specs import SPECS, TextPooling

RANK = 32


class LowRank(nn.Module):
    """W + B A, with B at zero to begin with, so that nothing is changed before the first step."""

    def __init__(self, width_in: int, width_out: int, rank: int) -> None:
        super().__init__()
        self.down = nn.Parameter(torch.randn(rank, width_in) / width_in**0.5)
        self.up = nn.Parameter(torch.zeros(width_out, rank))

    def forward(self, matrix: torch.Tensor) -> torch.Tensor:
        return matrix + self.up @ self.down


class Heads(nn.Module):
    """The encoder, frozen but for the change, and every head."""

    def __init__(self, folder: Path, *, rank: int = RANK) -> None:
        super().__init__()
        whole = BertForPreTraining.from_pretrained(folder, dtype=torch.float32, attn_implementation="sdpa")
        encoder: BertModel = whole.bert
        encoder.requires_grad_(False)
        self.encoder, self.width = encoder, int(encoder.config.hidden_size)
        self.changes: dict[str, LowRank] = {}
        if rank:
            for name, part in encoder.encoder.named_modules():
                if isinstance(part, nn.Linear):
                    change = LowRank(part.in_features, part.out_features, rank)
                    parametrize.register_parametrization(part, "weight", change)
                    self.changes[f"encoder.{name}.weight"] = change
        self.heads = nn.ModuleDict()
        self.queries = nn.ParameterDict()
        for spec in SPECS.values():
            for pooling in spec.poolings or (None,):
                self.heads[key(spec.name, pooling)] = nn.Linear(self.width, len(spec.labels))
            if TextPooling.WEIGHTED in spec.poolings:
                self.queries[spec.name] = nn.Parameter(torch.zeros(self.width))
        self.dropout = nn.Dropout(0.1)

    def read(self, batch: dict[str, torch.Tensor]) -> torch.Tensor:
        """Vectors of the last layer. *Shape:* (text, position, width)."""
        vectors: torch.Tensor = self.encoder(
            input_ids=batch["input_ids"],
            attention_mask=batch["attention_mask"],
            token_type_ids=batch["token_type_ids"],
        ).last_hidden_state
        return vectors

    def scores(self, vectors: torch.Tensor, head: str) -> torch.Tensor:
        """Scores at every position that is given. *Shape:* (…, width) -> (…, label)."""
        found: torch.Tensor = self.heads[head](self.dropout(vectors))
        return found

    def text_scores(self, vectors: torch.Tensor, seen: torch.Tensor, head: str) -> dict[TextPooling, torch.Tensor]:
        """Scores of a text by each pooling. *Shape:* (text, position, width) -> (text, label)."""
        assert self.encoder.pooler is not None  # next-sentence prediction trained it
        dense = self.encoder.pooler.dense
        return {
            pooling: self.scores(
                pool_vectors(vectors, seen, pooling, pooler=dense, query=self.queries[head]),
                key(head, pooling),
            )
            for pooling in SPECS[head].poolings
        }

    def export(self, folder: Path = HEADS_FOLDER) -> None:
        """Write the change and a file for every head."""
        folder.mkdir(parents=True, exist_ok=True)
        adapter.write_adapter(
            {name: (one.down.detach(), one.up.detach()) for name, one in self.changes.items()},
            folder / "adapter.safetensors",
        )
        for spec in SPECS.values():
            kept: dict[str, torch.Tensor] = {}
            for pooling in spec.poolings or (None,):
                head = self.heads[key(spec.name, pooling)]
                assert isinstance(head, nn.Linear)
                before = f"{pooling.value}." if pooling else ""
                kept |= {f"{before}weight": head.weight.detach(), f"{before}bias": head.bias.detach()}
            if spec.name in self.queries:
                kept["query"] = self.queries[spec.name].detach()
            save_file(
                {name: each.float().contiguous() for name, each in kept.items()}, folder / f"{spec.name}.safetensors"
            )


def key(head: str, pooling: TextPooling | None) -> str:
    """What one of a head's matrices is called here."""
    return f"{head}-{pooling.value}" if pooling else head
