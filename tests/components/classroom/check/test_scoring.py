"""The laws of the scores: what they are for classes of which the answer is known, and for any class."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from components.classroom.check.questions import DONT_KNOW, QUESTIONS, CheckSheets, right_answers
from components.classroom.check.scoring import STUDENTS_FOR_INTERVAL, CheckOutcome, score_check
from components.classroom.check.tables import check_csv, check_finding, check_outcome, check_table

COUNT = len(QUESTIONS)
ALL_RIGHT = "".join(question.right for question in QUESTIONS)
NONE_RIGHT = DONT_KNOW * COUNT
ROW = st.lists(st.booleans(), min_size=COUNT, max_size=COUNT)
CLASS = st.lists(st.tuples(ROW, ROW), min_size=1, max_size=12)
LETTERS = [[letter for letter, _ in question.lettered] + [DONT_KNOW] for question in QUESTIONS]
SHEET = st.one_of(st.just(""), st.tuples(*map(st.sampled_from, LETTERS)).map("".join))


def scored(drawn: list[tuple[list[bool], list[bool]]]) -> CheckOutcome:
    return score_check([before for before, _ in drawn], [after for _, after in drawn])


@given(CLASS)
def test_gains_are_those_of_the_class_averages(drawn: list[tuple[list[bool], list[bool]]]) -> None:
    outcome = scored(drawn)
    before, after = (np.array([each[phase] for each in drawn], float) for phase in (0, 1))
    first, last = 100 * before.mean(), 100 * after.mean()
    if first < 100:
        assert math.isclose(outcome.normalised_gain.value, (last - first) / (100 - first), abs_tol=1e-9)
    else:
        assert math.isnan(outcome.normalised_gain.value)
        assert math.isnan(outcome.weighted_gain.value)
    gains = [question.gain for question in outcome.questions]
    np.testing.assert_allclose(gains, after.mean(axis=0) - before.mean(axis=0), atol=1e-12)
    assert outcome.lost_count == sum(gain < 0 for gain in gains)
    if not math.isnan(outcome.weighted_gain.value):
        assert min(gains) - 1e-9 <= outcome.weighted_gain.value <= max(gains) + 1e-9
    for estimate in (outcome.normalised_gain, outcome.weighted_gain):
        if estimate.is_known:
            assert len(drawn) >= STUDENTS_FOR_INTERVAL
            assert estimate.low <= estimate.high
    if len(drawn) < STUDENTS_FOR_INTERVAL:
        assert not outcome.normalised_gain.is_known


@given(CLASS, st.randoms(use_true_random=False))
def test_the_order_of_students_changes_no_score_and_questions_go_with_their_answers(drawn, random) -> None:
    mixed = random.sample(drawn, len(drawn))
    first, other = scored(drawn), scored(mixed)
    for question, same in zip(first.questions, other.questions, strict=True):
        np.testing.assert_allclose(
            [question.before, question.after, question.discrimination],
            [same.before, same.after, same.discrimination],
            atol=1e-9,
        )
    order = random.sample(range(COUNT), COUNT)
    turned = scored([([before[i] for i in order], [after[i] for i in order]) for before, after in drawn])
    np.testing.assert_allclose(turned.normalised_gain.value, first.normalised_gain.value, atol=1e-9)
    np.testing.assert_allclose(turned.weighted_gain.value, first.weighted_gain.value, atol=1e-9)
    np.testing.assert_allclose(
        [each.discrimination for each in turned.questions],
        [first.questions[i].discrimination for i in order],
        atol=1e-9,
    )


@given(CLASS)
def test_whoever_learns_everything_gains_everything_and_whoever_learns_nothing_nothing(drawn) -> None:
    everything = scored([([False] * COUNT, [True] * COUNT) for _ in drawn])
    assert everything.normalised_gain.value == everything.weighted_gain.value == 1
    assert everything.lost_count == 0
    nothing = scored([(before, before) for before, _ in drawn])
    for gain in (nothing.normalised_gain.value, nothing.weighted_gain.value):
        assert gain == 0 or math.isnan(gain)


@given(CLASS)
def test_discrimination_is_the_correlation_with_the_other_questions(drawn) -> None:
    after = np.array([each for _, each in drawn], float)
    for index, question in enumerate(scored(drawn).questions):
        others = np.delete(after, index, axis=1).sum(axis=1)
        if after[:, index].std() == 0 or others.std() == 0:
            assert math.isnan(question.discrimination)
        else:
            assert math.isclose(question.discrimination, np.corrcoef(after[:, index], others)[0, 1], abs_tol=1e-9)


def test_the_interval_of_a_known_class_covers_its_gain() -> None:
    rng = np.random.default_rng(3)
    covered = 0
    for _ in range(60):
        before, after = rng.random((40, COUNT)) < 0.3, rng.random((40, COUNT)) < 0.65
        gain = score_check(before.tolist(), after.tolist()).normalised_gain
        covered += gain.low <= 0.5 <= gain.high
    assert covered >= 51  # of 57 expected


@given(st.lists(st.builds(CheckSheets, SHEET, SHEET), max_size=8))
def test_any_sheets_make_a_table_and_a_file(sheets: list[CheckSheets]) -> None:
    outcome = check_outcome(sheets)
    finished = [each for each in sheets if each.before and each.after]
    assert (outcome is None) is (not finished)
    if outcome is not None:
        assert outcome.student_count == len(finished)
        assert len(check_table(outcome)) == COUNT
        assert "nan" not in check_table(outcome).to_string() + " ".join(check_finding(outcome))
    lines = check_csv(sheets).decode("utf-8-sig").splitlines()
    assert len([line for line in lines if line]) == len(sheets) + 2  # the names of columns, and what is right


def test_everybody_right_before_leaves_the_gain_undefined() -> None:
    outcome = check_outcome([CheckSheets(ALL_RIGHT, ALL_RIGHT)] * 6)
    assert outcome is not None
    assert math.isnan(outcome.normalised_gain.value)
    assert all(math.isnan(question.discrimination) for question in outcome.questions)
    assert check_table(outcome)["Discrimination"].unique().tolist() == ["—"]


def test_what_nobody_knows_is_not_right() -> None:
    assert sum(right_answers(ALL_RIGHT)) == COUNT
    assert not any(right_answers(NONE_RIGHT))
