"""Tables of the room."""

from collections.abc import Mapping, Sequence

import pandas as pd

from components.pretraining.model.results import (
    CheckpointMeasures,
    LearningCurve,
    MaskingLoss,
    MixtureLoss,
    PairKind,
    SentenceTraining,
    TokenCorruption,
)
from components.tables.numbers import probability_text

EARLIER_LEARNING = {"previous": "attends to previous token", "senses": "separates senses of “bank”"}
TRAINED_SENTENCE, OTHER_SENTENCE = "the sentence it trains on", "the other sentence"
MASKED, VISIBLE, RANDOM = "behind [MASK]", "visible", "replaced by random token"
KINDS = {"next": "next", "exchanged": "swapped", "same text": "same text", "another text": "another text"}


def token_count_text(pieces: int) -> str:
    """A number of tokens as text: “984k”."""
    if pieces >= 1_000_000:
        return f"{pieces / 1e6:.0f}M" if pieces >= 10_000_000 else f"{pieces / 1e6:.1f}M"
    return f"{pieces / 1000:.0f}k" if pieces else "0"


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
    """The loss on the probe set at each checkpoint: ``row``, ``tokens_text``, ``loss`` (nats), ``first``, a share."""
    return pd.DataFrame(
        [
            (row, token_count_text(checkpoint.pieces), checkpoint.loss, checkpoint.first)
            for row, checkpoint in enumerate(checkpoints, 1)
        ],
        columns=["row", "tokens_text", "loss", "first"],
    )


def token_loss_table(loss: MaskingLoss) -> pd.DataFrame:
    """The loss on a masked sentence, one predicted token per row.

    Columns: ``row`` from 1; ``position``; ``token``; ``corruption``; ``shown``, what the model sees there;
    ``probability``; ``nats``; ``label``, both tokens, and ``figure``, as people read them.
    """
    return pd.DataFrame(
        [
            (
                row,
                token_loss.target.position,
                token_loss.text,
                token_loss.target.corruption.value,
                token_loss.input_text,
                token_loss.probability,
                token_loss.loss,
                token_loss.text
                if token_loss.target.corruption is TokenCorruption.KEPT
                else f"{token_loss.text} ({token_loss.input_text})",
                f"{probability_text(token_loss.probability)} · {token_loss.loss:.2f} nats",
            )
            for row, token_loss in enumerate(loss.token_losses, 1)
        ],
        columns=["row", "position", "token", "corruption", "shown", "probability", "nats", "label", "figure"],
    )


def displayed_tokens(loss: MaskingLoss) -> list[dict[str, object]]:
    """The tokens of a masked sentence for the widget: ``text``, the original ``was``, ``corruption`` and ``nats``."""
    costs = {token_loss.target.position: token_loss for token_loss in loss.token_losses}
    pieces: list[dict[str, object]] = []
    for place, token in enumerate(loss.tokens.items):
        token_loss = costs.get(place)
        pieces.append(
            {
                "text": token.text,
                "continues": token.continues,
                "special": token.special,
                "corruption": "",
                "was": "",
                "nats": "",
            }
            if token_loss is None
            else {
                "text": token_loss.input_text,
                "continues": token.continues,
                "special": False,
                "corruption": {
                    TokenCorruption.MASK: "mask",
                    TokenCorruption.RANDOM: "random",
                    TokenCorruption.KEPT: "kept",
                }[token_loss.target.corruption],
                "was": token_loss.text,
                "nats": f"{token_loss.loss:.2f}",
            }
        )
    return pieces


def convergence_table(shares_by_count: Mapping[int, Mapping[TokenCorruption, float]]) -> pd.DataFrame:
    """The share of tokens with each outcome by number of draws: ``draws``, ``corruption``, ``share``."""
    return pd.DataFrame(
        [
            (draws, corruption.value, share)
            for draws, shares in shares_by_count.items()
            for corruption, share in shares.items()
        ],
        columns=["draws", "corruption", "share"],
    )


def coverage_table(dynamic: Sequence[float], static: Sequence[float]) -> pd.DataFrame:
    """The share of tokens chosen at least once, by epoch: ``epochs`` from 1, ``masking``, ``share``."""
    names = {"dynamic (RoBERTa)": dynamic, "static, ten copies (BERT)": static}
    return pd.DataFrame(
        [(epoch, name, share) for name, shares in names.items() for epoch, share in enumerate(shares, 1)],
        columns=["epochs", "masking", "share"],
    )


def mixture_table(losses: Sequence[MixtureLoss]) -> pd.DataFrame:
    """Losses by the masking mixture in training and by what is shown at the predicted token.

    Columns: ``row`` from 1; ``shares``; ``shown``; ``loss`` in nats; ``figure``.
    """
    columns = {MASKED: "masked", VISIBLE: "unmasked", RANDOM: "random"}
    return pd.DataFrame(
        [
            (row, mixture.name, name, getattr(mixture, field), f"{getattr(mixture, field):.2f} {name}")
            for row, mixture in enumerate(losses, 1)
            for name, field in columns.items()
        ],
        columns=["row", "shares", "shown", "loss", "figure"],
    )


def kinds_table(kinds: Sequence[PairKind]) -> pd.DataFrame:
    """One row per kind of pair.

    Columns: ``row`` from 1; ``name``; ``value``, the share called next, with ``low`` and ``high``; ``figure``.
    """
    return pd.DataFrame(
        [
            (
                row,
                KINDS[kind.name],
                kind.share.value,
                kind.share.low,
                kind.share.high,
                probability_text(kind.share.value),
            )
            for row, kind in enumerate(kinds, 1)
        ],
        columns=["row", "name", "value", "low", "high", "figure"],
    )


def training_table(training: SentenceTraining) -> pd.DataFrame:
    """The probabilities of both words: ``steps``, ``sentence``, ``probability``, ``first``, ``loss``."""
    rows: list[tuple[int, str, float, str, float | None]] = []
    for prediction in training.predictions:
        rows.append((prediction.steps, TRAINED_SENTENCE, prediction.probability, prediction.first, prediction.loss))
        rows.append((prediction.steps, OTHER_SENTENCE, prediction.other_probability, prediction.other_first, None))
    return pd.DataFrame(rows, columns=["steps", "sentence", "probability", "first", "loss"])


def gradient_table(training: SentenceTraining) -> pd.DataFrame:
    """The matrices with the largest gradients: ``row``, ``weights``, ``share``, ``figure``."""
    return pd.DataFrame(
        [
            (row, _short_name(gradient.name), gradient.share, f"{gradient.share:.3f}")
            for row, gradient in enumerate(training.gradients, 1)
        ],
        columns=["row", "weights", "share", "figure"],
    )


def _short_name(name: str) -> str:
    """The short name of a weight: "layer 3 · output.dense.bias"."""
    parts = name.removeprefix("bert.").removeprefix("distilbert.").split(".")
    if "layer" in parts and parts.index("layer") + 1 < len(parts):
        index = parts.index("layer")
        return f"layer {int(parts[index + 1]) + 1} · {'.'.join(parts[index + 2 :])}"
    return ".".join(parts)
