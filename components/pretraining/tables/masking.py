"""Tables of masking: the loss on one masked sentence, and shares over many draws and epochs."""

from collections.abc import Sequence

import pandas as pd

from components.pretraining.model.results import MaskingLoss, TokenCorruption
from components.tables.numbers import fixed, probability_text, weighted_sum_as_shown


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
                f"{probability_text(token_loss.probability)} · {fixed(token_loss.loss, 2)} nats",
            )
            for row, token_loss in enumerate(loss.token_losses, 1)
        ],
        columns=["row", "position", "token", "corruption", "shown", "probability", "nats", "label", "figure"],
    )


def mean_loss_text(loss: MaskingLoss) -> str:
    """The loss as the mean over the predicted tokens: "Loss = (1.20 + 0.45) / 2 = 0.83 nats"."""
    count = len(loss.token_losses)
    terms, _, mean = weighted_sum_as_shown([1 / count] * count, [each.loss for each in loss.token_losses], decimals=2)
    return f"Loss = ({' + '.join(terms)}) / {count} = {mean} nats"


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
                "nats": fixed(token_loss.loss, 2),
            }
        )
    return pieces


def coverage_table(dynamic: Sequence[float], static: Sequence[float]) -> pd.DataFrame:
    """One row per kind of masking and number of epochs.

    Columns: ``epochs`` from 1; ``masking``; ``share`` of the tokens that were chosen at least once.
    """
    names = {"dynamic (RoBERTa)": dynamic, "static, ten copies (BERT)": static}
    return pd.DataFrame(
        [(epoch, name, share) for name, shares in names.items() for epoch, share in enumerate(shares, 1)],
        columns=["epochs", "masking", "share"],
    )
