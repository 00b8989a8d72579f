"""Divergences between two distributions.

Kullback and Leibler 1951, https://doi.org/10.1214/aoms/1177729694; Lin 1991, https://doi.org/10.1109/18.61115.
"""

import math

import torch


def kullback_leibler(first: torch.Tensor, second: torch.Tensor) -> float:
    """KL(first || second) in nats; infinite if ``second`` is zero where ``first`` is not.

    Args:
        first: Log-probabilities. *Shape:* (outcome,)
        second: Log-probabilities. *Shape:* (outcome,)
    """
    first, second = first.double(), second.double()
    terms = torch.where(first == -math.inf, 0.0, first.exp() * (first - second))
    return max(0.0, float(terms.sum()))  # rounding may give a tiny negative number


def jensen_shannon(first: torch.Tensor, second: torch.Tensor) -> float:
    """The Jensen-Shannon divergence in nats: symmetric, from 0 to log 2.

    Args:
        first: Log-probabilities. *Shape:* (outcome,)
        second: Log-probabilities. *Shape:* (outcome,)
    """
    first, second = first.double(), second.double()
    average = torch.logaddexp(first, second) - math.log(2)
    return min(math.log(2), (kullback_leibler(first, average) + kullback_leibler(second, average)) / 2)
