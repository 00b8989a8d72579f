"""Activation functions in words."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ActivationText:
    """The words of an activation function.

    Attributes:
        name: As in a sentence.
        formula: In one line.
        about: What becomes of negative numbers, in one sentence.
        rule: How a number is computed.
    """

    name: str
    formula: str
    about: str
    rule: str


_TEXTS = {
    "gelu": ActivationText(
        "GELU",
        "GELU(x)",
        "Negative numbers become small: between −0.17 and 0.",
        "GELU: x times the probability that a standard normal number is below x.",
    ),
    "gelu_new": ActivationText(
        "an approximation of GELU",
        "GELU(x), approximated",
        "Negative numbers become small: between −0.17 and 0.",
        "GELU, approximated: x ÷ 2 × (1 + tanh(√(2 ÷ π) × (x + 0.044715 × x³))).",
    ),
    "relu": ActivationText(
        "ReLU", "max(x, 0)", "Negative numbers become 0.", "ReLU: x if it is positive, and 0 otherwise."
    ),
    "silu": ActivationText(
        "SiLU",
        "x ÷ (1 + exp(−x))",
        "Negative numbers become small: between −0.28 and 0.",
        "SiLU: x divided by 1 + exp(−x).",
    ),
}


def activation_text(name: str) -> ActivationText:
    """The words of an activation function, by its name in the architecture's facts."""
    return _TEXTS.get(name) or ActivationText(
        name, f"{name}(x)", "Each number becomes another one, by the same function.", f"{name}, a function of x alone."
    )
