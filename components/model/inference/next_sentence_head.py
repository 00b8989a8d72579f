"""BERT's next-sentence head, read from a checkpoint's file: a model that is opened to fill blanks leaves it out.

The vector of [CLS] goes through a layer with tanh, the pooler, and two scores are computed from it (Devlin et al. 2019,
https://arxiv.org/abs/1810.04805, section 3.1).
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import torch
from safetensors import safe_open
from torch.nn import functional

WEIGHTS = "model.safetensors"
_NAMES = tuple(
    f"{module}.{kind}" for module in ("bert.pooler.dense", "cls.seq_relationship") for kind in ("weight", "bias")
)


@dataclass(frozen=True, eq=False)
class NextSentenceHead:
    """The pooler and the two scores. *Shape:* (width, width), (width,), (2, width), (2,)."""

    pooler: torch.Tensor
    pooler_bias: torch.Tensor
    scores: torch.Tensor
    scores_bias: torch.Tensor

    def __call__(self, first: torch.Tensor) -> torch.Tensor:
        """The two logits, "follows" first. *Shape:* (…, width) -> (…, 2)."""
        pooled = torch.tanh(functional.linear(first, self.pooler, self.pooler_bias))
        return functional.linear(pooled, self.scores, self.scores_bias)


@lru_cache(8)
def next_sentence_head(folder: Path) -> NextSentenceHead | None:
    """Load the head from a folder's weights; None if they have none."""
    file = folder / WEIGHTS
    if not file.is_file():
        return None
    with safe_open(str(file), framework="pt") as weights:
        if not set(_NAMES) <= set(weights.keys()):
            return None
        return NextSentenceHead(*(weights.get_tensor(name).float() for name in _NAMES))
