"""Evaluation figures of the bundled models on held-out documents."""

from dataclasses import dataclass

from components.model.statistics.bootstrap import Interval


@dataclass(frozen=True)
class MemberFigures:
    """One member of the pocket family.

    Attributes:
        model_id: Its id in the registry.
        parameters: How many numbers it has learned.
        training_tokens: Pieces seen in training.
        loss: Cross-entropy of the pieces asked for, in nats.
        top1: The share of them ranked first.
        agreement: The share where it ranks first what pocket-bert does; None where the two were not compared.
        kl: KL(pocket-bert || this), mean over the pieces, in nats; None where the two were not compared.
        evaluated_tokens: How many pieces were asked for.
        causal: Whether it was asked for the next piece, and not for masked ones.
        far_tokens: Pieces on which its far positions were learned alone at the end; 0 where they were not.
        relative_top1: Its top-1 accuracy divided by pocket-bert's on the same tokens, with a 95% interval over
            documents; None where the two were not compared.
    """

    model_id: str
    parameters: int
    training_tokens: int
    loss: float
    top1: float
    agreement: float | None
    kl: float | None
    evaluated_tokens: int
    causal: bool
    far_tokens: int = 0
    relative_top1: Interval | None = None
