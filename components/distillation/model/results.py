"""Results of comparing the layers, losses and targets of a student with its teacher."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.model.results import Conditions, Tokens

Array = npt.NDArray[np.float64]
# Layers of the teacher, from 0, from which the student's layers were initialised.
ORIGINS: dict[tuple[str, str], tuple[int, ...]] = {
    ("pocket-bert", "pocket-distilbert"): (0, 2),
    # scripts/extract_distilbert.py of Hugging Face's distillation code.
    ("bert-base-uncased", "distilbert-base-uncased"): (0, 2, 4, 7, 9, 11),
}


def layer_origins(teacher_id: str, student_id: str) -> tuple[int, ...] | None:
    """The teacher's layer, from 0, from which each layer of the student was initialised; None if unknown."""
    return ORIGINS.get((teacher_id, student_id))


@dataclass(frozen=True)
class LayerSimilarity:
    """Similarity of every layer of a student to every layer of its teacher, over all tokens of some sentences.

    *Shape:* (student layer + 1, teacher layer + 1), the first being the embeddings.

    Attributes:
        cka: Linear centred kernel alignment, from 0 to 1.
        shuffled: Mean CKA with the student's tokens shuffled, which is the chance level for this number of tokens.
        origins: The result of :func:`layer_origins`.
        sentences: Number of sentences.
        tokens: Number of tokens of all sentences.
        conditions: The conditions of teacher and student.
    """

    cka: Array
    shuffled: Array
    origins: tuple[int, ...] | None
    sentences: int
    tokens: int
    conditions: tuple[Conditions, Conditions]


@dataclass(frozen=True)
class LossWeights:
    """Weights of the losses in the sum.

    The defaults are those of the command in the README of the paper's code (alpha_ce, alpha_mlm, alpha_cos), which
    differ from the defaults in that code.
    """

    kl: float = 5.0
    mlm: float = 2.0
    cosine: float = 1.0


@dataclass(frozen=True)
class BlankLosses:
    """The losses at one blank.

    Attributes:
        position: Position of the blank.
        hidden: The masked word; None for a typed [MASK].
        kl: KL(teacher || student) of the softened distributions in nats, without the factor T².
        student: Surprisal of the masked word for the student at T = 1, in nats; None for a typed [MASK].
        teacher: The same for the teacher.
    """

    position: int
    hidden: str | None
    kl: float
    student: float | None
    teacher: float | None


@dataclass(frozen=True)
class GradientNorm:
    """The norm of the gradient of the KL with respect to the student's logits, averaged over blanks.

    Attributes:
        temperature: The temperature.
        unscaled: Without the factor T².
        scaled: With the factor T².
    """

    temperature: float
    unscaled: float
    scaled: float


@dataclass(frozen=True)
class DistillationLosses:
    """The losses of a student on a sentence, given its teacher.

    Attributes:
        tokens: The sentence.
        blanks: The losses at every blank.
        temperature: Temperature of the soft targets.
        weights: Weights of the losses.
        kl: Mean KL(teacher || student) over blanks at ``temperature``, times its square, in nats.
        mlm: Mean cross-entropy of the masked words in nats; None if every mask was typed.
        teacher_mlm: The same for the teacher.
        cosine: Mean over all tokens of one minus the cosine of the last hidden states; None if the widths differ.
        gradients: Norms of the gradient of the KL at several temperatures.
        conditions: The conditions of teacher and student.
    """

    tokens: Tokens
    blanks: tuple[BlankLosses, ...]
    temperature: float
    weights: LossWeights
    kl: float
    mlm: float | None
    teacher_mlm: float | None
    cosine: float | None
    gradients: tuple[GradientNorm, ...]
    conditions: tuple[Conditions, Conditions]

    @property
    def kl_unscaled(self) -> float:
        """The KL without the factor T²."""
        return self.kl / self.temperature**2

    @property
    def terms(self) -> tuple[tuple[str, float | None, float], ...]:
        """Name, value and weight of each loss."""
        return (
            ("soft targets", self.kl, self.weights.kl),
            ("masked words", self.mlm, self.weights.mlm),
            ("cosine", self.cosine, self.weights.cosine),
        )

    @property
    def total(self) -> float:
        """The weighted sum of the losses that are defined."""
        return sum(value * weight for _, value, weight in self.terms if value is not None)


# Roughly even on a logarithmic scale; the last ones show the limit of the curve.
TEMPERATURES = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0, 20.0, 50.0, 100.0)


@dataclass(frozen=True)
class SoftCandidate:
    """A token with its probability at every temperature.

    Attributes:
        text: Text of the token.
        continues: Whether the token continues a word.
        logit: The model's logit.
        probabilities: Probability at each temperature.
        rank: Rank by probability, from 1, which does not depend on the temperature.
        hidden: Whether it is the masked word.
    """

    text: str
    continues: bool
    logit: float
    probabilities: tuple[float, ...]
    rank: int
    hidden: bool


@dataclass(frozen=True)
class SoftTargets:
    """A teacher's distribution at one blank at several temperatures: softmax(logits / T).

    Attributes:
        position: Position of the blank.
        hidden: The masked word; None for a typed [MASK].
        temperatures: The temperatures.
        candidates: The most probable tokens, the same at every temperature, followed by the masked word if it is not
            among them.
        entropies: Entropy of the whole distribution at each temperature, in nats.
        vocabulary: Size of the vocabulary, whose logarithm is the maximum of the entropies.
        conditions: The model and software that computed the logits.
    """

    position: int
    hidden: str | None
    temperatures: tuple[float, ...]
    candidates: tuple[SoftCandidate, ...]
    entropies: tuple[float, ...]
    vocabulary: int
    conditions: Conditions
