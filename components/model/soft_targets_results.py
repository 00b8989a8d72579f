"""What a teacher's logits become at different temperatures."""

from dataclasses import dataclass

from components.model.results import Conditions

# Even on a logarithmic scale, about; the last ones show where the curve ends.
TEMPERATURES = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0, 20.0, 50.0, 100.0)


@dataclass(frozen=True)
class SoftCandidate:
    """A piece, its logit as the teacher computed it, and its probability at every temperature.

    ``hidden`` says whether it is the word that was hidden; ``rank`` 1 is the likeliest piece, whatever the temperature.
    """

    text: str
    continues: bool
    logit: float
    probabilities: tuple[float, ...]
    rank: int
    hidden: bool


@dataclass(frozen=True)
class SoftTargets:
    """A teacher's distribution at one blank, softened: softmax(logits / T).

    ``candidates`` are the likeliest pieces, the same at every temperature, and the hidden word after them where it is
    not among them. ``entropies`` are of the whole distribution, in nats, one a temperature; ``vocabulary`` is how many
    pieces it is over, so that no entropy exceeds its logarithm. ``hidden`` is the text of the word at ``position``,
    None where the mask was typed.
    """

    position: int
    hidden: str | None
    temperatures: tuple[float, ...]
    candidates: tuple[SoftCandidate, ...]
    entropies: tuple[float, ...]
    vocabulary: int
    conditions: Conditions
