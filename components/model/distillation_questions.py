"""What distillation keeps: the questions asked of a teacher and a student."""

from collections.abc import Callable

from components.model.agreement import agreement
from components.model.agreement_results import Agreement
from components.model.blank_probes import blank_probes, likeness_sentences
from components.model.layer_likeness import layer_likeness
from components.model.layer_likeness_results import LayerLikeness
from components.model.reader import Reader
from components.model.soft_targets import softened
from components.model.soft_targets_results import TEMPERATURES, SoftTargets
from components.model.three_losses import three_losses
from components.model.three_losses_results import LossWeights, ThreeLosses


class DistillationQuestions:
    """Names and strings in, frozen results out.

    Every method raises :class:`~components.model.refusal.Refusal` with words for the visitor where it cannot answer,
    among other reasons where teacher and student do not share a vocabulary.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def agreement(self, teacher_id: str, student_id: str, told: Callable[[int, int], None] | None = None) -> Agreement:
        """Both models over the probe set; ``told`` hears how many blanks of how many are done."""
        teacher, student = self._reader.opened(teacher_id), self._reader.opened(student_id)
        return agreement(teacher, student, blank_probes(), told=told, ask=self._reader.ask)

    def softened(
        self,
        model_id: str,
        sentence: str,
        masked: tuple[int, ...],
        position: int,
        temperatures: tuple[float, ...] = TEMPERATURES,
    ) -> SoftTargets:
        """A model's logits at the blank at ``position``, at each temperature."""
        opened = self._reader.opened(model_id)
        return softened(opened, opened.tokenizer.tokens(sentence), masked, position, temperatures)

    def three_losses(
        self,
        teacher_id: str,
        student_id: str,
        sentence: str,
        masked: tuple[int, ...],
        temperature: float = 2.0,
        weights: LossWeights = LossWeights(),  # noqa: B008 - frozen
    ) -> ThreeLosses:
        """The losses of distillation on a sentence; ``masked`` are positions as the teacher reads it."""
        teacher, tokens = self._reader.sentence(teacher_id, sentence)
        student = self._reader.looked_into(student_id)
        return three_losses(teacher, student, tokens, masked, temperature=temperature, weights=weights)

    def layer_likeness(self, teacher_id: str, student_id: str, sentences: tuple[str, ...] = ()) -> LayerLikeness:
        """Every layer of the student against every one of the teacher, over ``sentences`` or some of the probe set."""
        teacher, student = self._reader.looked_into(teacher_id), self._reader.looked_into(student_id)
        return layer_likeness(teacher, student, sentences or likeness_sentences())
