"""Plain transformers code of a run: the same sentences in the same order, and so the same weights."""

from components.model.checkpoints.registry import model_record
from components.teaching.model.results import FineTuningResult
from pages.parts.rooms import TEACHING
from pages.parts.snippets import snippet

SHORT = "short"  # the Trainer with its defaults, which knows fewer settings
TEN_LINES = "ten_lines"  # a training step and inference, on four sentences
_OWN = "your-list.tsv"
_COLUMNS = "The list is a tab-separated file: a header line, then lines with split (train or test), label and sentence."


def code_of(name: str, result: FineTuningResult) -> str:
    """The code of one of the room's snippets, with the values of a run."""
    plan = result.plan
    if name == TEN_LINES:
        return snippet(TEACHING, name, model_record(plan.model_id), rate=plan.learning_rate)
    shipped = not plan.dataset.startswith("own") and plan.dataset != "sst2"
    file = f"components/teaching/model/{plan.dataset}.tsv" if shipped else _OWN
    remark = "" if shipped else _COLUMNS
    common = {
        "file": file,
        "labels": plan.train_size,
        "epochs": plan.epochs,
        "batch": plan.batch_size,
        "rate": plan.learning_rate,
        "weight_decay": plan.weight_decay,
    }
    if name == SHORT:
        return snippet(TEACHING, name, model_record(plan.model_id), remark=remark, **common)
    return snippet(
        TEACHING,
        name,
        model_record(plan.model_id),
        remark=remark,
        **common,
        warmup_steps=plan.warmup_steps,
        seed=plan.seed,
        frozen=plan.frozen_layers,
        pooling=plan.pooling.value,
        start=plan.start.value,
    )
