"""A teacher and a student over a set of blanks: how often do they agree, and where not?

Agreement with the teacher, rather than being right, is what distillation trains (Hinton et al. 2015,
https://arxiv.org/abs/1503.02531; Sanh et al. 2019, https://arxiv.org/abs/1910.01108). A student that is as often right
by other means agrees less: both are measured here.
"""

from collections.abc import Callable, Sequence

from components.distillation.model.agreement_results import TOP_COUNT, Agreement, BlankAgreement
from components.model.blanks.blank_probes import BlankProbe
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.mask_filling import widen_mask
from components.model.inference.prediction import PredictionInput, PredictionOutput
from components.model.inference.shared_vocabulary import require_same_tokens, require_shared_vocabulary
from components.model.results import Candidate, Tokens
from components.model.statistics.divergence import jensen_shannon, kullback_leibler
from components.model.user_errors import UserError

BATCH_SIZE = 12  # in one batch, so that other visitors have their turn between


def measure_agreement(
    teacher: OpenModel,
    student: OpenModel,
    probes: Sequence[BlankProbe],
    *,
    on_progress: Callable[[int, int], None] | None = None,
) -> Agreement:
    """Both models at the one [MASK] of every probe.

    Args:
        teacher: A masked language model.
        student: Another with the same vocabulary.
        probes: Sentences with one blank each, and the word that stood there.
        on_progress: Called after every batch with how many blanks are done and how many there are.

    Raises:
        UserError: The vocabularies differ, there are no probes, or one has not exactly one blank.
    """
    require_shared_vocabulary(teacher, student)
    if not probes:
        raise UserError("There are no sentences to compare the models on. Add some, each with one [MASK].")
    found: list[BlankAgreement] = []
    for start in range(0, len(probes), BATCH_SIZE):
        found += _batch(teacher, student, probes[start : start + BATCH_SIZE])
        if on_progress is not None:
            on_progress(len(found), len(probes))
    return Agreement(tuple(found), (teacher.conditions, student.conditions))


def _batch(teacher: OpenModel, student: OpenModel, probes: Sequence[BlankProbe]) -> list[BlankAgreement]:
    read = [teacher.tokenizer.tokens(probe.sentence) for probe in probes]
    targets = [_target(teacher, tokens, probe.written) for tokens, probe in zip(read, probes, strict=True)]
    for tokens in read:
        if len(tokens.typed_masks) != 1:
            raise UserError(f"Every sentence needs exactly one [MASK]. Change “{tokens.sentence[:60]}”.")
        require_same_tokens(teacher, student, tokens)
    questions = [
        PredictionInput(tokens.ids, tokens.typed_masks, None if target is None else (target,), full_distribution=True)
        for tokens, target in zip(read, targets, strict=True)
    ]
    replies = zip(probes, teacher.predict(questions), student.predict(questions), strict=True)
    return [_blank(teacher, probe, one, other) for probe, one, other in replies]


def _target(opened: OpenModel, tokens: Tokens, word: str) -> int | None:
    """The id of the word at the blank, if it is one piece there."""
    if len(tokens.typed_masks) != 1:
        return None
    try:
        pieces = widen_mask(opened, tokens, (), tokens.typed_masks[0], word).word_ids
    except UserError:
        return None
    return pieces[0] if len(pieces) == 1 else None


def _blank(
    opened: OpenModel, probe: BlankProbe, teacher: PredictionOutput, student: PredictionOutput
) -> BlankAgreement:
    assert teacher.distribution is not None
    assert student.distribution is not None
    p, q = teacher.distribution[0], student.distribution[0]
    ours, theirs = (answer.top_ids[0, :TOP_COUNT].tolist() for answer in (teacher, student))
    return BlankAgreement(
        group=probe.group,
        sentence=probe.sentence,
        word=probe.written,
        teacher=_choices(opened, teacher),
        student=_choices(opened, student),
        same_first=ours[0] == theirs[0],
        common=len(set(ours) & set(theirs)),
        kl=kullback_leibler(p, q),
        js=jensen_shannon(p, q),
        teacher_rank=None if teacher.rank is None else int(teacher.rank[0]),
        student_rank=None if student.rank is None else int(student.rank[0]),
    )


def _choices(opened: OpenModel, answer: PredictionOutput) -> tuple[Candidate, ...]:
    pieces = zip(answer.top_ids[0, :TOP_COUNT].tolist(), answer.top_probabilities[0].tolist(), strict=False)
    return tuple(opened.tokenizer.candidate(i, p) for i, p in pieces)
