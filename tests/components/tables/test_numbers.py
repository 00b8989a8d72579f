"""One rule of rounding, here and in the browser: once, from the number written in full, a half away from zero."""

import json
import math
import random
import re
import shutil
import subprocess
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.tables.numbers import (
    factor_text,
    fixed,
    log_probability_text,
    percentage,
    probability_product_text,
    probability_text,
    product_as_shown,
    quotient_as_shown,
    rounded_count,
    short_percentage,
    signed,
    sum_as_shown,
    weighted_sum_as_shown,
    weighted_sum_text,
    whole_percentage,
)
from components.widgets import canvas

WORDING = Path(str(canvas.__file__)).with_name("wording.js")
NUMBERS = st.floats(-1e15, 1e15, allow_nan=False)


def plainly(text: str) -> Decimal:
    return Decimal(text.removesuffix("%").replace(",", "").replace("−", "-"))


@given(st.lists(st.floats(0.02, 1.0), min_size=2, max_size=6))
def test_factors_have_three_digits_and_equal_their_product_only_if_they_do_as_shown(factors: list[float]) -> None:
    log_product = math.fsum(map(math.log, factors))
    parts, sign, whole = re.split(" ([=≈]) ", probability_product_text(factors, log_product))
    shown = [float(text.removeprefix("> ").removesuffix("%")) / 100 for text in parts.split(" × ")]
    for exact, text, number in zip(factors, parts.split(" × "), shown, strict=True):
        assert number == pytest.approx(exact, rel=0.006)
        assert exact == 1 or text != "100%"
        # More digits only where three would read as all.
        assert len(text.replace(".", "").lstrip("0")) <= 4 or (text == probability_text(exact) and exact > 0.999)
    assert math.prod(shown) == pytest.approx(math.exp(log_product), rel=0.035)
    if math.exp(log_product) < 0.0001:
        assert whole == log_probability_text(log_product)
    else:  # with two digits at least, so that two products can be compared
        written = float(whole.removeprefix("> ").removesuffix("%")) / 100
        assert written == pytest.approx(math.exp(log_product), rel=0.051)
    of_shown = probability_product_text(shown, math.fsum(map(math.log, shown)))
    assert (sign == "=") == (re.split(" [=≈] ", of_shown)[1] == whole)


@given(st.floats(0.0, 1.0))
def test_only_all_of_it_reads_as_a_hundred_percent(share: float) -> None:
    text = whole_percentage(share)
    assert (text == "100%") == (share == 1)
    assert share >= 0.995 or text == percentage(share)


@given(NUMBERS, st.integers(0, 6))
def test_a_number_is_the_nearest_with_so_many_decimals(number: float, decimals: int) -> None:
    written, exact = plainly(fixed(number, decimals)), Decimal(repr(number))
    assert abs(written - exact) <= Decimal("0.5").scaleb(-decimals)
    assert written.as_tuple().exponent == -decimals


@given(st.integers(0, 400), st.sampled_from([8, 40, 80, 200, 400]), st.integers(0, 1))
def test_a_share_of_a_count_is_rounded_as_on_paper(part: int, whole: int, decimals: int) -> None:
    paper = Fraction(100 * part, whole) * 10**decimals
    nearest = (2 * paper.numerator + paper.denominator) // (2 * paper.denominator)
    assert plainly(percentage(part / whole, decimals)) == Decimal(nearest).scaleb(-decimals)


def test_halves_go_away_from_zero_and_a_minus_stands_before_no_zero() -> None:
    assert [fixed(number, 0) for number in (72.5, 70.5, 55.5, 78.5, -72.5)] == ["73", "71", "56", "79", "−73"]
    assert [percentage(share) for share in (0.725, 0.285, 0.145)] == ["73%", "29%", "15%"]
    assert fixed(0.51458, 2) == "0.51"  # and not by way of 0.515
    assert fixed(-0.004, 2) == fixed(0.0, 2) == "0.00"
    assert fixed(1234567.25, 1) == "1,234,567.3"
    assert log_probability_text(-0.693147180559945) == "50.0%"


def test_a_sum_adds_up_as_it_is_shown() -> None:
    assert sum_as_shown(-0.154, -0.014) == ("−0.154", "−0.014", "−0.168")  # −0.15 and −0.01 would not make −0.17
    assert sum_as_shown(1.5, 0.25) == ("1.50", "0.25", "1.75")


@given(st.floats(-50, 50), st.floats(-5, 5))
def test_every_sum_adds_up_as_it_is_shown(first: float, second: float) -> None:
    *terms, total = map(plainly, sum_as_shown(first, second))
    assert sum(terms) == total
    assert float(total) == pytest.approx(first + second, abs=0.0051)


