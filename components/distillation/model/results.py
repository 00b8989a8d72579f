"""What comes out of holding the layers, losses and targets of a student against its teacher."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.model.results import Conditions, Tokens

Array = npt.NDArray[np.float64]
# Layers of the teacher, from 0, that the student's layers began as.
ORIGINS: dict[tuple[str, str], tuple[int, ...]] = {
    ("pocket-bert", "pocket-distilbert"): (0, 2),
    # scripts/extract_distilbert.py of Hugging Face's distillation code.
    ("bert-base-uncased", "distilbert-base-uncased"): (0, 2, 4, 7, 9, 11),
}


def layer_origins(teacher_id: str, student_id: str) -> tuple[int, ...] | None:
    """The teacher's layer, from 0, that each layer of the student was copied from before training; None: not known."""
    return ORIGINS.get((teacher_id, student_id))


@dataclass(frozen=True)
class LayerSimilarity:
    """Every layer of a student against every layer of its teacher, over all tokens of some sentences.

    *Shape:* ``cka``, ``shuffled`` and ``cosine`` (student layer + 1, teacher layer + 1), the first being the
    embeddings; ``attention`` (student layer, teacher layer).

    Attributes:
        cka: Linear centred kernel alignment, from 0 to 1.
        shuffled: The same with the student's tokens in another order, mean of some: what few tokens give for nothing.
        cosine: Mean over tokens of the cosine of both hidden states; None where the widths differ.
        attention: 1 less the Jensen-Shannon divergence in bits of what a token looks at, mean over tokens and heads,
            head 1 against head 1 and so on; None where the models differ in the number of heads.
        origins: As :func:`layer_origins` says.
        sentences: How many.
        tokens: How many, over all sentences.
        conditions: The teacher's and the student's.
    """

    cka: Array
    shuffled: Array
    cosine: Array | None
    attention: Array | None
    origins: tuple[int, ...] | None
    sentences: int
    tokens: int
    conditions: tuple[Conditions, Conditions]


@dataclass(frozen=True)
class LossWeights:
    """What each loss counts in the sum.

    The defaults are those of the command in the README of the paper's code (alpha_ce, alpha_mlm, alpha_cos); the
    code's own defaults are others.
    """

    kl: float = 5.0
    mlm: float = 2.0
    cosine: float = 1.0


@dataclass(frozen=True)
class BlankLosses:
    """What one blank adds to the means.

    ``kl`` is KL(teacher || student) of the softened distributions, before the factor of T²; ``student`` and ``teacher``
    are the surprisals of the hidden word under either, at T = 1, None where the mask was typed and nothing was hidden.
    """

    position: int
    hidden: str | None
    kl: float
    student: float | None
    teacher: float | None


@dataclass(frozen=True)
class GradientNorm:
    """How strongly the KL pulls at the student's logits at one temperature: the mean length of its gradient at a blank.

    ``plain`` is without the factor of T², ``scaled`` with it.
    """

    temperature: float
    unscaled: float
    scaled: float


@dataclass(frozen=True)
class DistillationLosses:
    """The losses of a student on a sentence, its teacher beside it.

    ``kl`` is the mean over blanks of KL(teacher || student) at ``temperature``, times its square; ``words`` the mean
    cross-entropy of hidden words, None where every mask was typed; ``teacher_words`` the teacher's own;
    ``cosine`` the mean over all tokens, special ones included, of one minus the cosine of the last hidden states, None
    where these differ in width; ``directions`` the same by token. ``total`` is the weighted sum of what there is.
    """

    tokens: Tokens
    blanks: tuple[BlankLosses, ...]
    temperature: float
    weights: LossWeights
    kl: float
    mlm: float | None
    teacher_mlm: float | None
    cosine: float | None
    cosine_distances: tuple[float, ...] | None
    gradients: tuple[GradientNorm, ...]
    conditions: tuple[Conditions, Conditions]

    @property
    def kl_unscaled(self) -> float:
        """The KL before the factor of T²."""
        return self.kl / self.temperature**2

    @property
    def terms(self) -> tuple[tuple[str, float | None, float], ...]:
        """Name, value and weight of each loss."""
        return (
            ("soft targets", self.kl, self.weights.kl),
            ("hidden words", self.mlm, self.weights.mlm),
            ("direction", self.cosine, self.weights.cosine),
        )

    @property
    def total(self) -> float:
        """The weighted sum of the losses that there are."""
        return sum(value * weight for _, value, weight in self.terms if value is not None)


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
