"""The loss of the right word at each blank, which masked language models are trained on."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from components.tables.numbers import fixed, log_probability_text
from components.tables.phrases import quoted


@dataclass(frozen=True)
class Target:
    """The right word of a blank and its natural log-probability; of a word of several tokens, the sum over them."""

    word: str
    log_probability: float


def loss_table(targets: Sequence[Target]) -> pd.DataFrame:
    """One row per blank, in the order of the sentence.

    Columns: ``row`` from 1; ``word``; ``label``, numbered; ``loss`` in nats; ``chance``, the probability as
    text; ``figure``, both.
    """
    return pd.DataFrame(
        {
            "row": range(1, len(targets) + 1),
            "word": [target.word for target in targets],
            "label": [f"{number}. {target.word}" for number, target in enumerate(targets, 1)],
            "loss": [abs(target.log_probability) for target in targets],
            "chance": [log_probability_text(target.log_probability) for target in targets],
            "figure": [
                f"{fixed(abs(target.log_probability), 2)} · {log_probability_text(target.log_probability)}"
                for target in targets
            ],
        }
    )


def loss_finding(table: pd.DataFrame) -> str:
    """The mean loss, and the target word with the highest loss."""
    hardest = table.iloc[int(table["loss"].argmax())]
    return (
        f"The mean loss over the {len(table)} target words is {fixed(table['loss'].mean(), 2)} nats. "
        f"{quoted(hardest['word'])} has the highest loss ({fixed(hardest['loss'], 2)} nats, probability "
        f"{hardest['chance']})."
    )
