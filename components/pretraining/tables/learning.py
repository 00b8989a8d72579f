"""Tables of checkpoints, at several steps of one training and after trainings with other masking mixtures."""

from collections.abc import Sequence

import pandas as pd

from components.pretraining.model.results import CheckpointMeasures, LearningCurve, MixtureLoss
from components.tables.numbers import fixed

EARLIER_LEARNING = {"previous": "attends to previous token", "senses": "separates senses of “bank”"}
MASKED, VISIBLE, RANDOM = "behind [MASK]", "visible", "replaced by random token"


def token_count_text(pieces: int) -> str:
    """A number of tokens as text: “984k”."""
    if pieces >= 1_000_000:
        return f"{fixed(pieces / 1e6, 0)}M" if pieces >= 10_000_000 else f"{fixed(pieces / 1e6, 1)}M"
    return f"{fixed(pieces / 1000, 0)}k" if pieces else "0"


def learning_table(curve: LearningCurve) -> pd.DataFrame:
    """One row per checkpoint.

    Columns: ``row`` from 1; ``step``; ``tokens`` seen; ``tokens_text``, the same in words; ``probability`` and
    ``rank`` of the answer followed; ``first``, the checkpoint's own first choice.
    """
    return pd.DataFrame(
        [
            (
                row,
                checkpoint.step,
                checkpoint.pieces,
                token_count_text(checkpoint.pieces),
                checkpoint.probability,
                checkpoint.rank,
                checkpoint.blank.candidates[0].text,
            )
            for row, checkpoint in enumerate(curve.steps, 1)
        ],
        columns=["row", "step", "tokens", "tokens_text", "probability", "rank", "first"],
    )


def milestone_table(checkpoints: Sequence[CheckpointMeasures]) -> pd.DataFrame:
    """Abilities of every checkpoint, one measure per row.

    Columns: ``row`` from 1; ``step``; ``tokens`` seen; ``tokens_text``, the same in words; ``measure``;
    ``value``, a share.
    """
    return pd.DataFrame(
        [
            (
                row,
                checkpoint.step,
                checkpoint.pieces,
                token_count_text(checkpoint.pieces),
                name,
                float(getattr(checkpoint, field)),
            )
            for row, checkpoint in enumerate(checkpoints, 1)
            for field, name in EARLIER_LEARNING.items()
        ],
        columns=["row", "step", "tokens", "tokens_text", "measure", "value"],
    )


def loss_table(checkpoints: Sequence[CheckpointMeasures]) -> pd.DataFrame:
    """One row per checkpoint, measured on the probe set.

    Columns: ``row`` from 1; ``tokens_text``; ``loss`` in nats; ``first``, the share of blanks whose correct word is the
    first choice.
    """
    return pd.DataFrame(
        [
            (row, token_count_text(checkpoint.pieces), checkpoint.loss, checkpoint.first)
            for row, checkpoint in enumerate(checkpoints, 1)
        ],
        columns=["row", "tokens_text", "loss", "first"],
    )


def mixture_table(losses: Sequence[MixtureLoss]) -> pd.DataFrame:
    """Losses by the masking mixture in training and by what is shown at the predicted token.

    Columns: ``row`` from 1; ``shares``; ``shown``; ``loss`` in nats; ``figure``.
    """
    columns = {MASKED: "masked", VISIBLE: "unmasked", RANDOM: "random"}
    return pd.DataFrame(
        [
            (row, mixture.name, name, getattr(mixture, field), f"{fixed(getattr(mixture, field), 2)} {name}")
            for row, mixture in enumerate(losses, 1)
            for name, field in columns.items()
        ],
        columns=["row", "shares", "shown", "loss", "figure"],
    )
