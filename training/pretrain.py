"""The pre-training loop.

After every step it calls a function with a :class:`StepProgress`. Its state is the weights, the optimizers' moments and
counters, saved atomically in one file, so that a run can be stopped at any time and resumed.

Matrices inside the encoder are updated with Muon (Jordan et al. 2024, https://kellerjordan.github.io/posts/muon/),
which leaves the initial plateau of post-norm BERT sooner than AdamW; everything else is updated with AdamW.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

from training.dataset import SINGLE_LENGTHS, Batch, PairSampler, SingleSampler, concatenate_batches
from training.objectives import WORD_LOSS, Model, Objective, autocast
from training.recipe import Recipe

SAVE_EVERY_S = 120.0


@dataclass(frozen=True)
class StepProgress:
    """Progress of a run. Losses of the last batch by name, in nats; not every batch has every loss."""

    step: int
    tokens: int
    losses: dict[str, float]
    seconds: float

    @property
    def loss(self) -> float:
        """The word loss."""
        return self.losses[WORD_LOSS]


@dataclass(frozen=True)
class Samplers:
    """The samplers of a run. ``supplement`` draws generated sentences, if any."""

    pairs: PairSampler
    sentences: SingleSampler
    supplement: SingleSampler | None = None

    def batch(self, rng: np.random.Generator, recipe: Recipe, tokens_seen: int) -> Batch:
        """The next batch of a run after ``tokens_seen`` tokens."""
        if rng.random() < recipe.singles:
            weights = (self.supplement or self.sentences).weights
            bucket = int(rng.choice(len(weights), p=weights / weights.sum()))
            rows = recipe.batch_tokens // SINGLE_LENGTHS[bucket]
            if self.supplement is None:
                return self.sentences.batch(rng, rows=rows, bucket=bucket)
            written = round(rows * recipe.supplement_singles)
            return concatenate_batches(
                self.supplement.batch(rng, rows=written, bucket=bucket),
                self.sentences.batch(rng, rows=rows - written, bucket=bucket),
            )
        lengths = recipe.lengths(tokens_seen)
        length = int(rng.choice(list(lengths), p=list(lengths.values())))
        return self.pairs.batch(rng, rows=recipe.batch_tokens // length, length=length)


class PretrainingRun:
    """A training run: model, optimizers and counters."""

    def __init__(
        self, recipe: Recipe, samplers: Samplers, *, model: Model, objective: Objective, device: torch.device
    ) -> None:
        self.recipe, self.samplers, self.device = recipe, samplers, device
        self.model, self._objective = model.to(device), objective
        self.optimizers = _optimizers(self.model, recipe)
        self.step, self.tokens, self.seconds = 0, 0, 0.0

    def train(self, watch: Callable[[StepProgress], None]) -> None:
        """Train until the budget is spent; calls ``watch`` after every step."""
        self.model.train()
        for progress in self._steps():
            watch(progress)

    def _steps(self) -> Iterator[StepProgress]:
        while self.tokens < self.recipe.tokens:
            begun = time.perf_counter()
            rng = np.random.default_rng((self.recipe.seed, self.step))
            batch = self.samplers.batch(rng, self.recipe, self.tokens)
            for optimizer in self.optimizers:
                for group in optimizer.param_groups:
                    group["lr"] = self.recipe.learning_rate * self.recipe.relative_rate(self.tokens)
            losses = self._update(batch, rng)
            self.step += 1
            self.tokens += int(batch.attention_mask.sum())
            self.seconds += time.perf_counter() - begun
            yield StepProgress(self.step, self.tokens, losses, self.seconds)

    def _update(self, batch: Batch, rng: np.random.Generator) -> dict[str, float]:
        with autocast(self.device):
            terms = self._objective(self.model, batch, rng)
        torch.stack([term.weight * term.value for term in terms]).sum().backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        for optimizer in self.optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        return {term.name: term.value.item() for term in terms}

    def save(self, file: Path) -> None:
        """Save the state to ``file``, atomically."""
        state = {
            "model": self.model.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self.optimizers],
            "at": {"step": self.step, "tokens": self.tokens, "seconds": self.seconds},
        }
        partial = file.with_suffix(".partial")
        torch.save(state, partial)
        partial.replace(file)

    def resume(self, file: Path) -> None:
        """Resume from a state written by :meth:`save`."""
        state = torch.load(file, map_location=self.device, weights_only=True)
        self.model.load_state_dict(state["model"])
        for optimizer, moments in zip(self.optimizers, state["optimizers"], strict=True):
            optimizer.load_state_dict(moments)
        self.step, self.tokens, self.seconds = (state["at"][key] for key in ("step", "tokens", "seconds"))


def train_and_save(run: PretrainingRun, file: Path) -> None:
    """Train until the budget is spent, saving the state to ``file`` every two minutes and at the end."""
    saved_at = time.perf_counter()

    def watch(progress: StepProgress) -> None:
        nonlocal saved_at
        if time.perf_counter() - saved_at > SAVE_EVERY_S:
            run.save(file)
            saved_at = time.perf_counter()
            print(f"{progress.tokens / 1e6:.2f} M pieces, {progress.losses}", flush=True)

    run.train(watch)
    run.save(file)


def _optimizers(model: nn.Module, recipe: Recipe) -> list[torch.optim.Optimizer]:
    learned = {name: p for name, p in model.named_parameters() if p.requires_grad}
    inner = [p for name, p in learned.items() if p.ndim == 2 and (".layer." in name or ".h." in name)]
    known = {id(p) for p in inner}
    rest = [p for p in learned.values() if id(p) not in known]
    if not recipe.muon or not inner:
        inner, rest = [], list(learned.values())
    adamw = torch.optim.AdamW(
        rest, lr=recipe.learning_rate, betas=(0.9, 0.98), weight_decay=recipe.weight_decay, fused=True
    )
    if not inner:
        return [adamw]
    muon = torch.optim.Muon(
        inner, lr=recipe.learning_rate, weight_decay=recipe.weight_decay, adjust_lr_fn="match_rms_adamw"
    )
    return [muon, adamw]
