"""Changes inside the model as tables and sentences."""

import math

import pandas as pd

from components.tables.numbers import fixed, percentage
from components.tables.phrases import by_count, ranges_phrase
from components.teaching.model.results import FineTuningResult

SAME_FROM = 0.9  # CKA: what is less is called different


def layer_change_table(result: FineTuningResult) -> pd.DataFrame:
    """Rows by layer: ``row`` from 1, ``name``, ``moved`` in percent and ``figure``, ``alike`` and ``alike_figure``."""
    return pd.DataFrame(
        [
            (
                each.layer + 1,
                "Before layer 1" if each.layer == 0 else f"Layer {each.layer}",
                100 * each.weight_change,
                percentage(each.weight_change, 1),
                each.cka,
                fixed(each.cka, 3),
            )
            for each in result.layer_changes
        ],
        columns=["row", "name", "moved", "figure", "alike", "alike_figure"],
    )


def cka_finding(result: FineTuningResult) -> str:
    """The layer whose vectors changed most."""
    least = min(result.layer_changes, key=lambda each: each.cka)
    name = "the embeddings" if least.layer == 0 else f"layer {least.layer}"
    return f"The vectors changed most in {name} (CKA {fixed(least.cka, 3)})."


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


def similarity_finding(result: FineTuningResult) -> str:
    """Which layers still place the held-out sentences as before, and which do not; empty if the run diverged."""
    values = [each.cka for each in result.layer_changes]
    if not all(map(math.isfinite, values)):
        return ""
    same = [layer for layer, cka in enumerate(values) if cka >= SAME_FROM]
    others = [layer for layer, cka in enumerate(values) if cka < SAME_FROM]
    lowest = min((values[layer] for layer in same), default=0.0)
    similarity_text = f"(CKA at least {fixed(math.floor(100 * lowest) / 100, 2)} of 1)"
    if not others:
        return f"Every layer still places the sentences as before {similarity_text}."
    farthest = min(others, key=lambda layer: values[layer])
    lowest_text = f"CKA {fixed(values[farthest], 2)}"
    if not same:
        return f"Every layer places the sentences differently than before, layer {farthest} most ({lowest_text})."
    changed = f", layer {farthest} most ({lowest_text})" if len(others) > 1 else f" ({lowest_text})"
    return (
        f"{_layers_place(same, 'Layer', 'still ')} the sentences as before {similarity_text}; "
        f"{_layers_place(others, 'layer')} them differently{changed}."
    )


def _layers_place(layers: list[int], noun: str, adverb: str = "") -> str:
    """The layers and their verb: "layers 0–2 place"."""
    names = f"{by_count(len(layers), noun, f'{noun}s')} {ranges_phrase(layers)}"
    return f"{names} {adverb}{by_count(len(layers), 'places', 'place')}"


def head_note(result: FineTuningResult) -> str:
    """The number of parameters of the head, and of all trained ones."""
    return (
        f"The new head has {result.head_parameters:,} parameters; {result.trained_parameters:,} of "
        f"{result.parameters:,} parameters were trained{untrained_clause(result)}."
    )


def untrained_clause(result: FineTuningResult) -> str:
    """What was not trained, as a clause that begins with a comma; empty if everything was."""
    if result.trained_parameters == result.parameters:
        return ""
    if result.plan.frozen_layers:
        return ", without the frozen layers and the head from pre-training"
    return ", without the head from pre-training"


def blanks_note(result: FineTuningResult) -> str:
    """How the loss on masked words changed; empty if the model fills no blanks."""
    if result.blank_losses is None:
        return ""
    before, after = result.blank_losses
    if not math.isfinite(after):
        return "It can no longer fill blanks: the run diverged, and its outputs are not numbers."
    loss = "the loss (−ln of the right word’s probability, in the unit nats)"
    if after - before > 0.05:
        return f"It fills blanks worse than before: {loss} rose from {fixed(before, 2)} to {fixed(after, 2)} nats."
    if before - after > 0.05:
        return f"It fills blanks better than before: {loss} fell from {fixed(before, 2)} to {fixed(after, 2)} nats."
    return f"It fills blanks about as well as before: {loss} was {fixed(before, 2)} nats and is {fixed(after, 2)}."
