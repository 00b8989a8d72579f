"""Table and finding of the logit lens."""

from collections.abc import Sequence

import pandas as pd

from components.model.blanks.results import LayerPrediction
from components.tables.numbers import probability_text
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
    """The layer from which on the answer is the first choice, and its final probability."""
    last = table.iloc[-1]
    end = f"after the last layer it has {probability_text(last['probability'])}"
    others = table.index[~table["agrees"]]
    if not last["agrees"]:
        return f"“{answer}” is only choice number {last['answer_rank']:,} in the end: {end}."
    if len(others) == 0:
        return f"“{answer}” is the first choice from the start; {end}."
    since = table.loc[others[-1] + 1]
    if since["layer"] == last["layer"]:
        return f"“{answer}” becomes the first choice only in the last layer ({last['layer']}); {end}."
    return f"“{answer}” is the first choice from layer {since['layer']} of {last['layer']} on; {end}."
