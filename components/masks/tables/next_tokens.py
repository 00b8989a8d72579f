"""A causal model's loss at every token: table and finding."""

import pandas as pd

from components.masks.model.results import NextTokenLosses
from components.tables.numbers import fixed
from components.tables.phrases import all_phrase, quoted

MASKED_SHARE = 0.15  # of the tokens, in BERT's pre-training


def next_token_table(losses: NextTokenLosses) -> pd.DataFrame:
    """One row for each target, in the order of the sentence.

    Columns: ``row`` from 1; ``position``; ``token``; ``probability``; ``nats``, its loss; ``first``, the model's top
    guess; ``figure``, the loss and the top guess as text.
    """
    return pd.DataFrame(
        [
            (
                row,
                target.position,
                target.text,
                target.probability,
                target.nats,
                target.top_guess,
                f"{fixed(target.nats, 2)} · {target.top_guess}",
            )
            for row, target in enumerate(losses.targets, 1)
        ],
        columns=["row", "position", "token", "probability", "nats", "first", "figure"],
    )


def next_token_finding(losses: NextTokenLosses) -> str:
    """How many targets a sentence gives, their average loss, and the token with the highest loss."""
    count, hardest = len(losses.targets), max(losses.targets, key=lambda target: target.nats)
    return (
        f"Next-word prediction learns from {all_phrase(count, 'token')} of this sentence; BERT’s masking would use "
        f"about {max(1, round(MASKED_SHARE * count))}. The average loss is {fixed(losses.loss, 2)} nats. The hardest "
        f"token is number {losses.targets.index(hardest) + 1}, {quoted(hardest.text)} ({fixed(hardest.nats, 2)} nats)."
    )
