"""The loss of a causal model at every token, as a table and in words."""

import pandas as pd

from components.masks.model.results import NextTokenLosses

MASKED_SHARE = 0.15  # of the tokens, in BERT's pre-training


def next_token_table(result: NextTokenLosses) -> pd.DataFrame:
    """One row a target, in the order of the sentence.

    Columns: ``row`` from 1; ``position``; ``token``; ``probability``; ``nats``, its loss; ``first``, the model's first
    choice; ``figure``, the loss and the first choice.
    """
    return pd.DataFrame(
        [
            (row, one.position, one.text, one.probability, one.nats, one.top_guess, f"{one.nats:.2f} · {one.top_guess}")
            for row, one in enumerate(result.targets, 1)
        ],
        columns=["row", "position", "token", "probability", "nats", "first", "figure"],
    )


def next_token_finding(result: NextTokenLosses) -> str:
    """How many targets a sentence gives, their average loss, and the token with the highest loss."""
    count, hardest = len(result.targets), max(result.targets, key=lambda target: target.nats)
    return (
        f"Next-word prediction learns from all {count} tokens of this sentence; BERT’s masking would use about "
        f"{max(1, round(MASKED_SHARE * count))}. The average loss is {result.loss:.2f} nats. The hardest token is "
        f"number {result.targets.index(hardest) + 1}, “{hardest.text}” ({hardest.nats:.2f} nats)."
    )
