"""Numbers as people read them; in bits, one of which is one halving of a probability (bits = nats / ln 2)."""

import math

_LARGE = ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"))


def probability_text(log_probability: float) -> str:
    """A probability, from its natural logarithm: in percent, or as one in so many where percents would be nothing."""
    if log_probability > math.log(0.001):
        return f"{100 * math.exp(log_probability):.1f} %"
    return f"1 in {_large(-log_probability)}"


def times(log_ratio: float) -> str:
    """How many times as much, from the natural logarithm of a ratio that is at least 1."""
    return f"{math.exp(log_ratio):.1f} times" if log_ratio < math.log(9.95) else f"{_large(log_ratio)} times"


def bits(nats: float) -> float:
    """A natural logarithm, in bits."""
    return nats / math.log(2)


def counted(amount: float) -> str:
    """A number of bits as people read it."""
    sign = "−" if amount <= -0.05 else ""
    return f"{sign}{abs(amount):.1f} bits"


def _large(log_count: float) -> str:
    if log_count > math.log(1e15):
        return f"10^{log_count / math.log(10):.0f}"
    count = math.exp(log_count)
    for size, name in _LARGE:
        if count >= size:
            return f"{count / size:,.0f} {name}"
    return f"{count:,.0f}"
