"""What replaced tokens hand out: frozen results of plain Python."""

from dataclasses import dataclass

from components.model.results import Conditions, Tokens

DISCRIMINATOR_WEIGHT = 50  # of the discriminator's loss, in the paper and here


@dataclass(frozen=True)
class TokenJudgement:
    """One piece as the discriminator sees it.

    Attributes:
        position: In the sentence.
        shown: What stands there now.
        was: What stood there.
        hidden: Whether the generator was asked for it.
        replaced: Whether another piece stands there now: a guess that is right replaces nothing.
        probability: That it was replaced, says the discriminator.
        nats: What that costs.
    """

    position: int
    text: str
    original: str
    special: bool
    hidden: bool
    replaced: bool
    probability: float
    loss: float

    @property
    def is_flagged(self) -> bool:
        """Whether the discriminator calls it replaced."""
        return self.probability > 0.5


@dataclass(frozen=True)
class ReplacedTokens:
    """A sentence with the generator's guesses in it, every piece judged. Losses are in nats.

    Attributes:
        tokens: The sentence as it was.
        ids: As the discriminator sees it.
        pieces: Every piece, special ones included.
        generator_nats: What each hidden piece cost the generator.
        conditions: What the discriminator was asked under.
    """

    tokens: Tokens
    input_ids: tuple[int, ...]
    judgements: tuple[TokenJudgement, ...]
    generator_losses: tuple[float, ...]
    conditions: Conditions

    @property
    def generator_loss(self) -> float:
        """The mean over the hidden pieces."""
        return sum(self.generator_losses) / len(self.generator_losses)

    @property
    def discriminator_loss(self) -> float:
        """The mean over all pieces."""
        return sum(judgement.loss for judgement in self.judgements) / len(self.judgements)


@dataclass(frozen=True)
class DetectionMetrics:
    """How well replaced pieces are told in text never trained on; see :class:`training.electra.Telling`."""

    generator_loss: float
    generator_top1: float
    replaced: float
    accuracy: float
    found: float
    right: float
    pieces: int
