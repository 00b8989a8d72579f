"""Tables and findings on the agreement of a teacher and a student follow the numbers."""

import pytest

from components.distillation.model.agreement_results import Agreement, BlankAgreement
from components.distillation.tables.agreement import (
    agreement_finding,
    agreement_table,
    blank_table,
    divergence_finding,
    guess_table,
    largest_divergences,
    quality_finding,
)
from components.distillation.tables.family import MemberScores, family_finding, family_table
from components.model.results import Candidate, Conditions

BY = Conditions("m", "r", "cpu", "float32", "v")
NAMES = ("Big", "Small")


def blank(group: str, *, same: bool, kl: float, ranks: tuple[int | None, int | None]) -> BlankAgreement:
    teacher = (Candidate("river", 0.5, False), Candidate("ly", 0.1, True))
    student = teacher if same else (Candidate("sea", 0.25, False), Candidate("river", 0.2, False))
    return BlankAgreement(
        group, f"The {group} [MASK].", "river", teacher, student, same, 5 if same else 1, kl, kl / 4, *ranks
    )


AGREEMENT = Agreement(
    (
        blank("facts", same=True, kl=0.0, ranks=(1, 1)),
        blank("facts", same=False, kl=0.6931471805599453, ranks=(1, 4)),
        blank("idiom", same=False, kl=1.3862943611198906, ranks=(3, 9)),
        blank("idiom", same=False, kl=0.6931471805599453, ranks=(None, None)),
    ),
    (BY, BY),
)


def test_blanks_are_rows_in_bits_and_words() -> None:
    table = blank_table(AGREEMENT)
    assert table["kl"].tolist() == pytest.approx([0, 1, 2, 1])
    assert table.loc[0, ["teacher", "student", "teacher_five", "teacher_percent"]].tolist() == [
        "river", "river", "river, …ly", "50.0%",
    ]  # fmt: skip
    assert table["student_rank"].isna().tolist() == [False, False, False, True]
    assert table["student_rank"].iloc[2] == 9


def test_the_largest_divergences_come_first() -> None:
    table = largest_divergences(blank_table(AGREEMENT), count=2)
    assert table["group"].tolist() == ["idiom", "facts"]
    assert table["row"].tolist() == [1, 2]
    finding = divergence_finding(table, NAMES)
    assert (
        "“The idiom [MASK].”: Big says “river” (50.0%), Small says “sea” (25.0%), a divergence of 2.0 bits" in finding
    )
    alike = largest_divergences(blank_table(Agreement(AGREEMENT.blanks[:1], (BY, BY))), count=3)
    assert (
        divergence_finding(alike, NAMES)
        == "Big and Small agree on every blank: the largest divergence is below 0.01 bits."
    )


def test_a_narrow_table_has_ranks_only_where_the_word_has_one() -> None:
    table = guess_table(blank_table(AGREEMENT))
    assert list(table.columns) == ["sentence", "teacher", "student", "kl"]
    assert table["sentence"].iloc[2] == "The idiom [river]."
    assert table["teacher"].tolist() == ["river (1)", "river (1)", "river (3)", "river"]
    assert table["student"].tolist() == ["river (1)", "sea (4)", "sea (9)", "sea"]
    assert table["kl"].tolist() == ["0.00", "1.00", "2.00", "1.00"]


def test_shares_are_rows_with_their_intervals() -> None:
    table = agreement_table(AGREEMENT.summary)
    assert table["value"].tolist() == pytest.approx([1 / 4, 8 / 20, 2 / 3, 1 / 3, 1 / 2])
    assert (table["low"] <= table["value"]).all()
    assert (table["value"] <= table["high"]).all()
    assert table["row"].tolist() == [1, 2, 3, 4, 5]
    assert table["figure"].iloc[0].startswith("25% (0–")


def test_the_finding_carries_the_numbers() -> None:
    finding = agreement_finding(AGREEMENT, NAMES)
    assert finding.startswith("On 4 blanks, Small and Big have the same top guess in 25% (0–")
    assert "KL(Big || Small) is 1.00 bits" in finding
    assert "correct in 67%" in finding
    assert "in 33%" in finding
    assert ": 50% (" in finding


def test_undefined_statistics_are_left_out() -> None:
    unknown = Agreement((blank("facts", same=True, kl=0, ranks=(None, None)),), (BY, BY))
    assert "accuracy cannot be measured" in quality_finding(unknown.summary, NAMES)
    assert agreement_table(unknown.summary)["name"].tolist() == ["Same top guess", "Shared in top 5"]
    wrong = Agreement((blank("facts", same=True, kl=0, ranks=(2, 1)),), (BY, BY))
    assert "no ratio" in quality_finding(wrong.summary, NAMES)


TEACHER = MemberScores("Big", 0.479)
STUDENT = MemberScores("Small", 0.41, 0.62)


@pytest.mark.parametrize(
    ("control", "expected"),
    [
        (MemberScores("Alone", 0.38, 0.5), "The teacher was worth 3.0 points"),
        (MemberScores("Alone", 0.43, 0.5), "The teacher cost 2.0 points"),
        (MemberScores("Alone", 0.41, 0.5), "The teacher was worth nothing"),
    ],
)
def test_what_the_teacher_was_worth_follows_from_the_control(control: MemberScores, expected: str) -> None:
    finding = family_finding(TEACHER, STUDENT, control)
    assert expected in finding
    assert "as Big for 62.0% of them, Alone for 50.0%." in finding
    assert "same top guess" not in family_finding(TEACHER, MemberScores("Small", 0.41), control)


def test_members_are_rows_with_their_accuracy() -> None:
    table = family_table([TEACHER, STUDENT])
    assert table["figure"].tolist() == ["47.9%", "41.0%"]
    assert table["agreement"].isna().tolist() == [True, False]
