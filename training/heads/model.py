"""One encoder with all task heads, and a low-rank update of its matrices that the heads share."""

from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import nn
from torch.nn.utils import parametrize
from transformers import BertForPreTraining, BertModel

from components.model.checkpoints import adapter
from components.model.checkpoints.unlisted import HEADS_FOLDER
from components.model.heads.pooling import pool_vectors
from components.model.heads.specs import SPECS, TextPooling

RANK = 32


class LowRankUpdate(nn.Module):
    """LoRA: W + B A, with B initialised to zero, so that training starts from the unchanged model."""

    def __init__(self, width_in: int, width_out: int, rank: int) -> None:
        super().__init__()
        self.down = nn.Parameter(torch.randn(rank, width_in) / width_in**0.5)
        self.up = nn.Parameter(torch.zeros(width_out, rank))

    def forward(self, matrix: torch.Tensor) -> torch.Tensor:
        return matrix + self.up @ self.down


class MultiHeadEncoder(nn.Module):
    """The frozen encoder with a trainable low-rank update, and all heads."""

    def __init__(self, folder: Path, *, rank: int = RANK) -> None:
        super().__init__()
        whole = BertForPreTraining.from_pretrained(folder, dtype=torch.float32, attn_implementation="sdpa")
        encoder: BertModel = whole.bert
        encoder.requires_grad_(False)
        self.encoder, self.width = encoder, int(encoder.config.hidden_size)
        self.updates: dict[str, LowRankUpdate] = {}
        if rank:
            for name, part in encoder.encoder.named_modules():
                if isinstance(part, nn.Linear):
                    change = LowRankUpdate(part.in_features, part.out_features, rank)
                    parametrize.register_parametrization(part, "weight", change)
                    self.updates[f"encoder.{name}.weight"] = change
        self.heads = nn.ModuleDict()
        self.queries = nn.ParameterDict()
        for spec in SPECS.values():
            for pooling in spec.poolings or (None,):
                self.heads[head_key(spec.name, pooling)] = nn.Linear(self.width, len(spec.labels))
            if TextPooling.WEIGHTED in spec.poolings:
                self.queries[spec.name] = nn.Parameter(torch.zeros(self.width))
        self.dropout = nn.Dropout(0.1)

    def encode(self, batch: dict[str, torch.Tensor]) -> torch.Tensor:
        """Vectors of the last layer. *Shape:* (text, position, width)."""
        vectors: torch.Tensor = self.encoder(
            input_ids=batch["input_ids"],
            attention_mask=batch["attention_mask"],
            token_type_ids=batch["token_type_ids"],
        ).last_hidden_state
        return vectors

    def scores(self, vectors: torch.Tensor, head: str) -> torch.Tensor:
        """Scores for each vector. *Shape:* (…, width) -> (…, label)."""
        logits: torch.Tensor = self.heads[head](self.dropout(vectors))
        return logits

    def text_scores(
        self, vectors: torch.Tensor, attention_mask: torch.Tensor, head: str
    ) -> dict[TextPooling, torch.Tensor]:
        """Scores of a text by each pooling. *Shape:* (text, position, width) -> (text, label)."""
        assert self.encoder.pooler is not None  # trained by next-sentence prediction
        dense = self.encoder.pooler.dense
        return {
            pooling: self.scores(
                pool_vectors(vectors, attention_mask, pooling, pooler=dense, query=self.queries[head]),
                head_key(head, pooling),
            )
            for pooling in SPECS[head].poolings
        }

    def export(self, folder: Path = HEADS_FOLDER) -> None:
        """Write the low-rank update, and a file for every head."""
        folder.mkdir(parents=True, exist_ok=True)
        adapter.write_adapter(
            {name: (update.down.detach(), update.up.detach()) for name, update in self.updates.items()},
            folder / "adapter.safetensors",
        )
        for spec in SPECS.values():
            weights: dict[str, torch.Tensor] = {}
            for pooling in spec.poolings or (None,):
                head = self.heads[head_key(spec.name, pooling)]
                assert isinstance(head, nn.Linear)
                before = f"{pooling.value}." if pooling else ""
                weights |= {f"{before}weight": head.weight.detach(), f"{before}bias": head.bias.detach()}
            if spec.name in self.queries:
                weights["query"] = self.queries[spec.name].detach()
            save_file(
                {name: each.float().contiguous() for name, each in weights.items()}, folder / f"{spec.name}.safetensors"
            )


def head_key(head: str, pooling: TextPooling | None) -> str:
    """The name of a head's matrix for one pooling."""
    return f"{head}-{pooling.value}" if pooling else head
