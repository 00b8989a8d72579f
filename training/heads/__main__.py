"""Train all task heads together: ``python -m training.heads --data runs/heads``.

First ``python -m training.heads.data`` writes what is learned from. ``--rank 0`` trains the heads alone, on the encoder
as it is: the figure that the cards compare with.
"""

import argparse
import json
import random
import time
from pathlib import Path

import torch
from torch.nn import functional
from transformers import AutoTokenizer, get_linear_schedule_with_warmup

from components.model.checkpoints.catalogue import POCKET_FOLDER
from components.model.checkpoints.unlisted import HEADS_FOLDER
from components.model.heads.pooling import pool_vectors
from components.model.heads.specs import (
    ANSWERS,
    NAMES,
    OPINION,
    SPAN,
    SPEECH,
    SUBJECT,
    TextPooling,
)
from training.heads.batches import NO_LABEL, PASSAGE, QUESTION, Batch, HeadBatches
from training.heads.model import RANK, MultiHeadEncoder

STEPS = 5500
RATE_HEADS, RATE_CHANGE = 1e-3, 5e-4
WARM_UP = 0.05
SAVE_EVERY_S = 180
ALIKE = "alike"  # not a head: the mean vectors themselves
SHARPNESS = 20.0  # of the softmax over cosines


def main() -> None:
    """Parse the command line; train, evaluate and export."""
    parser = argparse.ArgumentParser(prog="python -m training.heads", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("runs/heads"))
    parser.add_argument("--to", type=Path, default=HEADS_FOLDER)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--rank", type=int, default=RANK)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--bfloat16", action="store_true", help="multiply in bfloat16, if the processor can")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(arguments.seed)
    folder = POCKET_FOLDER / "minilm"
    batches = HeadBatches(arguments.data, AutoTokenizer.from_pretrained(folder, local_files_only=True))
    model = MultiHeadEncoder(folder, rank=arguments.rank)
    arguments.to.mkdir(parents=True, exist_ok=True)
    train(model, batches, arguments)
    model.export(arguments.to)


def train(model: MultiHeadEncoder, batches: HeadBatches, arguments: argparse.Namespace) -> None:
    """Train for the number of steps; each step draws one task."""
    changes = [each for change in model.updates.values() for each in change.parameters()]
    heads = [*model.heads.parameters(), *model.queries.parameters()]
    optimizer = torch.optim.AdamW(
        [{"params": heads, "lr": RATE_HEADS}, *([{"params": changes, "lr": RATE_CHANGE}] if changes else [])],
        weight_decay=0.01,
    )
    schedule = get_linear_schedule_with_warmup(optimizer, int(WARM_UP * arguments.steps), arguments.steps)
    state, step, seconds = arguments.to / "state.pt", 0, 0.0
    if state.exists():
        saved_state = torch.load(state, weights_only=True)
        model.load_state_dict(saved_state["model"])
        optimizer.load_state_dict(saved_state["optimizer"])
        schedule.load_state_dict(saved_state["schedule"])
        step, seconds = saved_state["step"], saved_state["seconds"]
    log = (arguments.to / "log.jsonl").open("a", encoding="utf-8")
    saved = began = time.perf_counter()
    sums: dict[str, list[float]] = {}
    model.train()
    while step < arguments.steps:
        rng = random.Random(f"{arguments.seed} {step}")  # a resumed run draws the same batches
        task = rng.choices(batches.tasks, [task_choice.share for task_choice in batches.tasks])[0]
        batch = task.batch(rng.sample(task.records, k=task.size), rng)
        with torch.autocast("cpu", torch.bfloat16, enabled=arguments.bfloat16):
            losses = head_losses(model, batch)
        optimizer.zero_grad()
        torch.stack(list(losses.values())).sum().backward()
        torch.nn.utils.clip_grad_norm_([*changes, *heads], 1.0)
        optimizer.step()
        schedule.step()
        step += 1
        for name, loss in losses.items():
            sums.setdefault(name, []).append(float(loss.detach()))
        if step % 50 == 0:
            took = seconds + time.perf_counter() - began
            means = {name: round(sum(each) / len(each), 3) for name, each in sorted(sums.items())}
            log.write(json.dumps({"step": step, "seconds": round(took), **means}) + "\n")
            log.flush()
            sums = {}
        if time.perf_counter() - saved > SAVE_EVERY_S or step == arguments.steps:
            saved = time.perf_counter()
            saved_state = {
                "model": model.state_dict(),
                "optimizer": optimizer.state_dict(),
                "schedule": schedule.state_dict(),
            }
            partial = state.with_suffix(".partial")
            torch.save(saved_state | {"step": step, "seconds": seconds + saved - began}, partial)
            partial.rename(state)


def head_losses(model: MultiHeadEncoder, batch: Batch) -> dict[str, torch.Tensor]:
    """The losses of the heads for which the batch has labels."""
    vectors = model.encode(batch)
    losses: dict[str, torch.Tensor] = {}
    for head in (SPEECH, NAMES):
        if head in batch:
            scores = model.scores(vectors, head).float()
            losses[head] = functional.cross_entropy(scores.transpose(1, 2), batch[head], ignore_index=NO_LABEL)
    if ANSWERS in batch:
        scores = model.scores(vectors[:, 0], ANSWERS).float()
        losses[ANSWERS] = functional.cross_entropy(scores, batch[ANSWERS], ignore_index=NO_LABEL)
    if SPAN in batch:
        # An answer is a span of the passage, or [CLS] for "no answer".
        allowed = (batch["token_type_ids"] == 1) & (batch["attention_mask"] == 1)
        allowed[:, 0] = True
        scores = model.scores(vectors, SPAN).float().masked_fill(~allowed[..., None], -1e4)
        losses[SPAN] = functional.cross_entropy(
            scores.transpose(1, 2).reshape(-1, scores.shape[1]), batch[SPAN].reshape(-1), ignore_index=NO_LABEL
        )
        losses[ALIKE] = _contrastive_loss(*(_mean_vectors(model, batch, part) for part in (QUESTION, PASSAGE)))
    for head in (SUBJECT, OPINION):
        if head in batch:
            scores_by_way = model.text_scores(vectors, batch["attention_mask"], head).values()
            each = [
                functional.binary_cross_entropy_with_logits(scores.float(), batch[head])
                if head == SUBJECT
                else functional.cross_entropy(scores.float(), batch[head])
                for scores in scores_by_way
            ]
            losses[head] = torch.stack(each).mean()
    return losses


def _mean_vectors(model: MultiHeadEncoder, batch: Batch, part: str) -> torch.Tensor:
    alone = {name.removeprefix(f"{part}."): each for name, each in batch.items() if name.startswith(f"{part}.")}
    return pool_vectors(model.encode(alone).float(), alone["attention_mask"], TextPooling.MEAN)


def _contrastive_loss(questions: torch.Tensor, passages: torch.Tensor) -> torch.Tensor:
    """A symmetric contrastive loss: each question should be most similar to its own passage in the batch.

    After Karpukhin et al. 2020 (https://arxiv.org/abs/2004.04906), on cosines.
    """
    cosines = functional.normalize(questions, dim=1) @ functional.normalize(passages, dim=1).T
    targets = torch.arange(len(cosines))
    scores = cosines * SHARPNESS
    return (functional.cross_entropy(scores, targets) + functional.cross_entropy(scores.T, targets)) / 2


if __name__ == "__main__":
    main()
