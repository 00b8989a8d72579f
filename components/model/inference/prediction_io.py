"""Input and output of a prediction. An opened model predicts with these, so they know nothing of models."""

from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class PredictionInput:
    """One row of a batch: a sequence of ids and the positions to predict.

    Attributes:
        ids: Token ids, with masks in place.
        positions: The positions to predict.
        targets: The id to score at each position; None scores none.
        full_distribution: Whether the output includes the log-probabilities of the whole vocabulary.
        temperature: Logits are divided by it before the softmax.
    """

    ids: tuple[int, ...]
    positions: tuple[int, ...]
    targets: tuple[int, ...] | None = None
    full_distribution: bool = False
    temperature: float = 1.0


@dataclass(frozen=True)
class PredictionOutput:
    """What a model predicts at the positions of a :class:`PredictionInput`. Logarithms are natural.

    Attributes:
        top_ids: The most likely ids. *Shape:* (position, k)
        top_probabilities: Their probabilities. *Shape:* (position, k)
        entropy: Of the whole distribution, in nats. *Shape:* (position,)
        log_probability: Of the target; None without targets. *Shape:* (position,)
        rank: Of the target, from 1; None without targets. *Shape:* (position,)
        distribution: Log-probabilities, if requested. *Shape:* (position, vocabulary)
        runtime: What computed the encoder's pass: its name and version.
    """

    top_ids: torch.Tensor
    top_probabilities: torch.Tensor
    entropy: torch.Tensor
    log_probability: torch.Tensor | None
    rank: torch.Tensor | None
    distribution: torch.Tensor | None = None
    runtime: str = ""

    def probability_and_rank(self, token_id: int) -> tuple[float, int]:
        """Probability and rank, from 1, of any token at the first of the positions.

        Raises:
            ValueError: The full distribution was not requested.
        """
        if self.distribution is None:
            raise ValueError("the full distribution was not requested")
        log_probabilities = self.distribution[0]
        rank = int((log_probabilities > log_probabilities[token_id]).sum()) + 1
        return float(log_probabilities[token_id].exp()), rank
