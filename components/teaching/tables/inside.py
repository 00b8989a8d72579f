"""What a run changed inside, as tables and sentences."""

import math

import pandas as pd

from components.tables.numbers import percentage
from components.teaching.model.results import Ran


def layer_changes(ran: Ran) -> pd.DataFrame:
    """Layer by layer: ``row`` from 1, ``name``, ``moved`` in percent and ``figure``, ``alike`` and ``alike_figure``."""
    return pd.DataFrame(
        [
            (
                each.layer + 1,
                "Embeddings" if each.layer == 0 else f"Layer {each.layer}",
                100 * each.moved,
                percentage(each.moved, 2),
                each.alike,
                f"{each.alike:.3f}",
            )
            for each in ran.layers
        ],
        columns=["row", "name", "moved", "figure", "alike", "alike_figure"],
    )


def least_alike(ran: Ran) -> str:
    """Which layer's vectors lie least as they did."""
    least = min(ran.layers, key=lambda each: each.alike)
    name = "the embeddings" if least.layer == 0 else f"layer {least.layer}"
    return f"The vectors changed most in {name} (CKA {least.alike:.3f})."


def inside_finding(ran: Ran) -> str:
    """Which layer moved most, and how little that is, or how much."""
    most = max(ran.layers, key=lambda each: each.moved)
    if most.moved == 0:
        return f"The encoder’s weights did not change: only the {ran.head:,} parameters of the head were trained."
    name = "the embeddings" if most.layer == 0 else f"layer {most.layer}"
    return f"The weights moved by at most {percentage(most.moved, 1)} of their norm, most in {name}."


def head_note(ran: Ran) -> str:
    """The new weights among the others."""
    return f"The new head has {ran.head:,} parameters; {ran.trained:,} of {ran.parameters:,} parameters were trained."


def blanks_note(ran: Ran) -> str:
    """What has become of the blanks that it used to fill."""
    if ran.blanks is None:
        return ""
    before, after = ran.blanks
    if not math.isfinite(after):
        return "It can no longer fill blanks: the run diverged, and its outputs are not numbers."
    if after - before > 0.05:
        return f"It fills blanks worse than before: the loss rose from {before:.2f} to {after:.2f} nats."
    if before - after > 0.05:
        return f"It fills blanks better than before: the loss fell from {before:.2f} to {after:.2f} nats."
    return f"It fills blanks about as well as before: the loss was {before:.2f} nats and is {after:.2f}."
