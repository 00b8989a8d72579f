"""What a prediction rests on: what is left of it without a word, before the last layer, without the right side."""

from dataclasses import dataclass

from components.model.results import Candidate, MaskPrediction


@dataclass(frozen=True)
class PossibleAnswer:
    """A word at a blank that can be followed: one of the likeliest, or the one a visitor hid.

    ``rank`` 1 is the likeliest piece of the vocabulary; ``hidden`` says whether this is the word that stood there.
    """

    id: int
    text: str
    continues: bool
    probability: float
    rank: int
    hidden: bool


@dataclass(frozen=True)
class Occlusion:
    """What an answer loses when one more token is masked.

    ``loss`` is the fall of the logarithm of its probability, in nats: below zero where the token stood in its way.
    """

    position: int
    text: str
    probability: float
    loss: float


@dataclass(frozen=True)
class LayerReading:
    """What the vocabulary head makes of a blank's vector after a layer; layer 0 is the embedding, before any layer."""

    layer: int
    probability: float
    rank: int
    first_choice: Candidate


@dataclass(frozen=True)
class View:
    """What a model predicts at a blank from what it was let see, and what it gives one word there.

    ``log_probability`` is in nats.
    """

    prediction: MaskPrediction
    log_probability: float
    rank: int


@dataclass(frozen=True)
class LeftOnly:
    """A blank predicted from the whole sentence, and from what stands to its left."""

    position: int
    full: View
    left: View
