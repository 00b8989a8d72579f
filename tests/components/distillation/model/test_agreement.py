"""Agreement of two models, compared with plain transformers, and its statistics."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn.functional import kl_div

from components.distillation.model.agreement import BATCH_SIZE, measure_agreement
from components.distillation.model.agreement_results import TOP_COUNT, BlankAgreement, agreement_summary
from components.model.blanks.blank_probes import BlankProbe
from components.model.results import Candidate
from components.model.user_errors import UserError
from tests.components.conftest import Opener

PROBES = tuple(
    BlankProbe("g", sentence, word, word)
    for sentence, word in [
        ("she sat on the [MASK] of the river .", "bank"),
        ("the capital of france is [MASK] .", "paris"),
        ("attention looks at every [MASK] of a sentence .", "word"),
        ("it is [MASK] !", "banks"),
        ("[MASK] went to the bank .", "he"),
    ]
)


def blank(
    *, same: bool = True, common: int = 5, kl: float = 0.0, ranks: tuple[int | None, int | None] = (1, 1)
) -> BlankAgreement:
    choices = (Candidate("a", 0.5, False),)
    return BlankAgreement("g", "a [MASK]", "a", choices, choices, same, common, kl, kl / 2, *ranks)


@pytest.mark.parametrize("family", ["bert", "distilbert", "roformer", "roberta"])
def test_a_model_agrees_with_itself(opened: Opener, family: str) -> None:
    model = opened(family)
    agreement = measure_agreement(model, model, PROBES)
    for blank in agreement.blanks:
        assert (blank.same_first, blank.common) == (True, TOP_COUNT)
        assert blank.kl == pytest.approx(0, abs=1e-9)
        assert blank.js == pytest.approx(0, abs=1e-9)
        assert blank.teacher == blank.student
        assert blank.teacher_rank == blank.student_rank
    summary = agreement.summary
    assert (summary.first_choice.low, summary.first_choice.value) == (1, 1)
    assert summary.accuracy_ratio is None or summary.accuracy_ratio.low == summary.accuracy_ratio.high == 1


def test_the_agreement_equals_one_computed_with_plain_transformers(opened: Opener) -> None:
    teacher, student = opened("bert"), opened("distilbert")
    agreement = measure_agreement(teacher, student, PROBES)
    assert agreement.conditions == (teacher.conditions, student.conditions)
    for probe, blank in zip(PROBES, agreement.blanks, strict=True):
        tokens = teacher.tokenizer.tokens(probe.sentence)
        with torch.no_grad():
            p, q = (
                m.model(input_ids=torch.tensor([tokens.ids])).logits[0, tokens.typed_masks[0]].log_softmax(-1)
                for m in (teacher, student)
            )
        assert blank.kl == pytest.approx(kl_div(q, p, reduction="sum", log_target=True).item(), abs=1e-5)
        assert blank.same_first == bool(p.argmax() == q.argmax())
        assert blank.common == len({*p.topk(TOP_COUNT).indices.tolist()} & {*q.topk(TOP_COUNT).indices.tolist()})
        assert 0 <= blank.js <= math.log(2)
        if probe.word == "banks":  # "bank" and "##s"
            assert blank.teacher_rank is blank.student_rank is None
        else:
            (target,) = teacher.tokenizer.whole_words[probe.word]
            assert blank.teacher_rank == int((p > p[target]).sum()) + 1
            assert blank.student_rank == int((q > q[target]).sum()) + 1
    back = measure_agreement(student, teacher, PROBES)
    assert [blank.js for blank in back.blanks] == pytest.approx([blank.js for blank in agreement.blanks], abs=1e-9)


def test_batching_changes_nothing_and_reports_progress(opened: Opener) -> None:
    teacher, student = opened("bert"), opened("distilbert")
    progress: list[tuple[int, int]] = []
    many = measure_agreement(teacher, student, PROBES * 3, on_progress=lambda done, of: progress.append((done, of)))
    assert progress == [(BATCH_SIZE, 15), (15, 15)]
    few = measure_agreement(teacher, student, PROBES)
    assert [blank.kl for blank in many.blanks] == pytest.approx([blank.kl for blank in few.blanks] * 3, abs=1e-5)


@pytest.mark.parametrize(("teacher", "student"), [("bert", "roberta"), ("gpt2", "bert"), ("bert", "gpt2")])
def test_other_vocabularies_are_an_error(opened: Opener, teacher: str, student: str) -> None:
    with pytest.raises(UserError, match=r"vocabular|no \[MASK\]"):
        measure_agreement(opened(teacher), opened(student), PROBES)


@pytest.mark.parametrize("sentence", ["no blank here .", "[MASK] and [MASK]"])
def test_a_probe_must_have_one_blank(opened: Opener, sentence: str) -> None:
    with pytest.raises(UserError, match=r"one \[MASK\]"):
        measure_agreement(opened(), opened(), [BlankProbe("g", sentence, "the", "the")])


def test_no_probes_are_an_error(opened: Opener) -> None:
    with pytest.raises(UserError, match="no sentences"):
        measure_agreement(opened(), opened(), [])


def test_a_summary_counts() -> None:
    summary = agreement_summary(
        [
            blank(kl=1.0, ranks=(1, 1)),
            blank(same=False, common=2, kl=3.0, ranks=(1, 4)),
            blank(same=False, common=2, kl=2.0, ranks=(7, 1)),
            blank(ranks=(1, 9)),
            blank(ranks=(None, None)),
        ]
    )
    assert (summary.blanks, summary.ranked) == (5, 4)
    assert summary.first_choice.value == pytest.approx(3 / 5)
    assert summary.common.value == pytest.approx(19 / 5)
    assert summary.kl.value == pytest.approx(6 / 5)
    assert summary.teacher_top1 is not None
    assert summary.student_top1 is not None
    assert summary.accuracy_ratio is not None
    assert (summary.teacher_top1.value, summary.student_top1.value) == (3 / 4, 2 / 4)
    assert summary.accuracy_ratio.value == pytest.approx(2 / 3)


def test_without_ranks_nothing_is_said_of_them() -> None:
    summary = agreement_summary([blank(ranks=(None, None))] * 3)
    assert summary.teacher_top1 is summary.accuracy_ratio is None
    never = agreement_summary([blank(ranks=(2, 1))] * 3)
    assert never.accuracy_ratio is None
    assert never.student_top1 is not None
    assert never.student_top1.value == 1
    with pytest.raises(ValueError, match="no blanks"):
        agreement_summary([])


@given(
    st.lists(
        st.tuples(st.booleans(), st.floats(0, 50), st.integers(1, 9000), st.integers(1, 9000)), min_size=2, max_size=30
    )
)
def test_intervals_contain_their_means_and_are_deterministic(rows: list[tuple[bool, float, int, int]]) -> None:
    blanks = [blank(same=same, kl=kl, ranks=(rank, student_rank)) for same, kl, rank, student_rank in rows]
    summary = agreement_summary(blanks)
    assert summary == agreement_summary(blanks)
    for of, values in ((summary.first_choice, [r[0] for r in rows]), (summary.kl, [r[1] for r in rows])):
        assert min(values) - 1e-9 <= of.low <= of.high <= max(values) + 1e-9
        assert of.value == pytest.approx(np.mean(values))


def test_an_interval_matches_theory_and_narrows_with_more_blanks() -> None:
    many = [blank(same=number % 2 == 0) for number in range(400)]
    of = agreement_summary(many).first_choice
    assert (of.low, of.high) == pytest.approx((0.5 - 1.96 * 0.025, 0.5 + 1.96 * 0.025), abs=0.006)
    few = agreement_summary(many[:40]).first_choice
    assert few.high - few.low > 2 * (of.high - of.low)
