"""Save the weights of a run: a checkpoint that other rooms can open, and the new head."""

import shutil
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

from components.model.checkpoints.availability import TOKENIZER_FILES
from components.model.serialisation import to_json
from components.teaching.model.plan import ClassifierPooling, Plan
from components.teaching.model.results import FineTuningResult
from components.teaching.model.run import TrainedClassifier

HEAD_FILE, CARD_FILE = "head.safetensors", "README.md"
_EXTRAS = ("tokenizer_config.json", "special_tokens_map.json", "merges.txt")
_WHOLE = "- `model.safetensors`: the language model after training. Its vocabulary head was not trained."
_TEMPLATE = Path(__file__).with_name("card.md").read_text(encoding="utf-8")


def save_weights(trained: TrainedClassifier, folder: Path) -> None:
    """Save the weights of a run; the folder appears only once it is complete.

    Args:
        trained: The run.
        folder: A folder that does not exist yet, in one that does.
    """
    partial = folder.with_name(f"{folder.name}.partial")
    partial.mkdir()
    trained.model.language_model.save_pretrained(partial, safe_serialization=True)
    head = {f"head.{name}": weights for name, weights in trained.model.head.state_dict().items()}
    if trained.model.pooler is not None:
        head |= {f"pooler.{name}": weights for name, weights in trained.model.pooler.state_dict().items()}
    save_file({name: weights.contiguous() for name, weights in head.items()}, partial / HEAD_FILE)
    for name in (*TOKENIZER_FILES, *_EXTRAS):
        if (trained.folder / name).is_file():
            shutil.copyfile(trained.folder / name, partial / name)
    (partial / "plan.json").write_text(to_json(trained.result.plan, indent=1), encoding="utf-8")
    (partial / CARD_FILE).write_text(model_card(trained.result), encoding="utf-8")
    partial.rename(folder)


def load_head(folder: Path) -> dict[str, torch.Tensor]:
    """Load the head: ``head.weight`` (label, width), ``head.bias`` (label,), and the pooler's if it was used."""
    return load_file(folder / HEAD_FILE)


def model_card(result: FineTuningResult, *, files: str = _WHOLE) -> str:
    """The model card, in Markdown; ``files`` describes the file of the language model."""
    plan: Plan = result.plan
    right = sum(result.correct(result.history))
    read = {
        ClassifierPooling.MEAN: "the mean of all vectors",
        ClassifierPooling.CLS: "[CLS]",
        ClassifierPooling.POOLER: "[CLS] through the pooler",
    }
    is_cut = result.steps < plan.steps
    simpler = "\n".join(f"| {each.name.value} | {100 * each.accuracy:.1f}% |" for each in result.baselines)
    return _TEMPLATE.format(
        files=files,
        model=plan.model_id,
        sentences=plan.dataset,
        labels=", ".join(result.labels),
        used=plan.train_size,
        epochs=plan.epochs,
        cut=f", stopped at a time limit after {result.steps} of {plan.steps} steps" if is_cut else "",
        rate=f"{plan.learning_rate:g}",
        batch=plan.batch_size,
        seed=plan.seed,
        frozen=plan.frozen_layers,
        reads=read[plan.pooling],
        right=right,
        asked=len(result.test),
        share=f"{100 * right / len(result.test):.1f}%",
        simpler=simpler,
        versions=result.conditions.versions,
    )
