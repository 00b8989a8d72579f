"""Results of replaced token detection: frozen, safe to share between visitors."""

from dataclasses import dataclass

from components.model.results import Conditions, Tokens

DISCRIMINATOR_WEIGHT = 50  # of the discriminator's loss, in the paper and here


@dataclass(frozen=True)
class TokenJudgement:
    """The discriminator's judgement of one token.

    Attributes:
        position: Its position in the sentence.
        text: The token that the discriminator sees.
        original: The original token.
        special: Whether it is a special token.
        hidden: Whether the generator had to guess it.
        replaced: Whether it differs from the original; a correct guess does not.
        probability: The predicted probability that it was replaced.
        loss: The discriminator's loss on it, in nats.
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
        """Whether the discriminator predicts that it was replaced."""
        return self.probability > 0.5


@dataclass(frozen=True)
class ReplacedTokens:
    """A sentence with the generator's guesses, and the discriminator's judgements. Losses are in nats.

    Attributes:
        tokens: The original sentence.
        input_ids: The input of the discriminator.
        judgements: One for each token, special ones included.
        generator_losses: The generator's loss on each hidden token.
        conditions: How the discriminator was run.
    """

    tokens: Tokens
    input_ids: tuple[int, ...]
    judgements: tuple[TokenJudgement, ...]
    generator_losses: tuple[float, ...]
    conditions: Conditions

    @property
    def generator_loss(self) -> float:
        """The mean over the hidden tokens."""
        return sum(self.generator_losses) / len(self.generator_losses)

    @property
    def discriminator_loss(self) -> float:
        """The mean over all tokens."""
        return sum(judgement.loss for judgement in self.judgements) / len(self.judgements)


@dataclass(frozen=True)
class DetectionMetrics:
    """How well pocket ELECTRA detects replaced tokens in held-out text.

    Attributes:
        generator_loss: The generator's loss on hidden tokens, in nats.
        generator_top1: The share of hidden tokens that the generator's first choice gets right.
        replaced: The share of all tokens that were replaced.
        accuracy: The share of all tokens that the discriminator judges correctly.
        recall: The share of replaced tokens that it flags.
        precision: The share of flagged tokens that were replaced.
        pieces: The number of tokens judged.
    """

    generator_loss: float
    generator_top1: float
    replaced: float
    accuracy: float
    recall: float
    precision: float
    pieces: int
