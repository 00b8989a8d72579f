"""The three losses of distillation on one sentence.

Sanh et al. 2019, "DistilBERT, a distilled version of BERT", section 3, https://arxiv.org/abs/1910.01108. All in nats
but the cosine, which has no unit.
"""

from dataclasses import dataclass

from components.model.results import Conditions, Tokens


@dataclass(frozen=True)
class LossWeights:
    """What each loss counts in the sum.

    The defaults are those of the command in the README of the paper's code (alpha_ce, alpha_mlm, alpha_cos); the
    code's own defaults are others.
    """

    kl: float = 5.0
    words: float = 2.0
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
class GradientSize:
    """How strongly the KL pulls at the student's logits at one temperature: the mean length of its gradient at a blank.

    ``plain`` is without the factor of T², ``scaled`` with it.
    """

    temperature: float
    plain: float
    scaled: float


@dataclass(frozen=True)
class ThreeLosses:
    """The losses of a student on a sentence, its teacher beside it.

    ``kl`` is the mean over blanks of KL(teacher || student) at ``temperature``, times its square; ``words`` the mean
    cross-entropy of hidden words, None where every mask was typed; ``teacher_words`` the teacher's own;
    ``cosine`` the mean over all tokens, marks included, of one minus the cosine of the last hidden states, None where
    these differ in width; ``directions`` the same by token. ``total`` is the weighted sum of what there is.
    """

    tokens: Tokens
    blanks: tuple[BlankLosses, ...]
    temperature: float
    weights: LossWeights
    kl: float
    words: float | None
    teacher_words: float | None
    cosine: float | None
    directions: tuple[float, ...] | None
    gradients: tuple[GradientSize, ...]
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
            ("hidden words", self.words, self.weights.words),
            ("direction", self.cosine, self.weights.cosine),
        )

    @property
    def total(self) -> float:
        """The weighted sum of the losses that there are."""
        return sum(value * weight for _, value, weight in self.terms if value is not None)
