"""Next-sentence prediction: does the second sentence follow the first?

BERT's second objective (Devlin et al. 2019, https://arxiv.org/abs/1810.04805, section 3.1): the vector of [CLS] goes
through a layer with tanh, the pooler, and two scores are read off it. Which sentence a piece is part of, only the
segment vectors say. transformers leaves this head away where a model is opened to fill blanks, so it is read from the
file.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import torch
from safetensors import safe_open
from torch.nn import functional

from components.input.model.embeddings import segment_ids
from components.input.model.results import NextSentencePrediction, NextSentencePredictions
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.forward import encode
from components.model.results import Tokens

WEIGHTS = "model.safetensors"
_NAMES = tuple(
    f"{module}.{kind}" for module in ("bert.pooler.dense", "cls.seq_relationship") for kind in ("weight", "bias")
)
CORRECT, ALL_FIRST, SEGMENTS_SWAPPED = "correct segments", "all segment A", "segments swapped"
SENTENCES_SWAPPED = "sentences swapped"


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


@torch.inference_mode()
def predict_next_sentence(
    opened: OpenModel, head: NextSentenceHead, pair: Tokens, swapped: Tokens
) -> NextSentencePredictions:
    """Predict whether a pair is consecutive, with its own and with changed segments, and with the sentences swapped.

    Args:
        opened: The model that the head is of.
        head: The head.
        pair: Two sentences.
        swapped: The same sentences, the second first.
    """
    right = segment_ids(opened, pair)
    inputs = {
        CORRECT: (pair, right),
        ALL_FIRST: (pair, (0,) * len(pair)),
        SEGMENTS_SWAPPED: (pair, tuple(1 - segment for segment in right)),
        SENTENCES_SWAPPED: (swapped, segment_ids(opened, swapped)),
    }
    return NextSentencePredictions(
        tuple(_predict(opened, head, name, *of) for name, of in inputs.items()), opened.conditions
    )


def _predict(
    opened: OpenModel, head: NextSentenceHead, name: str, tokens: Tokens, segments: tuple[int, ...]
) -> NextSentencePrediction:
    device = opened.device.torch_device
    ids = torch.tensor([tokens.ids], device=device)
    types = torch.tensor([segments], device=device)
    hidden = encode(opened, ids, torch.ones_like(ids), token_type_ids=types).last_hidden_state
    logits = head(hidden[0, 0].cpu())
    follows, elsewhere = logits.tolist()
    return NextSentencePrediction(name, (follows, elsewhere), float(logits.softmax(dim=-1)[0]))
