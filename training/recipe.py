"""Hyperparameters of a training run, which are saved beside the weights."""

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
        """The model's configuration. Without dropout: no text is seen often enough for overfitting."""
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
    """Hyperparameters of a pre-training run.

    The learning rate warms up, stays constant, and falls to zero over the last share ``decay`` of the budget. Until
    then the budget can be raised without any effect on the steps so far (Hu et al. 2024,
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
    singles: float = 0.3  # share of batches that are short singles
    supplement_singles: float = 0.1  # share of a singles batch from the supplement; more would be memorised
    long_from: float = 0.9  # share of the budget after which long sequences appear
    longest: int = 512  # tokens
    muon: bool = True  # for the matrices of the layers; AdamW for everything else
    goes_on: bool = False  # starts from the finished checkpoint instead of random weights

    def continued(self, tokens: int) -> "Recipe":
        """The recipe to train a finished checkpoint on ``tokens`` more, at a lower rate with a longer decay."""
        return replace(self, tokens=tokens, learning_rate=1e-3, warmup_tokens=500_000, decay=0.6, goes_on=True)

    def with_batch(self, batch_tokens: int) -> "Recipe":
        """The recipe with batches of another size, for a GPU, which small batches leave idle.

        The rate grows with the square root of the batch, as Adam's updates do not grow with it (Malladi et al. 2022,
        https://arxiv.org/abs/2205.10330), and the warm-up has as many steps as before.
        """
        times = batch_tokens / self.batch_tokens
        return replace(
            self,
            batch_tokens=batch_tokens,
            learning_rate=self.learning_rate * times**0.5,
            warmup_tokens=round(self.warmup_tokens * times),
        )

    @property
    def batch_option(self) -> str:
        """The option of the command line for the size of the batch; empty for the default."""
        return "" if self.batch_tokens == Recipe.batch_tokens else f" --batch-tokens {self.batch_tokens}"

    def relative_rate(self, tokens_seen: int) -> float:
        """The learning rate after ``tokens_seen`` tokens, as a share of its peak."""
        falling = (self.tokens - tokens_seen) / (self.decay * self.tokens)
        return max(0.0, min(1.0, tokens_seen / self.warmup_tokens + 0.01, falling))

    def is_decaying(self, tokens_seen: int) -> bool:
        """Whether the learning rate is falling after ``tokens_seen`` tokens."""
        return tokens_seen > (1 - self.decay) * self.tokens

    def lengths(self, tokens_seen: int) -> dict[int, float]:
        """Lengths of pairs in tokens, and their shares of the pair batches after ``tokens_seen`` tokens."""
        if tokens_seen < self.long_from * self.tokens or self.longest <= 128:
            return {64: 0.8, 128: 0.2}
        lengths = {64: 0.3, 128: 0.3}
        longest = min(self.longest, self.architecture.positions)
        return {**lengths, longest: lengths.get(longest, 0.0) + 0.4}

    def as_dict(self) -> dict[str, object]:
        """The recipe as JSON takes it."""
        return asdict(self)
