"""What a run changed inside, as tables and sentences."""

import math

import pandas as pd

from components.tables.numbers import percentage
from components.teaching.model.results import FineTuningResult


def layer_change_table(ran: FineTuningResult) -> pd.DataFrame:
    """Layer by layer: ``row`` from 1, ``name``, ``moved`` in percent and ``figure``, ``alike`` and ``alike_figure``."""
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
            for each in ran.layer_changes
        ],
        columns=["row", "name", "moved", "figure", "alike", "alike_figure"],
    )


def cka_finding(ran: FineTuningResult) -> str:
    """Which layer's vectors lie least as they did."""
    least = min(ran.layer_changes, key=lambda each: each.cka)
    name = "the embeddings" if least.layer == 0 else f"layer {least.layer}"
    return f"The vectors changed most in {name} (CKA {least.cka:.3f})."


def weight_finding(ran: FineTuningResult) -> str:
    """Which layer moved most, and how little that is, or how much."""
    largest = max(ran.layer_changes, key=lambda each: each.weight_change)
    if largest.weight_change == 0:
        return (
            f"The encoder’s weights did not change: only the {ran.head_parameters:,} parameters of the head were "
            "trained."
        )
    name = "the embeddings" if largest.layer == 0 else f"layer {largest.layer}"
    return f"The weights moved by at most {percentage(largest.weight_change, 1)} of their norm, most in {name}."


def head_note(ran: FineTuningResult) -> str:
    """The new weights among the others."""
    return (
        f"The new head has {ran.head_parameters:,} parameters; {ran.trained_parameters:,} of {ran.parameters:,} "
        "parameters were trained."
    )


def blanks_note(ran: FineTuningResult) -> str:
    """What has become of the blanks that it used to fill."""
    if ran.blank_losses is None:
        return ""
    before, after = ran.blank_losses
    if not math.isfinite(after):
        return "It can no longer fill blanks: the run diverged, and its outputs are not numbers."
    if after - before > 0.05:
        return f"It fills blanks worse than before: the loss rose from {before:.2f} to {after:.2f} nats."
    if before - after > 0.05:
        return f"It fills blanks better than before: the loss fell from {before:.2f} to {after:.2f} nats."
    return f"It fills blanks about as well as before: the loss was {before:.2f} nats and is {after:.2f}."
