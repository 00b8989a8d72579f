"""Results of steering, and what it can be asked for."""

from dataclasses import dataclass
from enum import StrEnum

from components.model.results import Conditions, Tokens

STRENGTHS = tuple(step / 2 for step in range(-8, 9))
RANDOM_COUNT = 10
RANDOM_SEED = 0


class SteeringPlace(StrEnum):
    """The tokens to which a steering vector is added."""

    ALL = "Every token"
    BLANK = "The blank"


@dataclass(frozen=True)
class SteeringSets:
    """Two sets of sentences; the steering vector leads from the second to the first."""

    toward: tuple[str, ...]
    away: tuple[str, ...]


@dataclass(frozen=True)
class SteeredWord:
    """A token at the blank, with its natural log-probability at every strength."""

    id: int
    text: str
    continues: bool
    log_probabilities: tuple[float, ...]


@dataclass(frozen=True)
class Steering:
    """One sentence with a vector added to its activations, at every strength.

    Attributes:
        tokens: The sentence.
        blank: The position of the blank.
        layer: Where the vector is added: 0 after the embeddings, else after that layer.
        layer_count: The number of layers.
        place: The tokens to which it is added.
        positions: Their positions.
        reads_blank: Whether the vector is a difference of vectors at blanks; else of means over all tokens.
        length: The Euclidean length of the vector.
        typical_length: The mean length of the vectors to which it is added, without steering.
        strengths: What the vector is multiplied by.
        words: The most likely tokens at each strength, and both targets.
        targets: The two words that are compared.
        other_losses: At each strength the mean loss of the words that are not hidden, read through the vocabulary head,
            in nats; None if the sentence has no such words.
        random_log_odds: The natural log-odds of the first target against the second with random vectors of the same
            length, for every direction at every strength.
        conditions: How it was computed.
    """

    tokens: Tokens
    blank: int
    layer: int
    layer_count: int
    place: SteeringPlace
    positions: tuple[int, ...]
    reads_blank: bool
    length: float
    typical_length: float
    strengths: tuple[float, ...]
    words: tuple[SteeredWord, ...]
    targets: tuple[SteeredWord, SteeredWord]
    other_losses: tuple[float, ...] | None
    random_log_odds: tuple[tuple[float, ...], ...]
    conditions: Conditions

    @property
    def log_odds(self) -> tuple[float, ...]:
        """The natural log-odds of the first target against the second, at every strength."""
        first, second = (target.log_probabilities for target in self.targets)
        return tuple(a - b for a, b in zip(first, second, strict=True))

    @property
    def unsteered(self) -> int:
        """The index of strength 0."""
        return self.strengths.index(0.0)


@dataclass(frozen=True)
class SteeredSentence:
    """One of several sentences that are steered in the same direction.

    Attributes:
        sentence: The sentence.
        words: The word that is steered to, and the one that is steered away from.
        log_odds: The natural log-odds of the first against the second, at every strength of :data:`STRENGTHS`.
    """

    sentence: str
    words: tuple[str, str]
    log_odds: tuple[float, ...]


@dataclass(frozen=True)
class SteeredSentences:
    """Several sentences that are steered in the same direction.

    Attributes:
        sentences: Those that fit the model's vocabulary.
        left_out: The number of those that do not.
        conditions: How they were computed.
    """

    sentences: tuple[SteeredSentence, ...]
    left_out: int
    conditions: Conditions
