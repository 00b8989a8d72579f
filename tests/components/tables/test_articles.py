"""The indefinite article before a number in digits."""

import pytest

from components.tables.phrases import article


@pytest.mark.parametrize("number", ["8.4%", "8", "80.0%", "11.2%", "18%", "11,000", "800"])
def test_numbers_that_begin_with_a_vowel(number: str) -> None:
    assert article(number) == "an"


@pytest.mark.parametrize("number", ["1 in 8", "1.8%", "110", "180", "7%", "< 0.01%", "1,800", "0.8%"])
def test_other_numbers(number: str) -> None:
    assert article(number) == "a"
