"""The paired tests, against scipy's."""

import numpy as np
import pytest
from scipy.stats import binomtest, ttest_rel

from components.model.statistics.paired import mcnemar_test, paired_t_test


@pytest.mark.parametrize("shift", [0.0, 0.02, 0.5])
def test_p_is_that_of_a_paired_t_test(shift: float) -> None:
    rng = np.random.default_rng(3)
    first = rng.normal(0.7, 0.02, size=5)
    second = first + rng.normal(shift, 0.02, size=5)
    assert paired_t_test(first, second) == pytest.approx(ttest_rel(first, second).pvalue, rel=1e-9)
    assert paired_t_test(second, first) == pytest.approx(paired_t_test(first, second))


def test_the_same_figures_do_not_differ_and_the_same_shift_does() -> None:
    figures = [0.5, 0.625, 0.75]
    assert paired_t_test(figures, figures) == 1.0
    assert paired_t_test(figures, [figure + 0.25 for figure in figures]) == 0.0


@pytest.mark.parametrize(("first", "second"), [(1, 0), (6, 0), (0, 5), (40, 12), (160, 132)])
def test_items_that_are_right_in_one_way_only_are_tested_as_coin_flips(first: int, second: int) -> None:
    assert mcnemar_test(first, second) == pytest.approx(binomtest(first, first + second).pvalue, rel=1e-9)
    assert mcnemar_test(second, first) == mcnemar_test(first, second)


def test_without_a_difference_there_is_nothing_to_test() -> None:
    assert mcnemar_test(0, 0) == mcnemar_test(3, 3) == 1.0


def test_what_cannot_be_paired_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be paired"):
        paired_t_test([0.5, 0.6], [0.5])
    with pytest.raises(ValueError, match="cannot be paired"):
        paired_t_test([0.5], [0.5])
