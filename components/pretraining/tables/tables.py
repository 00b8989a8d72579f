"""The results of the room as tidy tables."""

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
    """How many tokens a model has seen, as people read it."""
    if pieces >= 1_000_000:
        return f"{pieces / 1e6:.0f}M" if pieces >= 10_000_000 else f"{pieces / 1e6:.1f}M"
    return f"{pieces / 1000:.0f}k" if pieces else "0"


def learning_table(found: LearningCurve) -> pd.DataFrame:
    """One row a checkpoint.

    Columns: ``row`` from 1; ``step``; ``pieces`` seen; ``seen``, in words; ``probability`` and ``rank`` of the answer
    followed; ``first``, the checkpoint's own first choice.
    """
    return pd.DataFrame(
        [
            (row, at.step, at.pieces, token_count_text(at.pieces), at.probability, at.rank, at.blank.candidates[0].text)
            for row, at in enumerate(found.steps, 1)
        ],
        columns=["row", "step", "pieces", "seen", "probability", "rank", "first"],
    )


def milestone_table(found: Sequence[CheckpointMeasures]) -> pd.DataFrame:
    """What every checkpoint can do, one measure a row.

    Columns: ``row`` from 1; ``step``; ``pieces`` seen; ``seen``, in words; ``measure``; ``value``, a share.
    """
    return pd.DataFrame(
        [
            (row, at.step, at.pieces, token_count_text(at.pieces), name, float(getattr(at, field)))
            for row, at in enumerate(found, 1)
            for field, name in EARLIER_LEARNING.items()
        ],
        columns=["row", "step", "pieces", "seen", "measure", "value"],
    )


def loss_table(found: Sequence[CheckpointMeasures]) -> pd.DataFrame:
    """What a word of the probe set costs at each checkpoint: ``row``, ``seen``, ``loss`` (nats), ``first``, a share."""
    return pd.DataFrame(
        [(row, token_count_text(at.pieces), at.loss, at.first) for row, at in enumerate(found, 1)],
        columns=["row", "seen", "loss", "first"],
    )


def token_loss_table(found: MaskingLoss) -> pd.DataFrame:
    """The loss of a throw as the sum that it is, one chosen piece a row.

    Columns: ``row`` from 1; ``position``; ``piece``; ``fate``; ``shown``, what the model sees there; ``probability``;
    ``nats``; ``seen``, both tokens, and ``figure``, as people read them.
    """
    return pd.DataFrame(
        [
            (
                row,
                one.target.position,
                one.text,
                one.target.corruption.value,
                one.input_text,
                one.probability,
                one.loss,
                one.text if one.target.corruption is TokenCorruption.KEPT else f"{one.text} ({one.input_text})",
                f"{probability_text(one.probability)} · {one.loss:.2f} nats",
            )
            for row, one in enumerate(found.token_losses, 1)
        ],
        columns=["row", "position", "piece", "fate", "shown", "probability", "nats", "seen", "figure"],
    )


def displayed_tokens(found: MaskingLoss) -> list[dict[str, object]]:
    """A sentence after a throw, as the element takes it: ``text`` as it stands now, ``was``, ``fate``, ``nats``."""
    costs = {one.target.position: one for one in found.token_losses}
    pieces: list[dict[str, object]] = []
    for place, token in enumerate(found.tokens.items):
        one = costs.get(place)
        pieces.append(
            {
                "text": token.text,
                "continues": token.continues,
                "special": token.special,
                "fate": "",
                "was": "",
                "nats": "",
            }
            if one is None
            else {
                "text": one.input_text,
                "continues": token.continues,
                "special": False,
                "fate": {TokenCorruption.MASK: "mask", TokenCorruption.RANDOM: "random", TokenCorruption.KEPT: "kept"}[
                    one.target.corruption
                ],
                "was": one.text,
                "nats": f"{one.loss:.2f}",
            }
        )
    return pieces


def convergence_table(found: Mapping[int, Mapping[TokenCorruption, float]]) -> pd.DataFrame:
    """Shares of all pieces after so many throws: ``throws``, ``fate``, ``share``."""
    return pd.DataFrame(
        [(throws, fate.value, share) for throws, shares in found.items() for fate, share in shares.items()],
        columns=["throws", "fate", "share"],
    )


def coverage_table(dynamic: Sequence[float], static: Sequence[float]) -> pd.DataFrame:
    """The share of pieces chosen at least once after so many epochs: ``epochs`` from 1, ``masking``, ``share``."""
    names = {"dynamic (RoBERTa)": dynamic, "static, ten copies (BERT)": static}
    return pd.DataFrame(
        [(epoch, name, share) for name, shares in names.items() for epoch, share in enumerate(shares, 1)],
        columns=["epochs", "masking", "share"],
    )


def mixture_table(found: Sequence[MixtureLoss]) -> pd.DataFrame:
    """Losses by how chosen pieces were treated in training and how the model is asked.

    Columns: ``row`` from 1; ``shares``; ``asked``; ``loss`` in nats; ``said``.
    """
    asked = {MASKED: "masked", VISIBLE: "unmasked", RANDOM: "random"}
    return pd.DataFrame(
        [
            (row, one.name, name, getattr(one, field), f"{getattr(one, field):.2f} {name}")
            for row, one in enumerate(found, 1)
            for name, field in asked.items()
        ],
        columns=["row", "shares", "asked", "loss", "said"],
    )


def kinds_table(found: Sequence[PairKind]) -> pd.DataFrame:
    """One row a kind of pair.

    Columns: ``row`` from 1; ``name``; ``value``, the share called next, with ``low`` and ``high``; ``figure``.
    """
    return pd.DataFrame(
        [
            (row, KINDS[one.name], one.share.value, one.share.low, one.share.high, probability_text(one.share.value))
            for row, one in enumerate(found, 1)
        ],
        columns=["row", "name", "value", "low", "high", "figure"],
    )


def training_table(found: SentenceTraining) -> pd.DataFrame:
    """The followed words after so many steps: ``steps``, ``sentence``, ``probability``, ``first``, ``loss``."""
    rows: list[tuple[int, str, float, str, float | None]] = []
    for one in found.predictions:
        rows.append((one.steps, TRAINED_SENTENCE, one.probability, one.first, one.loss))
        rows.append((one.steps, OTHER_SENTENCE, one.other_probability, one.other_first, None))
    return pd.DataFrame(rows, columns=["steps", "sentence", "probability", "first", "loss"])


def gradient_table(found: SentenceTraining) -> pd.DataFrame:
    """The matrices on which a sentence pulls hardest: ``row``, ``weights``, ``share`` of their norm, ``figure``."""
    return pd.DataFrame(
        [
            (row, _short(gradient.name), gradient.share, f"{gradient.share:.3f}")
            for row, gradient in enumerate(found.gradients, 1)
        ],
        columns=["row", "weights", "share", "figure"],
    )


def _short(name: str) -> str:
    """A weight's name without the model's and what goes without saying: "layer 3 · output.dense.bias"."""
    parts = name.removeprefix("bert.").removeprefix("distilbert.").split(".")
    if "layer" in parts and parts.index("layer") + 1 < len(parts):
        at = parts.index("layer")
        return f"layer {int(parts[at + 1]) + 1} · {'.'.join(parts[at + 2 :])}"
    return ".".join(parts)
