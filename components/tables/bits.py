"""Information as people read it: in bits. One bit is one halving of a probability; bits = nats / ln 2."""

import math


def bits(nats: float) -> float:
    """A natural logarithm, in bits."""
    return nats / math.log(2)


def counted(amount: float) -> str:
    """A number of bits as people read it."""
    sign = "−" if amount <= -0.05 else ""
    return f"{sign}{abs(amount):.1f} bits"
