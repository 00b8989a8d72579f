"""The pre-training loop.

After every step it calls a function with a :class:`StepProgress`. Its state is the weights, the optimizers' moments and
counters, saved atomically in one file, so that a run can be stopped at any time and resumed. A smaller form of it
travels between machines (:mod:`training.portable_state`).

Matrices inside the encoder are updated with Muon (Jordan et al. 2024, https://kellerjordan.github.io/posts/muon/),
which leaves the initial plateau of post-norm BERT sooner than AdamW; everything else is updated with AdamW.
"""

import argparse
import contextlib
import math
import tempfile
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from training.dataset import SINGLE_LENGTHS, Batch, PairSampler, SingleSampler, concatenate_batches
from training.gpu import prefetch, use_fused_attention
from training.objectives import WORD_LOSS, Model, Objective, autocast
from training.pieces import join_pieces, split_file
from training.portable_state import OptimizerMoments, load_portable_state, read_counters, write_portable_state
from training.recipe import Recipe

SAVE_EVERY_S = 120.0
PORTABLE, PIECES = "state.safetensors", "pieces"  # the state in the form that travels, and its folder
RESTART_STEPS = 100  # of warm-up where a run continues without its optimizers' moments


@dataclass(frozen=True)
class StepProgress:
    """Progress of a run.

    Attributes:
        step: The number of steps.
        tokens: The number of tokens.
        terms: The losses of the last batch by name, on the device; not every batch has every loss.
        seconds: The time so far.
    """

    step: int
    tokens: int
    terms: dict[str, torch.Tensor]
    seconds: float

    @property
    def losses(self) -> dict[str, float]:
        """The losses in nats. Reading them waits for a GPU to finish the step."""
        return {name: term.item() for name, term in self.terms.items()}

    def as_dict(self) -> dict[str, object]:
        """The progress as a log has it."""
        return {"step": self.step, "tokens": self.tokens, "losses": self.losses, "seconds": self.seconds}

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
        if device.type == "cuda":
            use_fused_attention(self.model)
        self.optimizers = _optimizers(self.model, recipe)
        self.step, self.tokens, self.seconds = 0, 0, 0.0
        self.restart_step: int | None = None  # of the last restart without moments

    @property
    def finished(self) -> bool:
        """Whether the budget is spent."""
        return self.tokens >= self.recipe.tokens

    def train(self, watch: Callable[[StepProgress], None], *, until: float = math.inf) -> bool:
        """Train until the budget is spent or it is late; calls ``watch`` after every step.

        Args:
            watch: Called with the progress.
            until: The time to stop, as :func:`time.monotonic` tells it.

        Returns:
            Whether the budget is spent.
        """
        self.model.train()
        with contextlib.closing(self._steps(until)) as steps:
            for progress in steps:
                watch(progress)
        return self.finished

    def _steps(self, until: float) -> Generator[StepProgress]:
        batches = self._batches()
        if self.device.type == "cuda":
            batches = prefetch(batches)
        begun = time.perf_counter()
        while time.monotonic() < until and (drawn := next(batches, None)) is not None:
            batch, rng = drawn
            for optimizer in self.optimizers:
                for group in optimizer.param_groups:
                    group["lr"] = self.recipe.learning_rate * self._relative_rate
            terms = self._update(batch, rng)
            self.step += 1
            self.tokens += int(batch.attention_mask.sum())
            self.seconds += time.perf_counter() - begun
            yield StepProgress(self.step, self.tokens, terms, self.seconds)
            begun = time.perf_counter()

    def _batches(self) -> Iterator[tuple[Batch, np.random.Generator]]:
        """The batches that are left, each with the source of randomness of its step."""
        step, tokens = self.step, self.tokens
        while tokens < self.recipe.tokens:
            rng = np.random.default_rng((self.recipe.seed, step))
            batch = self.samplers.batch(rng, self.recipe, tokens)
            yield batch, rng
            step, tokens = step + 1, tokens + int(batch.attention_mask.sum())

    @property
    def _relative_rate(self) -> float:
        restart = 1.0 if self.restart_step is None else (self.step - self.restart_step + 1) / RESTART_STEPS
        return self.recipe.relative_rate(self.tokens) * min(1.0, restart)

    def _update(self, batch: Batch, rng: np.random.Generator) -> dict[str, torch.Tensor]:
        with autocast(self.device):
            terms = self._objective(self.model, batch, rng)
        torch.stack([term.weight * term.value for term in terms]).sum().backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        for optimizer in self.optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        return {term.name: term.value.detach() for term in terms}

    def save(self, file: Path) -> None:
        """Save the state to ``file``, atomically."""
        state = {
            "model": self.model.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self.optimizers],
            "at": self._counters,
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
        self._set_counters(state["at"])

    def save_pieces(self, folder: Path, *, limit: int, moments: OptimizerMoments = OptimizerMoments.NONE) -> Path:
        """Write the state in pieces of at most ``limit`` bytes, for another machine. Returns the list of the pieces."""
        with tempfile.TemporaryDirectory() as scratch:
            file = Path(scratch) / PORTABLE
            write_portable_state(file, self.model, self.optimizers, self._counters, moments=moments)
            return split_file(file, folder, limit=limit)

    def resume_latest(self, states: Iterable[Path], pieces: Path) -> bool:
        """Resume from the first of ``states`` that exists, or from ``pieces`` if they have seen more tokens.

        Returns:
            Whether there was a state.

        Raises:
            DamagedPiece: A piece is missing or damaged.
        """
        file = next((each for each in states if each.exists()), None)
        if file is not None:
            self.resume(file)
        piece_list = pieces / f"{PORTABLE}.json"
        if piece_list.exists():
            with tempfile.TemporaryDirectory() as scratch:
                joined = join_pieces(piece_list, Path(scratch))
                if read_counters(joined)["tokens"] > self.tokens:
                    counters, with_moments = load_portable_state(joined, self.model, self.optimizers)
                    self._set_counters(counters)
                    if not with_moments:
                        self.optimizers, self.restart_step = _optimizers(self.model, self.recipe), self.step
        return file is not None or piece_list.exists()

    @property
    def _counters(self) -> dict[str, Any]:
        counters = {"step": self.step, "tokens": self.tokens, "seconds": self.seconds}
        return counters if self.restart_step is None else {**counters, "restart_step": self.restart_step}

    def _set_counters(self, counters: Mapping[str, Any]) -> None:
        self.step, self.tokens, self.seconds = (counters[key] for key in ("step", "tokens", "seconds"))
        self.restart_step = counters.get("restart_step")


def add_time_limit(parser: argparse.ArgumentParser) -> None:
    """Add ``--minutes`` to a command line: as ``until``, the value of :func:`time.monotonic` at which to stop."""
    parser.add_argument(
        "--minutes",
        dest="until",
        type=lambda minutes: time.monotonic() + 60 * float(minutes),
        default=math.inf,
        help="stop after this many minutes; the same command continues later",
    )


def train_and_save(run: PretrainingRun, file: Path, *, until: float = math.inf) -> bool:
    """Train until the budget is spent or it is late, saving the state to ``file`` every two minutes and at the end.

    Returns:
        Whether the budget is spent; ``until`` is as in :meth:`PretrainingRun.train`.
    """
    saved_at = time.perf_counter()

    def watch(progress: StepProgress) -> None:
        nonlocal saved_at
        if time.perf_counter() - saved_at > SAVE_EVERY_S:
            run.save(file)
            saved_at = time.perf_counter()
            print(f"{progress.tokens / 1e6:.2f} M pieces, {progress.losses}", flush=True)

    finished = run.train(watch, until=until)
    run.save(file)
    return finished


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
