"""The numbers that define an architecture, and groups of its parameters."""

from dataclasses import dataclass, replace
from enum import StrEnum


class ArchitectureStyle(StrEnum):
    """The family of architectures, which decides how parameters are counted."""

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
        style: The family of architectures.
        vocabulary: Tokens in the vocabulary.
        width: The hidden size.
        layers: Layers of the encoder, or of the decoder if there is no encoder.
        heads: Attention heads per layer.
        feed_forward_width: Width of the feed-forward network.
        positions: Rows of the position embeddings; 0 for none.
        segments: Rows of the segment embeddings; 0 for none.
        embedding: Width of the token embeddings if it differs from the hidden size, else 0.
        decoder_layers: Layers of a decoder beside the encoder.
        pooler: Whether there is a pooler on [CLS].
        discriminator: Whether ELECTRA's discriminator head is on top.
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
        """Width of a head, if the heads of a layer share its width."""
        return self.width // self.heads

    def resized(self, *, layers: int, width: int) -> "ArchitectureShape":
        """Change depth and width; the width of a head and the ratio of the feed-forward network stay the same.

        Raises:
            ValueError: The width is not a multiple of a head's width.
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
    """A group of parameters of one kind.

    Attributes:
        name: Its name.
        formula: The formula of ``count``, in the letters V, E, H, F, P, S, R.
        count: The number of parameters of one.
        times: The number of separate copies.
        uses: How often it is applied; more than ``times`` if layers share it.
        multiplies: Whether every token is multiplied by it, as by a layer's matrix.
        biases: How many of ``count`` are biases, which are only added.
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
        """Multiply–adds per token, over all uses."""
        return (self.count - self.biases) * self.uses if self.multiplies else 0

    @property
    def total(self) -> int:
        """The number of parameters of all copies."""
        return self.count * self.times
