"""Changes inside the model as tables and sentences."""

import math

import pandas as pd

from components.tables.numbers import percentage
from components.teaching.model.results import FineTuningResult


def layer_change_table(result: FineTuningResult) -> pd.DataFrame:
    """Rows by layer: ``row`` from 1, ``name``, ``moved`` in percent and ``figure``, ``alike`` and ``alike_figure``."""
    return pd.DataFrame(
        [
            (
                each.layer + 1,
                "Embeddings" if each.layer == 0 else f"Layer {each.layer}",
                100 * each.weight_change,
                percentage(each.weight_change, 2),
                each.cka,
                f"{each.cka:.3f}",
            )
            for each in result.layer_changes
        ],
        columns=["row", "name", "moved", "figure", "alike", "alike_figure"],
    )


def cka_finding(result: FineTuningResult) -> str:
    """The layer whose vectors changed most."""
    least = min(result.layer_changes, key=lambda each: each.cka)
    name = "the embeddings" if least.layer == 0 else f"layer {least.layer}"
    return f"The vectors changed most in {name} (CKA {least.cka:.3f})."


def weight_finding(result: FineTuningResult) -> str:
    """The layer whose weights changed most, and by how much."""
    largest = max(result.layer_changes, key=lambda each: each.weight_change)
    if largest.weight_change == 0:
        return (
            f"The encoder’s weights did not change: only the {result.head_parameters:,} parameters of the head were "
            "trained."
        )
    name = "the embeddings" if largest.layer == 0 else f"layer {largest.layer}"
    return f"The weights moved by at most {percentage(largest.weight_change, 1)} of their norm, most in {name}."


def head_note(result: FineTuningResult) -> str:
    """The number of parameters of the head, and of all trained ones."""
    return (
        f"The new head has {result.head_parameters:,} parameters; {result.trained_parameters:,} of "
        f"{result.parameters:,} parameters were trained."
    )


def blanks_note(result: FineTuningResult) -> str:
    """How the loss on masked words changed; empty if the model fills no blanks."""
    if result.blank_losses is None:
        return ""
    before, after = result.blank_losses
    if not math.isfinite(after):
        return "It can no longer fill blanks: the run diverged, and its outputs are not numbers."
    if after - before > 0.05:
        return f"It fills blanks worse than before: the loss rose from {before:.2f} to {after:.2f} nats."
    if before - after > 0.05:
        return f"It fills blanks better than before: the loss fell from {before:.2f} to {after:.2f} nats."
    return f"It fills blanks about as well as before: the loss was {before:.2f} nats and is {after:.2f}."
