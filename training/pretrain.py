"""The pre-training loop: masked language model and next sentence prediction, with a callback that watches.

The loop does not know who is watching: it hands a :class:`Progress` to its callback and goes on. Its whole state is
the weights, the optimizers' moments and a step number, written as one checkpoint that either exists whole or not at
all, so that a run can be stopped anywhere and started again.

Matrices inside the encoder are updated by Muon (Jordan et al. 2024, https://kellerjordan.github.io/posts/muon/), which
leaves the plateau at the start of post-norm BERT sooner than AdamW; everything else is updated by AdamW.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from transformers import BertForPreTraining

from training.dataset import NO_LABEL, SINGLE_LENGTHS, Batch, PairSampler, SingleSampler, joined
from training.masking import masked
from training.recipe import Recipe


@dataclass(frozen=True)
class Progress:
    """Where a run stands. Losses are in nats, over the batch just seen; ``next_sentence_loss`` is None for singles."""

    step: int
    tokens: int
    loss: float
    next_sentence_loss: float | None
    seconds: float


@dataclass(frozen=True)
class Samplers:
    """Where batches come from."""

    pairs: PairSampler
    sentences: SingleSampler
    supplement: SingleSampler

    def batch(self, rng: np.random.Generator, recipe: Recipe, seen: int) -> Batch:
        """The next batch of a run that has seen ``seen`` tokens."""
        if rng.random() < recipe.singles:
            weights = self.supplement.weights
            bucket = int(rng.choice(len(weights), p=weights / weights.sum()))
            rows = recipe.batch_tokens // SINGLE_LENGTHS[bucket]
            written = round(rows * recipe.supplement_singles)
            return joined(
                self.supplement.batch(rng, rows=written, bucket=bucket),
                self.sentences.batch(rng, rows=rows - written, bucket=bucket),
            )
        lengths = recipe.lengths(seen)
        length = int(rng.choice(list(lengths), p=list(lengths.values())))
        return self.pairs.batch(rng, rows=recipe.batch_tokens // length, length=length)


class Run:
    """A model being trained, at some step of its recipe."""

    def __init__(self, recipe: Recipe, samplers: Samplers, *, mask: int, specials: int, device: torch.device) -> None:
        torch.manual_seed(recipe.seed)
        self.recipe, self.samplers, self.device = recipe, samplers, device
        self._mask, self._specials = mask, specials
        # Plain attention is faster than the fused kernel here: on a CPU at 64 pieces by 1.3x, forward and backward.
        self.model = BertForPreTraining._from_config(recipe.architecture.config(), attn_implementation="eager").to(
            device
        )
        self.optimizers = _optimizers(self.model, recipe)
        self.step, self.tokens, self.seconds = 0, 0, 0.0

    def train(self, watch: Callable[[Progress], None]) -> None:
        """Train until the recipe's budget is spent, telling ``watch`` of every step."""
        self.model.train()
        for progress in self._steps():
            watch(progress)

    def _steps(self) -> Iterator[Progress]:
        while self.tokens < self.recipe.tokens:
            begun = time.perf_counter()
            rng = np.random.default_rng((self.recipe.seed, self.step))
            batch = self.samplers.batch(rng, self.recipe, self.tokens)
            for optimizer in self.optimizers:
                for group in optimizer.param_groups:
                    group["lr"] = self.recipe.learning_rate * self.recipe.rate(self.tokens)
            loss, next_sentence = self._update(batch, rng)
            self.step += 1
            self.tokens += int(batch.attended.sum())
            self.seconds += time.perf_counter() - begun
            yield Progress(self.step, self.tokens, loss, next_sentence, self.seconds)

    def _update(self, batch: Batch, rng: np.random.Generator) -> tuple[float, float | None]:
        vocabulary = self.recipe.architecture.vocabulary
        hidden = masked(
            batch, rng, self.recipe.corruption, mask=self._mask, vocabulary=vocabulary, specials=self._specials
        )
        labelled = bool((batch.next_sentence != NO_LABEL).any())
        with autocast(self.device):
            word, pair = losses(self.model, batch, hidden.ids, hidden.positions, hidden.targets, self.device)
        (word + pair if labelled else word).backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        for optimizer in self.optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        return word.item(), pair.item() if labelled else None

    def save(self, file: Path) -> None:
        """Write the whole state to ``file``, which never holds half of one."""
        state = {
            "model": self.model.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self.optimizers],
            "at": {"step": self.step, "tokens": self.tokens, "seconds": self.seconds},
        }
        partial = file.with_suffix(".partial")
        torch.save(state, partial)
        partial.replace(file)

    def resume(self, file: Path) -> None:
        """Go on from a state written by :meth:`save`."""
        state = torch.load(file, map_location=self.device, weights_only=True)
        self.model.load_state_dict(state["model"])
        for optimizer, moments in zip(self.optimizers, state["optimizers"], strict=True):
            optimizer.load_state_dict(moments)
        self.step, self.tokens, self.seconds = (state["at"][key] for key in ("step", "tokens", "seconds"))


def losses(
    model: BertForPreTraining,
    batch: Batch,
    ids: np.ndarray,
    positions: np.ndarray,
    targets: np.ndarray,
    device: torch.device,
) -> tuple[torch.Tensor, torch.Tensor]:
    """The two losses of a masked batch, in nats: of the chosen pieces, and of the next sentence (nan where unlabelled).

    The vocabulary head runs on the chosen positions only: it is two fifths of the arithmetic at this size.
    """
    word_logits, pair_logits = logits(model, batch, ids, positions, device)
    word = functional.cross_entropy(word_logits.float(), torch.from_numpy(targets).to(device))
    labels = torch.from_numpy(batch.next_sentence).to(device)
    return word, functional.cross_entropy(pair_logits.float(), labels, ignore_index=NO_LABEL)


def logits(
    model: BertForPreTraining, batch: Batch, ids: np.ndarray, positions: np.ndarray, device: torch.device
) -> tuple[torch.Tensor, torch.Tensor]:
    """Word logits at flat ``positions`` and next-sentence logits.

    *Shape:* (chosen, vocabulary), (batch, 2).
    """
    out = model.bert(
        input_ids=torch.from_numpy(ids).to(device),
        token_type_ids=torch.from_numpy(batch.segments).to(device),
        attention_mask=torch.from_numpy(batch.attended).to(device),
    )
    chosen = out.last_hidden_state.flatten(0, 1)[torch.from_numpy(positions).to(device)]
    return model.cls.predictions(chosen), model.cls.seq_relationship(out.pooler_output)


def autocast(device: torch.device) -> torch.autocast | nullcontext[None]:
    """bfloat16 where matrix products gain from it, float32 on the rest."""
    return torch.autocast(device.type, torch.bfloat16) if device.type in ("cpu", "cuda") else nullcontext()


def _optimizers(model: nn.Module, recipe: Recipe) -> list[torch.optim.Optimizer]:
    inner = [p for name, p in model.named_parameters() if p.ndim == 2 and ".encoder." in name]
    known = {id(p) for p in inner}
    rest = [p for p in model.parameters() if id(p) not in known]
    return [
        torch.optim.Muon(
            inner, lr=recipe.learning_rate, weight_decay=recipe.weight_decay, adjust_lr_fn="match_rms_adamw"
        ),
        torch.optim.AdamW(
            rest, lr=recipe.learning_rate, betas=(0.9, 0.98), weight_decay=recipe.weight_decay, fused=True
        ),
    ]
