"""Train the position embeddings that few sequences reach, with everything else frozen.

Long sequences are expensive, so they come late and rarely in training, and the embeddings of far positions hardly
change. Here they start as copies of the first positions (Beltagy et al. 2020, https://arxiv.org/abs/2004.05150,
section 5) and are trained on sequences of the full length. The outputs for texts of up to :data:`NEAR` tokens stay
exactly the same.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from training.card import member_card
from training.card_parts import write_figures
from training.dataset import PairSampler
from training.evaluate import EVALUATION_SEED
from training.masking import Corruption
from training.member_run import MemberRun
from training.members import NEAR, TrainingTask
from training.objectives import CausalLanguageModelling, MaskedLanguageModelling, Model, Objective, autocast

ROWS = 8  # sequences in a batch
LEARNING_RATE = 1e-2
PAIRS = 256  # held-out pairs of the full length for the loss


@dataclass(frozen=True)
class FarTraining:
    """Tokens seen, steps, and seconds of such a training."""

    tokens: int
    steps: int
    seconds: float


def position_table(model: Model) -> torch.nn.Parameter:
    """The position embeddings. *Shape:* (position, width)."""
    if model.config.model_type == "gpt2":
        table: torch.nn.Parameter = model.transformer.wpe.weight
    else:
        table = model.base_model.embeddings.position_embeddings.weight
    return table


def train_far_positions(
    model: Model,
    sampler: PairSampler,
    objective: Objective,
    *,
    tokens: int,
    device: torch.device,
    seed: int = 0,
    on_progress: Callable[[int, float], None] | None = None,
) -> FarTraining:
    """Train the embeddings of the positions past :data:`NEAR` on ``tokens`` tokens. Changes the model.

    The learning rate falls to zero over the second half. ``on_progress`` is called with the tokens seen and the loss.
    """
    table = position_table(model)
    length = len(table)
    steps = max(1, tokens // (ROWS * length))
    _begin_as_copies(table)
    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    for parameter in trained:
        parameter.requires_grad_(False)
    table.requires_grad_(True)
    is_far = (torch.arange(length, device=table.device) >= NEAR)[:, None]
    hook = table.register_hook(lambda gradient: gradient * is_far)
    optimizer = torch.optim.Adam([table], lr=LEARNING_RATE)
    begun = time.perf_counter()
    model.train()
    for step in range(steps):
        rng = np.random.default_rng((seed, step))
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * min(1.0, 2 * (steps - step) / steps)
        with autocast(device):
            terms = objective(model, sampler.batch(rng, rows=ROWS, length=length), rng)
        torch.stack([term.weight * term.value for term in terms]).sum().backward()
        optimizer.step()
        optimizer.zero_grad()
        if on_progress is not None:
            on_progress((step + 1) * ROWS * length, terms[0].value.item())
    hook.remove()
    for parameter in trained:
        parameter.requires_grad_(True)
    model.eval()
    return FarTraining(steps * ROWS * length, steps, time.perf_counter() - begun)


def train_finished_member(
    member_run: MemberRun, *, tokens: int, seed: int, on_progress: Callable[[int, float], None] | None = None
) -> None:
    """Train the far positions of a finished member, and rewrite its weights, card and figures."""
    model, folder, device = (
        member_run.finished,
        member_run.folders.finished_folder(member_run.member),
        member_run.device,
    )
    asks_next = member_run.member.task is TrainingTask.NEXT
    objective = (
        CausalLanguageModelling(device)
        if asks_next
        else MaskedLanguageModelling(member_run.recipe.corruption, member_run.vocabulary_ids, device)
    )
    judge: Objective = (
        objective if asks_next else MaskedLanguageModelling(Corruption(), member_run.vocabulary_ids, device)
    )
    length, held_out = len(position_table(model)), member_run.held_out.pairs
    before = far_loss(model, held_out, judge, length=length)
    sampler = member_run.run.samplers.pairs
    learned = train_far_positions(
        model, sampler, objective, tokens=tokens, device=device, seed=seed, on_progress=on_progress
    )
    model.half().save_pretrained(folder)
    figures = {
        "command": f"python -m training {member_run.member.name} --far {tokens} --seed {seed}",
        "tokens": learned.tokens,
        "steps": learned.steps,
        "hours": round(learned.seconds / 3600, 2),
        "length": length,
        "before": before,
        "loss": far_loss(model.float(), held_out, judge, length=length),
    }
    _write(member_run, figures)


def far_loss(model: Model, sampler: PairSampler, objective: Objective, *, length: int) -> float:
    """The loss of the predicted tokens on :data:`PAIRS` held-out pairs of ``length`` tokens, in nats."""
    model.eval()
    rng = np.random.default_rng(EVALUATION_SEED)
    with torch.inference_mode():
        losses = [
            objective(model, sampler.batch(rng, rows=ROWS, length=length), rng)[0].value.item()
            for _ in range(PAIRS // ROWS)
        ]
    return float(np.mean(losses))


def _write(member_run: MemberRun, figures: dict[str, Any]) -> None:
    folder = member_run.folders.finished_folder(member_run.member)
    evaluation = json.loads((folder / "evaluation.json").read_text(encoding="utf-8"))
    first = evaluation.pop("far", None)
    if first is not None:  # trained a second time: keep the loss before the first
        figures["before"] = first["before"]
        evaluation["command"] = evaluation["command"].removesuffix(f" && {first['command']}")
    evaluation["command"] += f" && {figures['command']}"
    evaluation["far"] = figures
    write_figures(folder, evaluation, member_card(member_run.member, evaluation, folder))


@torch.no_grad()
def _begin_as_copies(table: torch.nn.Parameter) -> None:
    for begin in range(NEAR, len(table), NEAR):
        rows = min(NEAR, len(table) - begin)
        table[begin : begin + rows] = table[:rows]
