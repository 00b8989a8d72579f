"""The numbers that make an architecture, and what it is made of."""

from dataclasses import dataclass, replace
from enum import StrEnum


class ArchitectureStyle(StrEnum):
    """How the numbers become matrices."""

    BERT = "bert"
    ALBERT = "albert"
    DEBERTA = "deberta-v2"
    MODERNBERT = "modernbert"
    MOBILEBERT = "mobilebert"
    GPT2 = "gpt2"
    T5 = "t5"


class AttentionScope(StrEnum):
    """What a token may attend to."""

    ENCODER = "both sides"
    DECODER = "the left side only"
    BOTH = "encoder: both sides; decoder: the left side and the encoder’s whole text"


@dataclass(frozen=True)
class ArchitectureShape:
    """An architecture as numbers, named as in transformers' configurations.

    Attributes:
        style: How they become matrices.
        vocabulary: Tokens of the vocabulary.
        width: Numbers a token has between layers.
        layers: Of the encoder; of the decoder where there is no encoder.
        heads: A layer.
        feed_forward_width: Width of the feed-forward network.
        positions: Rows of the position embeddings; 0 where there are none.
        segments: Rows of the segment embeddings; 0 where there are none.
        embedding: Width of the token embeddings, where it differs from the layers'.
        decoder_layers: Beside an encoder.
        pooler: Whether a pooler stands on [CLS].
        discriminator: Whether ELECTRA's head stands on every token.
        relative_positions: Rows of the relative position embeddings.
    """

    style: ArchitectureStyle
    vocabulary: int
    width: int
    layers: int
    heads: int
    feed_forward_width: int
    positions: int = 0
    segments: int = 0
    embedding: int = 0
    decoder_layers: int = 0
    pooler: bool = False
    discriminator: bool = False
    relative_positions: int = 0

    @property
    def table_width(self) -> int:
        """Width of the token embeddings."""
        return self.embedding or self.width

    @property
    def head_width(self) -> int:
        """Width of a head, where the heads of a layer share the layer's width."""
        return self.width // self.heads

    def resized(self, *, layers: int, width: int) -> "ArchitectureShape":
        """With other layers and another width: heads stay as wide, and the feed-forward network keeps its proportion.

        Raises:
            ValueError: The width is no multiple of the heads' width.
        """
        if width % self.head_width:
            raise ValueError(f"{width} is no multiple of the width of a head, {self.head_width}")
        return replace(
            self,
            layers=layers,
            decoder_layers=layers if self.decoder_layers else 0,
            width=width,
            heads=width // self.head_width,
            feed_forward_width=round(self.feed_forward_width * width / self.width),
        )


@dataclass(frozen=True)
class ParameterGroup:
    """One kind of weights: what it is called, its formula, and how many numbers one of it has.

    Attributes:
        name: In words.
        formula: In the letters V, E, H, F, P, S, R.
        count: Of one.
        times: How many there are with weights of their own.
        uses: How often it is computed; more than ``times`` where weights are shared.
        multiplies: Whether every token is multiplied with it, as with a matrix of a layer.
        biases: How many of ``count`` are added to a product instead.
    """

    name: str
    formula: str
    count: int
    times: int = 1
    uses: int = 1
    multiplies: bool = True
    biases: int = 0

    @property
    def multiply_adds(self) -> int:
        """Multiply-adds a token, each time that all of them are computed."""
        return (self.count - self.biases) * self.uses if self.multiplies else 0

    @property
    def total(self) -> int:
        """All of them together."""
        return self.count * self.times
