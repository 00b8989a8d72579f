"""Frozen results of the room: two masks compared, one row, one cell, a padded batch, a shared word, next tokens."""

from dataclasses import dataclass

from components.model.inference.attention_mask import Allowed, AttentionMask
from components.model.inference.results import WeightAnatomy
from components.model.results import Conditions, Floats, Tokens, Trace

MAX_TOKENS = 128  # per side of a grid: more cells than that do not fit a screen


@dataclass(frozen=True)
class MaskComparison:
    """One sentence read twice with the same weights: without a mask and under ``mask``.

    In both passes every layer gets the same mask. It replaces the model's own: GPT-2's causal mask, or the window of
    ModernBERT's local layers.
    """

    mask: AttentionMask
    bidirectional: Trace
    masked: Trace
    conditions: Conditions

    @property
    def tokens(self) -> Tokens:
        """The sentence."""
        return self.masked.tokens

    @property
    def allowed(self) -> Allowed:
        """Which query may attend to which key under ``mask``. *Shape:* (query, key)."""
        return self.mask.allowed(len(self.tokens))


@dataclass(frozen=True)
class TokenView:
    """One token's row of attention weights, without the mask and under it.

    *Shape:* ``allowed`` (key,), what the token may attend to under the mask; ``bidirectional``, ``masked`` (key,), rows
    that sum to 1
    """

    tokens: Tokens
    mask: AttentionMask
    query: int
    allowed: Allowed
    bidirectional: Floats
    masked: Floats

    @property
    def right_bidirectional(self) -> float:
        """The weight that goes to the right of the token without the mask."""
        return float(self.bidirectional[self.query + 1 :].sum())

    @property
    def right_masked(self) -> float:
        """The weight that goes to the right of the token under the mask."""
        return float(self.masked[self.query + 1 :].sum())

    @property
    def largest_right(self) -> int | None:
        """Position of the word on the right that gets most weight without the mask.

        A special token if there are only special tokens on the right; None if there is nothing.
        """
        right = range(self.query + 1, len(self.tokens))
        words = [position for position in right if not self.tokens.items[position].special]
        return max(words or right, key=lambda position: self.bidirectional[position], default=None)


@dataclass(frozen=True)
class MaskCell:
    """One attention weight taken apart, without a mask and under ``mask``.

    From the second layer on the scores differ too, since a layer's input vectors were computed under the mask.
    """

    mask: AttentionMask
    bidirectional: WeightAnatomy
    masked: WeightAnatomy


@dataclass(frozen=True)
class SoftmaxTerms:
    """The softmax of one weight: exp(score - shift), and its sum over all visible keys.

    ``shift`` is 0 unless the scores are too large for their exponentials to be read; it changes no weight.
    """

    numerator: float
    denominator: float
    shift: float


@dataclass(frozen=True)
class SharedWord:
    """A word of the shared beginning: its text and the range of its tokens; ``end`` is exclusive."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class SharedWordProof:
    """How far apart one word is in two sentences with the same beginning, under either mask.

    Attributes:
        first: The first sentence.
        second: The second sentence.
        word: The word that is compared.
        words: All words of the shared beginning, any of which could be compared.
        shared_length: How many tokens the shared beginning has.
        causal: Cosine distances between the word's vectors under the causal mask: 1 minus the cosine similarity, before
            layer 1 and after every layer. *Shape:* (layer + 1,)
        bidirectional: The same without a mask.
        conditions: What computed it.
    """

    first: Tokens
    second: Tokens
    word: SharedWord
    words: tuple[SharedWord, ...]
    shared_length: int
    causal: Floats
    bidirectional: Floats
    conditions: Conditions


@dataclass(frozen=True)
class NextTokenTarget:
    """The token at ``position``, predicted from the tokens before it.

    ``nats`` is its loss, and ``top_guess`` the token that the model thinks likeliest.
    """

    position: int
    text: str
    probability: float
    nats: float
    top_guess: str


@dataclass(frozen=True)
class NextTokenLosses:
    """A causal model's loss at every token of a sentence but the first."""

    tokens: Tokens
    targets: tuple[NextTokenTarget, ...]
    conditions: Conditions

    @property
    def loss(self) -> float:
        """The mean loss over the targets, in nats."""
        return sum(target.nats for target in self.targets) / len(self.targets)
