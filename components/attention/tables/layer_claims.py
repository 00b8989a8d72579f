"""Claims of tutorials about layers, as tables, and what a sentence shows of each."""

import pandas as pd

from components.attention.model.layer_claims import PAIRS_BELOW, LayerClaim, LayerPart, part_of_layer
from components.tables.numbers import percentage, probability_text

_IN = {LayerPart.EARLY: "in an early layer", LayerPart.MIDDLE: "in a middle layer", LayerPart.LATE: "in a late layer"}


def claim_table(claim: LayerClaim) -> pd.DataFrame:
    """One row a layer: ``row`` and ``layer`` from 1, ``name``, ``head``, ``share``, ``figure``, ``claimed``.

    ``head`` is the one with the share, from 1, or "all" for averages.
    ``claimed`` says whether the layer is in the third that the claim names.
    """
    count = len(claim.by_layer)
    return pd.DataFrame(
        {
            "row": range(1, count + 1),
            "layer": range(1, count + 1),
            "name": [f"layer {layer}" for layer in range(1, count + 1)],
            "head": [str(head + 1) for head in claim.heads] or ["all"] * count,
            "share": claim.by_layer,
            "figure": [probability_text(share) for share in claim.by_layer],
            "claimed": [part_of_layer(layer, count) is claim.part for layer in range(count)],
        }
    )


def claim_finding(claim: LayerClaim) -> str:
    """Whether a claim holds: where its value is largest, and whether that is more than its baseline."""
    count, strongest = len(claim.by_layer), claim.strongest_layer
    head = f", head {claim.heads[strongest] + 1}" if claim.heads else ""
    value = claim.by_layer[strongest]
    largest = f"{probability_text(value)} (layer {strongest + 1}{head})"
    if claim.holds:
        return f"True here: the largest share is {largest}, {_IN[claim.part]}. {_baseline_text(claim)}"
    if claim.is_in_part:
        return f"Not here: the largest share is {largest}, which is no more than chance. {_baseline_text(claim)}"
    named = [share for layer, share in enumerate(claim.by_layer) if part_of_layer(layer, count) is claim.part]
    limit = f" The {claim.part} layers reach {probability_text(max(named))} at most." if named else ""
    return f"Not here: the largest share is {largest}.{limit} {_baseline_text(claim)}"


def _baseline_text(claim: LayerClaim) -> str:
    baseline = probability_text(claim.baseline)
    if not claim.heads:
        return f"Spread evenly, it would be {baseline}."
    return f"Of the other pairs of words, {percentage(PAIRS_BELOW)} have at most {baseline} in any layer and head."
