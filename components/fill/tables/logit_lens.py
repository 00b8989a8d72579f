"""Table and finding of the logit lens."""

from collections.abc import Sequence

import pandas as pd

from components.model.blanks.results import LayerPrediction
from components.tables.numbers import probability_text
from components.tables.phrases import capitalised, list_phrase, quoted
from components.tables.predictions import candidate_label


def layer_table(readings: Sequence[LayerPrediction]) -> pd.DataFrame:
    """Columns: ``rank``, the row's number from 1; ``layer``, 0 for the embedding; ``word``, the row's name.

    Also ``probability`` of the answer, ``chance``, the same as text, and ``answer_rank``; ``first_choice`` of that
    layer and its ``first_probability``; ``agrees``, whether the answer is that choice; ``figure``, that choice with
    its probability.
    """
    return pd.DataFrame(
        {
            "rank": range(1, len(readings) + 1),
            "layer": [reading.layer for reading in readings],
            "word": [f"layer {reading.layer}" if reading.layer else "before" for reading in readings],
            "probability": [reading.probability for reading in readings],
            "chance": [probability_text(reading.probability) for reading in readings],
            "answer_rank": [reading.rank for reading in readings],
            "first_choice": [candidate_label(reading.first_choice) for reading in readings],
            "first_probability": [reading.first_choice.probability for reading in readings],
            "agrees": [reading.rank == 1 for reading in readings],
            "figure": [
                f"{candidate_label(r.first_choice)} {probability_text(r.first_choice.probability)}" for r in readings
            ],
        }
    )


def logit_lens_finding(table: pd.DataFrame, answer: str) -> str:
    """The layers after which the answer is the first choice, and its final probability."""
    last, name = table.iloc[-1], capitalised(quoted(answer))
    end = f"after the last layer it has {probability_text(last['probability'])}"
    layers = list(table.loc[table["agrees"], "layer"])
    runs = [
        (layer, next(end for end in range(layer, last["layer"] + 1) if end + 1 not in layers))
        for layer in layers
        if layer - 1 not in layers
    ]
    if not last["agrees"]:
        in_the_end = f"only choice number {last['answer_rank']:,} in the end: {end}."
        return f"{name} is {f'the first choice {_stretches(runs)}, but ' if runs else ''}{in_the_end}"
    *earlier, (since, _) = runs
    if since == 0:
        return f"{name} is the first choice from the start; {end}."
    if earlier:
        loses = "loses that place" if len(earlier) == 1 else "loses that place each time"
        return (
            f"{name} is the first choice {_stretches(earlier)}, {loses}, and is first again "
            f"{'after' if since == last['layer'] else 'from'} layer {since} of {last['layer']}"
            f"{'' if since == last['layer'] else ' on'}; {end}."
        )
    if since == last["layer"]:
        return f"{name} becomes the first choice only in the last layer ({since}); {end}."
    return f"{name} is the first choice from layer {since} of {last['layer']} on; {end}."


def _stretches(runs: Sequence[tuple[int, int]]) -> str:
    """Runs of layers, each as its first and last one, inside a sentence."""
    return list_phrase([_stretch(first, last) for first, last in runs])


def _stretch(first: int, last: int) -> str:
    if first == last:
        return f"after layer {first}" if first else "before layer 1"
    return f"after layers {first} to {last}" if first else f"up to layer {last}"