@given(st.lists(st.floats(0, 50), min_size=1, max_size=12), st.booleans())
def test_every_weighted_sum_and_every_mean_comes_out_as_it_is_shown(terms: list[float], is_mean: bool) -> None:
    weights = [1 / len(terms) if is_mean else float(number % 3 + 1) for number in range(len(terms))]
    texts, products, total = weighted_sum_as_shown(weights, terms, decimals=2)
    by_hand = sum(weight * float(plainly(text)) for weight, text in zip(weights, texts, strict=True))
    assert by_hand == pytest.approx(float(plainly(total)), abs=0.005001)
    assert is_mean or fixed(float(sum(map(plainly, products))), 2) == fixed(float(plainly(total)), 2)
    assert float(plainly(total)) == pytest.approx(sum(map(math.prod, zip(weights, terms, strict=True))), abs=0.00501)


def test_a_product_comes_out_as_it_is_shown() -> None:
    assert product_as_shown(5.5, 0.5, 2.75) == ("5.50", "0.5", "2.75")
    dot, factor, score = product_as_shown(-84.854, 0.176776695, -84.854 * 0.176776695)
    assert fixed(float(plainly(dot)) * float(factor), 2) == score == "−15.00"


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (9.388e8, "940 million"),
        (2.2154e15, "2.2 quadrillion"),
        (2_360_123, "2.4 million"),
        (999_600, "1.0 million"),
        (124.8, "120"),
        (15.2, "15"),
        (0, "0"),
    ],
)
def test_a_count_has_the_digits_that_are_known(count: float, text: str) -> None:
    assert rounded_count(count) == text


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
def test_the_browser_writes_the_same_digits() -> None:
    dice = random.Random(1)
    numbers = [0.0, -0.0, 0.285, 0.725, 1.005, -2.5, 0.125, 5e-324, 1e21, 123456789.987654321, 0.51458]
    numbers += [dice.uniform(-1, 1) * 10 ** dice.randint(-8, 9) for _ in range(3000)]
    numbers += [part / 200 for part in range(-400, 401)]
    cases = [(number, decimals) for number in numbers for decimals in (0, 1, 2, 3)]
    script = f"import {{ fixed }} from {json.dumps(WORDING.as_uri())};\nconst cases = {json.dumps(cases)};\n"
    script += "console.log(JSON.stringify(cases.map(([number, decimals]) => fixed(number, decimals))));"
    node = ["node", "--input-type=module", "-"]
    done = subprocess.run(node, input=script, capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(done.stdout) == [fixed(number, decimals) for number, decimals in cases]


@given(NUMBERS)
def test_rounding_twice_is_what_is_not_done(number: float) -> None:
    exact = Decimal(repr(number)).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    assert plainly(fixed(number, 2)) == exact


def test_no_room_rounds_percentages_by_another_rule() -> None:
    root = Path(__file__).parents[3]
    files = [*(root / "pages").rglob("*.py"), *(root / "components").rglob("tables/*.py")]
    assert not [
        file.relative_to(root).as_posix()
        for file in files
        if "snippets" not in file.parts and re.search(r"100 \* [^{}\n]*:\.\df\}", file.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(("number", "text"), [(0.145, "+0.15"), (-0.145, "−0.15"), (-0.004, "+0.00"), (0.0, "+0.00")])
def test_a_change_has_a_sign_and_never_a_hyphen(number: float, text: str) -> None:
    assert signed(number, 2) == text


@pytest.mark.parametrize(("first", "second"), [(6.19, 0.0724), (12.49, 0.2396), (1.0, 0.5), (6.187, 0.07246)])
def test_a_weighted_sum_adds_up_as_it_is_shown(first: float, second: float) -> None:
    begin, total = weighted_sum_text(first, 50, second).split(" = ")
    left, right = begin.split(" + 50 · ")
    assert fixed(float(plainly(left)) + 50 * float(plainly(right)), 2) == total == fixed(first + 50 * second, 2)


@pytest.mark.parametrize(("count", "divisor"), [(2.2154e15, 9.388e8), (6e6, 3e6), (2.249e9, 8.951e5)])
def test_a_quotient_agrees_with_the_counts_shown(count: float, divisor: float) -> None:
    sizes = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "quadrillion": 1e15}

    def number(text: str) -> float:
        digits, _, size = text.partition(" ")
        return float(plainly(digits)) * sizes.get(size, 1)

    above, below, quotient = quotient_as_shown(count, divisor)
    assert rounded_count(number(above) / number(below)) == quotient == rounded_count(count / divisor)


@pytest.mark.parametrize(
    ("probability", "text"),
    [(1.0, "100%"), (0.9996, "99.96%"), (0.99999, "> 99.99%"), (0.5, "50.0%"), (0.00165, "0.165%")],
)
def test_only_a_certain_factor_reads_as_all(probability: float, text: str) -> None:
    assert factor_text(probability) == text
    product = probability_product_text([probability, 0.5], math.log(probability) + math.log(0.5))
    assert product.startswith(f"{text} × 50.0% ")


@pytest.mark.parametrize(
    ("share", "text"), [(1.0, "100.0%"), (0.0006, "0.1%"), (0.0004, "under 0.1%"), (0.0, "under 0.1%")]
)
def test_a_share_beside_a_bar_has_one_decimal_at_most(share: float, text: str) -> None:
    assert short_percentage(share) == text
