"""The operations that a pass consists of."""

from dataclasses import dataclass
from enum import StrEnum

INPUT, OUTPUT = "input", "layer_output"


class Operation(StrEnum):
    """How a box is computed."""

    LOOKUP = "lookup"  # a row of a table
    ADD = "add"
    NORMALISE = "normalise"
    MULTIPLY = "multiply"  # by a matrix, with a bias
    ROTATE = "rotate"  # by position
    SCORE = "score"  # query · key, scaled
    SOFTMAX = "softmax"
    MIX = "mix"  # values, weighted by attention
    CONCATENATE = "concatenate"  # heads
    ACTIVATE = "activate"  # by the activation function
    GATE = "gate"  # multiply by the gate


@dataclass(frozen=True)
class Step:
    """One box of a floor: how it is computed, and from which boxes. ``heads`` says whether it has a part per head."""

    key: str
    operation: Operation
    inputs: tuple[str, ...]
    heads: bool = False
