"""Agreement of a student with its teacher over a set of blanks.

Distillation trains agreement with the teacher, not accuracy (Hinton et al. 2015,
https://arxiv.org/abs/1503.02531; Sanh et al. 2019, https://arxiv.org/abs/1910.01108). A student trained in
another way may be as accurate but agree less, so both are measured.
"""

from collections.abc import Callable, Sequence

from components.distillation.model.agreement_results import TOP_COUNT, Agreement, BlankAgreement
from components.distillation.model.shared_vocabulary import require_same_tokens, require_shared_vocabulary
from components.model.blanks.blank_probes import BlankProbe
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.mask_filling import widen_mask
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.results import Candidate, Tokens
from components.model.statistics.divergence import jensen_shannon, kullback_leibler
from components.model.user_errors import UserError

BATCH_SIZE = 12  # blanks per batch: other visitors have their turn between batches


def measure_agreement(
    teacher: OpenModel,
    student: OpenModel,
    probes: Sequence[BlankProbe],
    *,
    on_progress: Callable[[int, int], None] | None = None,
) -> Agreement:
    """Compare both models at the [MASK] of every probe.

    Args:
        teacher: A masked language model.
        student: Another with the same vocabulary.
        probes: Sentences with one blank each, and the correct word.
        on_progress: Called after every batch with the number of blanks done and the total.

    Raises:
        UserError: The vocabularies differ, there are no probes, or a probe does not have exactly one blank.
    """
    require_shared_vocabulary(teacher, student)
    if not probes:
        raise UserError("There are no sentences to compare the models on. Add some, each with one [MASK].")
    agreements: list[BlankAgreement] = []
    for start in range(0, len(probes), BATCH_SIZE):
        agreements += _compare_batch(teacher, student, probes[start : start + BATCH_SIZE])
        if on_progress is not None:
            on_progress(len(agreements), len(probes))
    return Agreement(tuple(agreements), (teacher.conditions, student.conditions))


def _compare_batch(teacher: OpenModel, student: OpenModel, probes: Sequence[BlankProbe]) -> list[BlankAgreement]:
    tokens_by_probe = [teacher.tokenizer.tokens(probe.sentence) for probe in probes]
    targets = [
        _target_id(teacher, tokens, probe.written) for tokens, probe in zip(tokens_by_probe, probes, strict=True)
    ]
    for tokens in tokens_by_probe:
        if len(tokens.typed_masks) != 1:
            raise UserError(f"Every sentence needs exactly one [MASK]. Change “{tokens.sentence[:60]}”.")
        require_same_tokens(teacher, student, tokens)
    requests = [
        PredictionInput(tokens.ids, tokens.typed_masks, None if target is None else (target,), full_distribution=True)
        for tokens, target in zip(tokens_by_probe, targets, strict=True)
    ]
    predictions = zip(probes, teacher.predict(requests), student.predict(requests), strict=True)
    return [
        _compare_blank(teacher, probe, teacher_prediction, student_prediction)
        for probe, teacher_prediction, student_prediction in predictions
    ]


def _target_id(opened: OpenModel, tokens: Tokens, word: str) -> int | None:
    """The id of the correct word, or None if it is not a single token."""
    if len(tokens.typed_masks) != 1:
        return None
    try:
        pieces = widen_mask(opened, tokens, (), tokens.typed_masks[0], word).word_ids
    except UserError:
        return None
    return pieces[0] if len(pieces) == 1 else None


def _compare_blank(
    opened: OpenModel, probe: BlankProbe, teacher: PredictionOutput, student: PredictionOutput
) -> BlankAgreement:
    assert teacher.distribution is not None
    assert student.distribution is not None
    p, q = teacher.distribution[0], student.distribution[0]
    teacher_ids, student_ids = (answer.top_ids[0, :TOP_COUNT].tolist() for answer in (teacher, student))
    return BlankAgreement(
        group=probe.group,
        sentence=probe.sentence,
        word=probe.written,
        teacher=_top_candidates(opened, teacher),
        student=_top_candidates(opened, student),
        same_first=teacher_ids[0] == student_ids[0],
        common=len(set(teacher_ids) & set(student_ids)),
        kl=kullback_leibler(p, q),
        js=jensen_shannon(p, q),
        teacher_rank=None if teacher.rank is None else int(teacher.rank[0]),
        student_rank=None if student.rank is None else int(student.rank[0]),
    )


def _top_candidates(opened: OpenModel, answer: PredictionOutput) -> tuple[Candidate, ...]:
    pieces = zip(answer.top_ids[0, :TOP_COUNT].tolist(), answer.top_probabilities[0].tolist(), strict=False)
    return tuple(opened.tokenizer.candidate(i, p) for i, p in pieces)
