"""The weights of a run as files: a checkpoint that other rooms open, and the new head beside it."""

import shutil
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

from components.model.checkpoints.availability import TOKENIZER_FILES
from components.model.serialisation import to_json
from components.teaching.model.plan import Plan, Pooling
from components.teaching.model.results import Ran
from components.teaching.model.run import Trained

HEAD, CARD = "head.safetensors", "README.md"
_EXTRAS = ("tokenizer_config.json", "special_tokens_map.json", "merges.txt")
_TEMPLATE = Path(__file__).with_name("card.md").read_text(encoding="utf-8")


def save(found: Trained, folder: Path) -> None:
    """Write a run's weights; the folder appears whole or not at all.

    Args:
        found: The run.
        folder: A folder that is not there yet, in one that is.
    """
    partial = folder.with_name(f"{folder.name}.partial")
    partial.mkdir()
    found.model.language_model.save_pretrained(partial, safe_serialization=True)
    head = {f"head.{name}": weights for name, weights in found.model.head.state_dict().items()}
    if found.model.pooler is not None:
        head |= {f"pooler.{name}": weights for name, weights in found.model.pooler.state_dict().items()}
    save_file({name: weights.contiguous() for name, weights in head.items()}, partial / HEAD)
    for name in (*TOKENIZER_FILES, *_EXTRAS):
        if (found.folder / name).is_file():
            shutil.copyfile(found.folder / name, partial / name)
    (partial / "plan.json").write_text(to_json(found.ran.plan, indent=1), encoding="utf-8")
    (partial / CARD).write_text(card(found.ran), encoding="utf-8")
    partial.rename(folder)


def head_of(folder: Path) -> dict[str, torch.Tensor]:
    """The new head: ``head.weight`` (label, width), ``head.bias`` (label,), and the pooler's where it was read."""
    return load_file(folder / HEAD)


def card(ran: Ran) -> str:
    """What somebody should know who is given the weights."""
    plan: Plan = ran.plan
    right = sum(ran.right(ran.own))
    read = {Pooling.MEAN: "the mean of all vectors", Pooling.CLS: "[CLS]", Pooling.POOLER: "[CLS] through the pooler"}
    simpler = "\n".join(f"| {each.name.value} | {100 * each.accuracy:.1f}% |" for each in ran.baselines)
    return _TEMPLATE.format(
        model=plan.model_id,
        sentences=plan.sentences,
        labels=", ".join(ran.labels),
        used=plan.labels,
        epochs=plan.epochs,
        rate=f"{plan.rate:g}",
        batch=plan.batch,
        seed=plan.seed,
        frozen=plan.frozen,
        reads=read[plan.pooling],
        right=right,
        asked=len(ran.test),
        share=f"{100 * right / len(ran.test):.1f}%",
        simpler=simpler,
        versions=ran.conditions.versions,
    )
