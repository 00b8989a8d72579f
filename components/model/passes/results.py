"""Results of the room: every box of a pass, and how single numbers in them come about."""

from dataclasses import dataclass
from typing import Literal

from components.model.passes.operations import Operation
from components.model.results import Candidate, Conditions, Floats, Tokens

StreamPart = Literal["embeddings", "attention", "feed-forward"]


@dataclass(frozen=True)
class ArchitectureFacts:
    """What a model has and lacks, compared with BERT.

    Attributes:
        norms: Whether LayerNorm comes after each sum ("post") or before each sublayer ("pre").
        positions: Where word order comes from: a table of embeddings, rotated queries and keys, or nowhere.
        has_segments: Whether segment embeddings are added.
        shares_layers: Whether all layers are the same weights.
        is_gated: Whether feed-forward units are multiplied by a gate.
        activation: Name of the units' activation function, as in
            :func:`components.model.passes.traced_pass.activation_name`.
        head_activation: Name of the vocabulary head's; None without a dense layer.
        is_causal: Whether a token sees only what is left of it.
        local_layers: Layers, from 1, in which a token sees only its neighbourhood.
        window: How far it sees there to either side; None without local layers.
        skips_first_norm: Whether the first layer's attention lacks its LayerNorm.
        has_transform: Whether the vocabulary head has a dense layer before its decoder.
        has_head: Whether there is a vocabulary head.
        layers: Their number.
        num_heads: Attention heads of a layer.
        width: Of the vectors between layers.
        embedding_width: Of the embeddings, before they are projected.
        vocabulary: Tokens that the head scores; 0 without one.
    """

    norms: Literal["post", "pre"]
    positions: Literal["table", "rotary", "none"]
    has_segments: bool
    shares_layers: bool
    is_gated: bool
    activation: str
    head_activation: str | None
    is_causal: bool
    local_layers: tuple[int, ...]
    window: int | None
    skips_first_norm: bool
    has_transform: bool
    has_head: bool
    layers: int
    num_heads: int
    width: int
    embedding_width: int
    vocabulary: int


@dataclass(frozen=True)
class TracedPass:
    """One pass: the vectors between its floors, from which every box of a floor can be computed again.

    Attributes:
        tokens: The sentence.
        ids: What the model reads, with masks in place.
        stream: The vectors that leave each floor: the embeddings, then every layer's output.
            *Shape:* (layer + 1, token, width)
        box_keys: The boxes of each floor, in order.
        facts: What the model has and lacks.
        conditions: How it was computed.
    """

    tokens: Tokens
    ids: tuple[int, ...]
    stream: Floats
    box_keys: tuple[tuple[str, ...], ...]
    facts: ArchitectureFacts
    conditions: Conditions

    @property
    def floors(self) -> int:
        """The embeddings, the layers, and the vocabulary head if there is one."""
        return len(self.box_keys)


@dataclass(frozen=True)
class Box:
    """One array of a floor.

    *Shape:* ``values`` (token, width); (head, token, head_dim) or (head, query, key) if it has a part for each head.
    The vocabulary head has a single position, and logits and probabilities of a few tokens: see :class:`FloorBoxes`.
    """

    key: str
    operation: Operation
    inputs: tuple[str, ...]
    values: Floats

    @property
    def has_heads(self) -> bool:
        """Whether there is a part for each head."""
        return self.values.ndim == 3


@dataclass(frozen=True)
class FloorBoxes:
    """Every box of one floor, in the order of the pass.

    Attributes:
        floor: 0 for the embeddings, then the layers; the last one is the vocabulary head.
        boxes: The boxes.
        position: At the vocabulary head, the only token whose boxes are computed; None on other floors.
        kept_ids: There, its most likely tokens, by descending probability: the last axis of logits and probabilities.
    """

    floor: int
    boxes: tuple[Box, ...]
    position: int | None = None
    kept_ids: tuple[int, ...] = ()

    def __getitem__(self, key: str) -> Box:
        """The box with this key."""
        return next(box for box in self.boxes if box.key == key)

    def row(self, token: int) -> int:
        """The place of a token's vectors in the boxes.

        Raises:
            ValueError: It is not the position whose boxes were computed.
        """
        if self.position is None:
            return token
        if token != self.position:
            raise ValueError(f"boxes of token {self.position}, not of {token}")
        return 0

    @property
    def nbytes(self) -> int:
        """The memory that the arrays take."""
        return sum(box.values.nbytes for box in self.boxes)


@dataclass(frozen=True)
class Term:
    """One of the numbers that a number is the sum of.

    Attributes:
        label: What it belongs to, such as a dimension or a token; an index where it is a dimension.
        factors: Two numbers whose product it is; empty if it is added as it is.
        value: The number.
    """

    label: str
    factors: tuple[float, ...]
    value: float


@dataclass(frozen=True)
class NumberAnatomy:
    """How one number of a box is computed.

    Attributes:
        box: The box's key.
        operation: How its numbers are computed.
        value: The number.
        terms: The numbers that it is the sum of, the largest first.
        rest_count: How many more there are.
        bias: What is added at the end; None if there is nothing.
        details: Further numbers of the formula, by name: such as the mean and the standard deviation in a LayerNorm.
    """

    box: str
    operation: Operation
    value: float
    terms: tuple[Term, ...] = ()
    rest_count: int = 0
    bias: float | None = None
    details: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class StreamStop:
    """A token's vector after one part of the model.

    Attributes:
        layer: From 1; 0 for the embeddings.
        part: The part that wrote last.
        length: Euclidean length of the vector, after the LayerNorm that follows if there is one.
        written: Length of what the part added; for the embeddings that of their sum.
        cosine: Between what was added and the vector that it was added to; 0 for the embeddings.
        nearest: The most likely token if the vocabulary head reads the vector here; None without a head.
        last: The probability here of the token that is nearest at the last stop; 0 without a head.
        weights: After attention, the token's weights on all tokens, averaged over the heads; else empty.
    """

    layer: int
    part: StreamPart
    length: float
    written: float
    cosine: float
    nearest: Candidate | None
    last: float
    weights: tuple[float, ...] = ()
