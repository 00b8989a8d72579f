"""A classifier: an encoder, pooled to one vector a sentence, and a linear head (W x + b) on it; and what it outputs.

Devlin et al. 2018 (https://arxiv.org/abs/1810.04805), section 4.1, read [CLS] through the pooler that the next-sentence
task had trained; [CLS] as it is and the mean of all pieces (Reimers and Gurevych 2019,
https://arxiv.org/abs/1908.10084, section 3) need no such task.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open
from torch import nn
from torch.nn import functional
from transformers import AutoModelForMaskedLM, PreTrainedModel

from components.model.blanks.blank_probes import BLANK, blank_probes
from components.model.checkpoints.lm_heads import vocabulary_head
from components.model.checkpoints.open_model import OpenModel
from components.model.results import Floats
from components.teaching.model.plan import TOKEN_LIMIT, ClassifierPooling, Plan, Start

Batch = dict[str, torch.Tensor]
INFERENCE_BATCH = 50
PROBE_STRIDE = 4  # every fourth probe is used: some 60 of 250
_POOLER = "pooler.dense."


class Classifier(nn.Module):
    """A language model with a classification head on its encoder.

    The vocabulary head is kept and not trained, so that forgetting can be measured with masked words.
    """

    def __init__(
        self, language_model: PreTrainedModel, labels: int, pooling: ClassifierPooling, pooler: nn.Linear | None
    ) -> None:
        super().__init__()
        config = language_model.config
        self.language_model = language_model
        self.pooling = pooling
        self.pooler = pooler
        self.dropout = nn.Dropout(float(getattr(config, "hidden_dropout_prob", getattr(config, "dropout", 0.0))))
        self.head = nn.Linear(int(config.hidden_size), labels)
        nn.init.normal_(self.head.weight, std=0.02)
        nn.init.zeros_(self.head.bias)

    def hidden_states(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """The hidden states of all layers. *Shape:* layer + 1 of (sentence, position, width)."""
        encoder: Any = self.language_model.base_model
        states: tuple[torch.Tensor, ...] = encoder(
            input_ids=input_ids, attention_mask=attention_mask, output_hidden_states=True
        ).hidden_states
        return states

    def pool(self, hidden: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        """Pool the vectors of a layer: [CLS] or the mean. *Shape:* (sentence, position, width) -> (sentence, width)."""
        return sentence_vector(hidden, attention_mask, self.pooling)

    def head_inputs(self, last: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        """The vectors that the head reads. *Shape:* (sentence, position, width) -> (sentence, width)."""
        vector = self.pool(last, attention_mask)
        return vector if self.pooler is None else torch.tanh(self.pooler(vector))

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, labels: torch.Tensor | None = None
    ) -> Batch:
        """The ``logits``, shape (sentence, label), and the ``loss`` if labels are given."""
        encoder: Any = self.language_model.base_model
        last = encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        logits = self.head(self.dropout(self.head_inputs(last, attention_mask)))
        if labels is None:
            return {"logits": logits}
        return {"loss": functional.cross_entropy(logits, labels), "logits": logits}


@dataclass(frozen=True)
class ClassifierOutput:
    """Logits, shape (sentence, label), and the vectors that the head read, shape (sentence, width)."""

    logits: Floats
    vectors: Floats


def build_classifier(opened: OpenModel, folder: Path, plan: Plan, labels: int) -> Classifier:
    """Build a classifier from a model: add a new head, and freeze the lowest layers.

    Args:
        opened: The model, not shared with anything else: its weights will change.
        folder: The checkpoint's folder; it may hold a pooler, which language models are loaded without.
        plan: The settings of the run.
        labels: The number of labels.
    """
    torch.manual_seed(plan.seed)
    model = opened.model
    if plan.start is Start.RANDOM:
        model = AutoModelForMaskedLM.from_config(
            model.config, attn_implementation=model.config._attn_implementation, dtype=torch.float32
        )
    pooler = (
        _load_pooler(folder, int(model.config.hidden_size), plan.start)
        if plan.pooling is ClassifierPooling.POOLER
        else None
    )
    torch.manual_seed(plan.seed)  # the head starts the same, whatever the encoder starts from
    with torch.inference_mode(mode=False), torch.enable_grad():
        result = Classifier(model, labels, plan.pooling, pooler)
        result.requires_grad_(False)
        trainable = [result.head, *([pooler] if pooler is not None else []), model.base_model]
        for part in trainable:
            part.requires_grad_(True)
        for part in _frozen_modules(model, plan.frozen_layers):
            part.requires_grad_(False)
    return result.to(opened.device.torch_device)


def sentence_vector(hidden: torch.Tensor, attention_mask: torch.Tensor, pooling: ClassifierPooling) -> torch.Tensor:
    """Pool hidden states: the mean, or [CLS]. *Shape:* (sentence, position, width) -> (sentence, width)."""
    if pooling is not ClassifierPooling.MEAN:
        return hidden[:, 0]
    weights = attention_mask.to(hidden.dtype)[..., None]
    return (hidden * weights).sum(dim=1) / weights.sum(dim=1)


def token_limit(opened: OpenModel) -> int:
    """The number of tokens read of a sentence: :data:`TOKEN_LIMIT`, or fewer if the model has fewer positions."""
    return min(TOKEN_LIMIT, opened.tokenizer.positions)


def truncated_ids(opened: OpenModel, text: str) -> tuple[int, ...]:
    """The token ids of a sentence, truncated to :func:`token_limit`; the final special token is kept."""
    ids, limit = opened.tokenizer.tokens_of_any_length(text).ids, token_limit(opened)
    return ids if len(ids) <= limit else (*ids[: limit - 1], ids[-1])


def collate(opened: OpenModel, token_ids: Sequence[Sequence[int]], labels: Sequence[int] | None = None) -> Batch:
    """Put sentences into one batch, padded to the longest. *Shape:* (sentence, position); labels (sentence,)."""
    device = opened.device.torch_device
    length = max(map(len, token_ids))
    ids = torch.zeros(len(token_ids), length, dtype=torch.long)
    attention_mask = torch.zeros_like(ids)
    for row, each in enumerate(token_ids):
        ids[row, : len(each)] = torch.tensor(each)
        attention_mask[row, : len(each)] = 1
    batch = {"input_ids": ids.to(device), "attention_mask": attention_mask.to(device)}
    return batch if labels is None else batch | {"labels": torch.tensor(labels, device=device)}


@torch.no_grad()
def predict_labels(model: Classifier, opened: OpenModel, token_ids: Sequence[Sequence[int]]) -> ClassifierOutput:
    """Classify sentences, given as token ids, without dropout."""
    model.eval()
    logits, vectors = [], []
    for start in range(0, len(token_ids), INFERENCE_BATCH):
        batch = collate(opened, token_ids[start : start + INFERENCE_BATCH])
        last = model.language_model.base_model(**batch).last_hidden_state
        pooled = model.head_inputs(last, batch["attention_mask"])
        vectors.append(pooled.cpu())
        logits.append(model.head(pooled).cpu())
    return ClassifierOutput(torch.cat(logits).numpy(), torch.cat(vectors).numpy())


@torch.no_grad()
def blank_loss(model: Classifier, opened: OpenModel) -> float | None:
    """The mean loss on the masked words of the probe set, in nats; None for a model without a mask token.

    Predictions come from the vocabulary head that the model was pre-trained with, which no run changes.
    """
    mask = opened.tokenizer.mask_id
    if mask is None:
        return None
    model.eval()
    head = vocabulary_head(model.language_model)
    losses = []
    words = opened.tokenizer.whole_words
    probes = [(probe, words[probe.word][0]) for probe in blank_probes()[::PROBE_STRIDE] if words.get(probe.word)]
    tokenized = [
        (opened.tokenizer.tokens_of_any_length(probe.sentence.replace(BLANK, "[MASK]")).ids, word)
        for probe, word in probes
    ]
    fitting = [(ids, word) for ids, word in tokenized if len(ids) <= opened.tokenizer.positions]
    for start in range(0, len(fitting), INFERENCE_BATCH):
        chunk = fitting[start : start + INFERENCE_BATCH]
        token_ids = [ids for ids, _ in chunk]
        batch = collate(opened, token_ids)
        last = model.language_model.base_model(**batch).last_hidden_state
        positions = torch.tensor([ids.index(mask) for ids in token_ids], device=last.device)
        scores = head(last[torch.arange(len(token_ids), device=last.device), positions]).float()
        targets = torch.tensor([word for _, word in chunk], device=last.device)
        losses.append(functional.cross_entropy(scores, targets, reduction="none").cpu())
    return float(torch.cat(losses).mean()) if losses else None


def encoder_layers(model: PreTrainedModel) -> nn.ModuleList:
    """The layers of an encoder, the lowest first."""
    base: Any = model.base_model
    stack = getattr(base, "encoder", None) or getattr(base, "transformer", None) or base
    layers = getattr(stack, "layer", None) or getattr(stack, "albert_layer_groups", None) or stack.layers
    assert isinstance(layers, nn.ModuleList)
    return layers


def _frozen_modules(model: PreTrainedModel, frozen: int) -> list[nn.Module]:
    """The embeddings and the lowest ``frozen`` layers; nothing for 0."""
    if not frozen:
        return []
    base: Any = model.base_model
    return [base.embeddings, *encoder_layers(model)[:frozen]]


def _load_pooler(folder: Path, width: int, start: Start) -> nn.Linear:
    """The pooler of a checkpoint, or a newly initialised one if it has none."""
    pooler = nn.Linear(width, width)
    nn.init.normal_(pooler.weight, std=0.02)
    nn.init.zeros_(pooler.bias)
    file = folder / "model.safetensors"
    if start is Start.RANDOM or not file.is_file():
        return pooler
    with safe_open(file, "pt") as checkpoint, torch.no_grad():
        for name in checkpoint.keys():  # noqa: SIM118  an open safetensors file is not a mapping
            for kind in ("weight", "bias"):
                if name.endswith(f"{_POOLER}{kind}"):
                    getattr(pooler, kind).copy_(checkpoint.get_tensor(name).float())
    return pooler
