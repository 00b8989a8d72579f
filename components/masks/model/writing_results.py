"""Results of writing on and of zero-shot prompting: frozen, without torch."""

from dataclasses import dataclass
from enum import StrEnum

from components.model.results import Candidate, Conditions, Token

TEMPERATURE_LIMITS, TOP_K_LIMIT, WRITTEN_LIMIT = (0.1, 2.0), 50, 40


class SamplingMethod(StrEnum):
    """How the next token is chosen."""

    GREEDY = "greedy"
    TEMPERATURE = "temperature"
    TOP_K = "top-k"
    TOP_P = "top-p"


@dataclass(frozen=True)
class Sampling:
    """How the next token is chosen from a distribution.

    Attributes:
        method: Greedy takes the likeliest token; the others draw one, from all tokens or from those that a cut keeps.
        temperature: Divisor of the logits; greedy ignores it.
        top_k: Number of tokens that top-k keeps.
        top_p: Probability that the tokens kept by top-p reach together (the nucleus).
        seed: Of the random numbers.
    """

    method: SamplingMethod = SamplingMethod.GREEDY
    temperature: float = 1.0
    top_k: int = 10
    top_p: float = 0.9
    seed: int = 1


@dataclass(frozen=True)
class WritingStep:
    """One token that was written.

    Attributes:
        length: Number of tokens before it.
        text: The token.
        token_id: Its id.
        probability: Its probability, after the temperature and before the cut.
        rank: Its rank by probability, from 1.
        kept_count: Number of tokens that could be drawn.
        candidates: The likeliest tokens, with their probability before the cut.
    """

    length: int
    text: str
    token_id: int
    probability: float
    rank: int
    kept_count: int
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True)
class Writing:
    """A text that a model wrote on from a beginning.

    Attributes:
        beginning: The beginning, as the tokenizer decodes it.
        text: The tokens written after it, as text.
        items: All tokens: the beginning and what was written.
        steps: One for each token written.
        ended: Whether the model ended the text itself.
        conditions: The conditions of the figures.
    """

    beginning: str
    text: str
    items: tuple[Token, ...]
    steps: tuple[WritingStep, ...]
    ended: bool
    conditions: Conditions

    @property
    def distinct(self) -> int:
        """Number of different tokens written."""
        return len({step.token_id for step in self.steps})


@dataclass(frozen=True)
class PromptedSentence:
    """A sentence, its label, and what the prompt makes of it.

    Attributes:
        text: The sentence.
        label: The index of its correct label.
        log_odds: How much likelier the second label's word is than the first's, in nats.
    """

    text: str
    label: int
    log_odds: float

    @property
    def predicted(self) -> int:
        """The index of the label whose word is likelier."""
        return int(self.log_odds > 0)


@dataclass(frozen=True)
class ZeroShot:
    """A causal model's labels for sentences, from a prompt alone."""

    sentences: tuple[PromptedSentence, ...]
    conditions: Conditions

    @property
    def correct(self) -> int:
        """Number of sentences whose label is right."""
        return sum(each.predicted == each.label for each in self.sentences)
