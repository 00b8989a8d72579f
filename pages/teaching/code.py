"""Plain transformers code of a run, and the export panel that holds three programs of it.

All have the same sentences in the same order, and so the same weights.
"""

import streamlit as st

from cache.shipped.first_runs import first_run, teaching_grid
from components.model.checkpoints.registry import model_record
from components.teaching.charts.histories import loss_curves
from components.teaching.model.presets import DEFAULT_PLAN
from components.teaching.model.results import FineTuningResult
from components.teaching.tables.grid import BY_HAND, TRAINER, cell_of, trainer_and_loop_finding, trainer_and_loop_losses
from pages.parts.findings import room_prose
from pages.parts.rooms import TEACHING
from pages.parts.snippets import snippet

SHORT = "short"  # the Trainer with its defaults, which knows fewer settings
TEN_LINES = "ten_lines"  # a training step and inference, on four sentences
_PROGRAMS = {
    TEN_LINES: "**In a few lines**: training steps on four sentences, then inference",
    SHORT: "**In fifty lines**: `AutoModelForSequenceClassification` and the Trainer’s own batches",
    "by_hand": "**By hand**: the training loop without the Trainer",
    "inside": "**What changed**: how far the weights of each layer moved",
}
_OWN = "your-list.tsv"
_COLUMNS = "The list is a tab-separated file: a header line, then lines with split (train or test), label and sentence."


def code_of(name: str, result: FineTuningResult) -> str:
    """The code of one of the room's snippets, with the values of a run."""
    plan = result.plan
    if name == TEN_LINES:
        return snippet(TEACHING, name, model_record(plan.model_id), rate=plan.learning_rate)
    shipped = not plan.dataset.startswith("own") and plan.dataset != "sst2"
    file = f"components/model/lists/{plan.dataset}.tsv" if shipped else _OWN
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


def other_code(result: FineTuningResult) -> None:
    """Draw other programs of a run, and the losses of the default run written both ways."""
    for name, title in _PROGRAMS.items():
        with st.container(key=f"code-{name}"):
            st.markdown(title)
            st.code(code_of(name, result), language="python", wrap_lines=True)
    default, cell = first_run(DEFAULT_PLAN.key), cell_of(DEFAULT_PLAN, teaching_grid("rates"))
    assert default is not None  # it ships
    assert cell is not None  # and so does the grid that it is part of
    finding = trainer_and_loop_finding(default, cell)
    st.text(finding)
    curves = loss_curves(
        trainer_and_loop_losses(default, cell), names=[TRAINER, BY_HAND], steps=DEFAULT_PLAN.steps, legend=True
    )
    st.altair_chart(curves, key="both", alt=finding)
    with st.container(key="code-about"):
        room_prose(TEACHING, "other_code").draw()
