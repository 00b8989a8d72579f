"""What the heads of a model compare, for every token of a sentence."""

from dataclasses import dataclass

from components.model.results import Floats, Tokens


@dataclass(frozen=True)
class NeuronVectors:
    """The query and the key of every token in every head, as the head compares them.

    *Shape:* ``queries``, ``keys`` (layer, head, token, head_width)
    """

    tokens: Tokens
    queries: Floats
    keys: Floats
