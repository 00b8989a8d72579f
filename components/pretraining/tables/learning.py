"""Tables of checkpoints, at several steps of one training and after trainings with other masking mixtures."""

from collections.abc import Sequence

import pandas as pd

from components.pretraining.model.results import CheckpointMeasures, LearningCurve, MixtureLoss
from components.tables.numbers import fixed, probability_text

EARLIER_LEARNING = {"previous": "attends to previous token", "senses": "separates senses of “bank”"}
MASKED, VISIBLE, RANDOM = "behind [MASK]", "visible", "replaced by random token"


def token_count_text(pieces: int) -> str:
    """A number of tokens as text: “984k”."""
    if pieces >= 1_000_000:
        return f"{fixed(pieces / 1e6, 0)}M" if pieces >= 10_000_000 else f"{fixed(pieces / 1e6, 1)}M"
    return f"{fixed(pieces / 1000, 0)}k" if pieces else "0"


def when_text(pieces: int) -> str:
    """At which point of the training: “After 984k tokens”."""
    return f"After {token_count_text(pieces)} tokens" if pieces else "Before training"


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


def displayed_curve(curve: LearningCurve, *, count: int) -> dict[str, object]:
    """The curve for the widget: ``answer``; ``steps`` with ``probability``, ``first``, ``candidates`` and texts.

    Args:
        curve: The curve.
        count: The number of candidates of each checkpoint.
    """
    return {
        "answer": curve.answer.text,
        "steps": [
            {
                "when": when_text(checkpoint.pieces),
                "tokens": token_count_text(checkpoint.pieces),
                "probability": checkpoint.probability,
                "figure": probability_text(checkpoint.probability),
                "first": checkpoint.blank.candidates[0].text,
                "candidates": [
                    {
                        "text": candidate.text,
                        "probability": candidate.probability,
                        "figure": probability_text(candidate.probability),
                    }
                    for candidate in checkpoint.blank.candidates[:count]
                ],
            }
            for checkpoint in curve.steps
        ],
    }


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
