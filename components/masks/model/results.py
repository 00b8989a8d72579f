"""What a mask does, in frozen results: the same weights under two masks, one row, one cell, a sentence with padding."""

from dataclasses import dataclass

import numpy as np

from components.model.inference.attention_mask import Allowed, AttentionMask
from components.model.inference.results import WeightAnatomy
from components.model.results import Conditions, Floats, Tokens, Trace


@dataclass(frozen=True)
class MaskComparison:
    """One sentence read twice by one model, with the same weights: under no mask at all, and under ``mask``.

    Both passes are told their mask, and every layer the same one: what a model does by itself, GPT-2's causal mask or
    the window of ModernBERT's local layers, is set aside.
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
        """Who may look at whom under ``mask``. *Shape:* (query, key)."""
        return self.mask.allowed(len(self.tokens))


@dataclass(frozen=True)
class TokenView:
    """What one token sees, and the weights of its row with and without the mask.

    *Shape:* ``seen`` (key,), under the mask; ``bidirectional``, ``masked`` (key,), rows summing to 1
    """

    tokens: Tokens
    mask: AttentionMask
    query: int
    allowed: Allowed
    bidirectional: Floats
    masked: Floats

    @property
    def right_bidirectional(self) -> float:
        """How much weight goes to the right of the token without the mask."""
        return float(self.bidirectional[self.query + 1 :].sum())

    @property
    def right_masked(self) -> float:
        """How much weight goes to the right of the token under the mask."""
        return float(self.masked[self.query + 1 :].sum())

    @property
    def largest_right(self) -> int | None:
        """The word to the right that has most weight without the mask, or the mark where only marks stand there.

        None where nothing does.
        """
        right = range(self.query + 1, len(self.tokens))
        words = [position for position in right if not self.tokens.items[position].special]
        return max(words or right, key=lambda position: self.bidirectional[position], default=None)


@dataclass(frozen=True)
class MaskCell:
    """One attention weight taken apart twice: without a mask, and under ``mask``.

    From the second layer on the scores differ too, since the vectors that enter a layer were made under the mask.
    """

    mask: AttentionMask
    bidirectional: WeightAnatomy
    masked: WeightAnatomy


@dataclass(frozen=True)
class SoftmaxTerms:
    """The last step of one weight: exp(score - shift) over the sum of those of all keys that are seen.

    ``shift`` is 0 unless the scores are so large that their exponentials would not be numbers; it changes no weight.
    """

    numerator: float
    denominator: float
    shift: float


@dataclass(frozen=True)
class PaddedPair:
    """The shorter of two sentences, read alone and read in a batch with the longer one, filled up with padding.

    ``mask`` is what the shorter one's rows may see in the batch: ``kept`` of its tokens are text, the others padding.

    *Shape:* of ``padded``'s arrays as of any trace, padding included
    """

    longer: Tokens
    alone: Trace
    padded: Trace
    mask: AttentionMask
    text_length: int
    conditions: Conditions

    @property
    def weight_on_padding(self) -> float:
        """The largest weight that anybody gives to padding, in any head."""
        return float(self.padded.attention[..., self.text_length :].max())

    @property
    def vector_difference(self) -> float:
        """The largest difference between a number of the shorter sentence's vectors in the batch and alone."""
        return float(np.abs(self.padded.hidden[:, : self.text_length] - self.alone.hidden).max())


@dataclass(frozen=True)
class SharedWord:
    """A word of the shared beginning: its text, and where its tokens begin and end (``end`` is not part of it)."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class LayerDistances:
    """Between a word's vectors in two sentences, after every layer; the first are the embeddings.

    ``cosine`` is 1 less the cosine of the angle between them.

    *Shape:* (layer + 1,) each
    """

    cosine: Floats
    euclidean: Floats


@dataclass(frozen=True)
class SharedWordProof:
    """One word in two sentences that begin alike, under either mask.

    ``words`` are all that could have been chosen; ``shared`` is how many tokens the beginnings have in common.
    """

    first: Tokens
    second: Tokens
    word: SharedWord
    words: tuple[SharedWord, ...]
    shared_length: int
    causal: LayerDistances
    bidirectional: LayerDistances
    conditions: Conditions


@dataclass(frozen=True)
class NextTokenTarget:
    """One target: the token at ``position``, predicted from those before it. ``nats`` is its loss."""

    position: int
    text: str
    probability: float
    nats: float
    top_guess: str


@dataclass(frozen=True)
class NextTokenLosses:
    """Every target of a sentence for a model that predicts the next token."""

    tokens: Tokens
    targets: tuple[NextTokenTarget, ...]
    conditions: Conditions

    @property
    def loss(self) -> float:
        """The mean over the targets, in nats."""
        return sum(target.nats for target in self.targets) / len(self.targets)
