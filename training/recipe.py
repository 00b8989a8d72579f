"""What a training run is made of, as plain numbers that are written beside the weights."""

from dataclasses import asdict, dataclass, field, replace

from transformers import BertConfig

from training.masking import Corruption


@dataclass(frozen=True)
class Architecture:
    """Sizes of the encoder, named as in :class:`transformers.BertConfig`."""

    layers: int = 4
    width: int = 256
    heads: int = 4
    positions: int = 512
    vocabulary: int = 8704

    def config(self) -> BertConfig:
        """The configuration of the model. No dropout: no text is seen often enough to be learned by heart."""
        return BertConfig(
            vocab_size=self.vocabulary,
            hidden_size=self.width,
            num_hidden_layers=self.layers,
            num_attention_heads=self.heads,
            intermediate_size=4 * self.width,
            max_position_embeddings=self.positions,
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
            pad_token_id=0,
        )


@dataclass(frozen=True)
class Recipe:
    """A pre-training run.

    The learning rate warms up, stays, and falls to zero over the last ``decay`` of the budget, so a run that has not
    begun to fall can be given a larger budget and goes on as if it had had it from the start (Hu et al. 2024,
    https://arxiv.org/abs/2404.06395, section 4).
    """

    tokens: int = 64_000_000
    seed: int = 0
    architecture: Architecture = field(default_factory=Architecture)
    corruption: Corruption = field(default_factory=lambda: Corruption(chosen=0.2))
    batch_tokens: int = 4096
    learning_rate: float = 1.5e-3
    weight_decay: float = 0.05
    warmup_tokens: int = 1_000_000
    decay: float = 0.35
    singles: float = 0.3  # share of batches that hold short singles
    supplement_singles: float = 0.1  # share of a singles batch drawn from the supplement; more is learned by heart
    long_from: float = 0.9  # the share of the budget after which long sequences appear
    longest: int = 512  # pieces
    muon: bool = True  # for the matrices of the layers; AdamW for everything else
    goes_on: bool = False  # begins with the checkpoint that is there, instead of with nothing

    def further(self, tokens: int) -> "Recipe":
        """The recipe by which a finished checkpoint is trained on ``tokens`` more, lower and falling for longer."""
        return replace(self, tokens=tokens, learning_rate=1e-3, warmup_tokens=500_000, decay=0.6, goes_on=True)

    def rate(self, seen: int) -> float:
        """The learning rate after ``seen`` tokens, as a share of its peak."""
        falling = (self.tokens - seen) / (self.decay * self.tokens)
        return max(0.0, min(1.0, seen / self.warmup_tokens + 0.01, falling))

    def falls(self, seen: int) -> bool:
        """Whether the learning rate has begun to fall after ``seen`` tokens."""
        return seen > (1 - self.decay) * self.tokens

    def lengths(self, seen: int) -> dict[int, float]:
        """Lengths of pairs, in pieces, and the share of pair batches each has after ``seen`` tokens."""
        if seen < self.long_from * self.tokens or self.longest <= 128:
            return {64: 0.8, 128: 0.2}
        lengths = {64: 0.3, 128: 0.3}
        longest = min(self.longest, self.architecture.positions)
        return {**lengths, longest: lengths.get(longest, 0.0) + 0.4}

    def as_dict(self) -> dict[str, object]:
        """The recipe as JSON takes it."""
        return asdict(self)
