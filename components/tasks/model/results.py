"""How alike two texts are to a head, and search results: frozen, safe to share between visitors."""

from dataclasses import dataclass

from components.model.heads.specs import TextPooling
from components.model.results import Conditions


@dataclass(frozen=True)
class TextSimilarity:
    """The cosine of two texts' vectors with one pooling."""

    pooling: TextPooling
    cosine: float


@dataclass(frozen=True)
class Match:
    """A ranked passage: its cosine with the question, and the probability that it answers; ranks begin at 1."""

    passage: int
    cosine: float
    answer_probability: float
    rank_by_vectors: int
    rank_by_reading: int


@dataclass(frozen=True)
class SearchResult:
    """Passages ranked by both methods, and the cost of each method in floating-point operations.

    Attributes:
        matches: One for each passage, in the order of the passages.
        width: The size of a vector.
        question: Operations of encoding the question.
        passage: Operations of encoding a passage, on average.
        pair: Operations of encoding a question with a passage, on average.
    """

    matches: tuple[Match, ...]
    width: int
    question: int
    passage: float
    pair: float
    conditions: Conditions

    def vector_search_operations(self, passages: int) -> int:
        """Operations of one search over stored vectors: encoding the question, and one product for each passage."""
        return self.question + passages * 2 * self.width

    def pair_search_operations(self, passages: int) -> float:
        """Operations of one search that encodes the question with every passage."""
        return passages * self.pair

    @property
    def best_by_vectors(self) -> Match:
        """The passage ranked first by comparing vectors."""
        return min(self.matches, key=lambda match: match.rank_by_vectors)

    @property
    def best_by_reading(self) -> Match:
        """The passage ranked first by reading pairs."""
        return min(self.matches, key=lambda match: match.rank_by_reading)
