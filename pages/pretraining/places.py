"""The positions of masked tokens in the tokens of another model."""

from components.model.results import Tokens
from components.pretraining.model.results import MaskingLoss


def same_places(loss: MaskingLoss, tokens: Tokens) -> tuple[int, ...]:
    """The positions in ``tokens`` that begin at the same characters as the masked tokens of ``loss``."""
    starts = {loss.tokens.items[target.position].start for target in loss.sample.targets}
    return tuple(p for p, token in enumerate(tokens.items) if token.start in starts and not token.special)
