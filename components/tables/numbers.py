"""Numbers as people read them; in bits, one of which is one halving of a probability (bits = nats / ln 2).

One rule of rounding for sentences, tables and charts: a number is rounded once, from the shortest decimal that it
stands for, and a half goes away from zero (145 of 200 is 73%, not 72). ``fixed`` of
``components/widgets/canvas/wording.js`` gives the same digits in the browser.
"""

import decimal
import math
from collections.abc import Sequence
from decimal import Decimal

from components.model.statistics.bootstrap import Interval
from components.tables.phrases import quoted

_LARGE = ((1e15, "quadrillion"), (1e12, "trillion"), (1e9, "billion"), (1e6, "million"))
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_BYTE_UNITS = ("bytes", "kB", "MB", "GB", "TB")
_MINUTES_FROM = 90  # seconds
_SMALLEST = 0.0001  # of probability: what is less is one in so many
_ONE_PERCENT = 0.01
_TWO_DIGITS = 0.00995  # of probability: as little as is 1.0% with two digits
_ONE_DECIMAL = 0.000995  # of probability: as little as is 0.1% with two digits
_LONG = decimal.Context(prec=700, rounding=decimal.ROUND_HALF_UP)  # digits: every float has fewer than that


def fixed(number: float, decimals: int) -> str:
    """A number with a fixed count of decimals and commas between thousands; never "−0". Also "inf" and "nan"."""
    if not math.isfinite(number):
        return str(float(number))
    return _written(Decimal(repr(float(number))), decimals)


def signed(number: float, decimals: int) -> str:
    """A finite number with a fixed count of decimals and its sign; what rounds to 0 has a plus."""
    text = fixed(number, decimals)
    return text if text.startswith("−") else f"+{text}"


def signed_or_zero(number: float, decimals: int) -> str:
    """As :func:`signed`; what rounds to 0 is "0"."""
    text = signed(number, decimals)
    return "0" if text == f"+{fixed(0, decimals)}" else text


def different_texts(first: float, second: float, *, decimals: int) -> tuple[str, str]:
    """Two numbers to compare: with ``decimals`` decimals, or more (up to six) until they look different."""
    while fixed(first, decimals) == fixed(second, decimals) and decimals < 6:
        decimals += 1
    return fixed(first, decimals), fixed(second, decimals)


def sum_as_shown(*terms: float) -> tuple[str, ...]:
    """The terms, then their sum: with two decimals, or up to six if the numbers would not add up as shown."""
    for decimals in range(2, 7):
        shown = [_rounded(Decimal(repr(float(term))), decimals) for term in terms]
        if sum(shown) == _rounded(Decimal(repr(math.fsum(terms))), decimals):
            break
    return tuple(_written(number, decimals) for number in (*shown, sum(shown, Decimal(0))))


def weighted_sum_as_shown(
    weights: Sequence[float], terms: Sequence[float], *, decimals: int
) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Terms, each times its weight, and the sum of these products, which has ``decimals`` decimals.

    Terms and products have as many, or more if what is shown would make another sum. Weights are exact as they are: of
    a mean, 1 / n each.
    """
    whole = _rounded(Decimal(repr(math.fsum(map(math.prod, zip(weights, terms, strict=True))))), decimals)
    for digits in range(decimals, decimals + 5):
        shown = [_rounded(Decimal(repr(float(term))), digits) for term in terms]
        products = [Decimal(repr(float(weight))) * term for weight, term in zip(weights, shown, strict=True)]
        if _rounded(sum(products, Decimal(0)), decimals) == whole:
            break
    texts, weighted = (tuple(_written(number, digits) for number in numbers) for numbers in (shown, products))
    return texts, weighted, _written(whole, decimals)


def product_as_shown(value: float, factor: float, product: float) -> tuple[str, str, str]:
    """A value and a factor with as many digits as it takes for them to multiply to ``product`` with two decimals."""
    decimals, limit, whole = 2, 6, fixed(product, 2)
    while True:
        shown, by = _rounded(Decimal(repr(float(value))), decimals), f"{factor:.{decimals + 2}g}"
        if fixed(float(shown) * float(by), 2) == whole or decimals == limit:
            return _written(shown, decimals), by, whole
        decimals += 1


def weighted_sum_text(first: float, weight: int, second: float) -> str:
    """A sum with a weighted second term: "6.19 + 50 · 0.0724 = 9.81".

    The terms have the fewest decimals (at least two and three) at which the numbers shown make the sum shown; with ≈ if
    they never do.
    """
    total = math.fsum((first, weight * second))
    for extra in range(4):
        terms = [_rounded(Decimal(repr(float(term))), decimals + extra) for term, decimals in ((first, 2), (second, 3))]
        if _rounded(terms[0] + weight * terms[1], 2) == _rounded(Decimal(repr(total)), 2):
            return f"{fixed(first, 2 + extra)} + {weight} · {fixed(second, 3 + extra)} = {fixed(total, 2)}"
    return f"{fixed(first, 2)} + {weight} · {fixed(second, 3)} ≈ {fixed(total, 2)}"


def quotient_as_shown(count: float, divisor: float) -> tuple[str, str, str]:
    """Two counts and their quotient (two digits), the counts with the fewest digits at which they make it as shown."""
    quotient = rounded_count(count / divisor)
    digits = 2
    while digits < 6 and rounded_count(_known(count, digits) / _known(divisor, digits)) != quotient:
        digits += 1
    return rounded_count(count, digits), rounded_count(divisor, digits), quotient


def factor_text(probability: float) -> str:
    """A factor of a product of probabilities: three digits, where one decimal would lose too much of a small one."""
    if probability < _SMALLEST:
        return probability_text(probability)
    text = f"{100 * probability:#.3g}".rstrip(".") + "%"
    return probability_text(probability) if text == "100%" and probability < 1 else text


def probability_product_text(probabilities: Sequence[float], log_product: float) -> str:
    """Probabilities and their product: "11.1% × 0.165% = 0.018%", with ≈ if the digits shown multiply to another.

    Args:
        probabilities: The factors.
        log_product: The natural logarithm of their product.
    """
    whole = _product_text(log_product)
    rounded = [
        float(factor_text(p).removeprefix("> ").removesuffix("%")) / 100 if p >= _SMALLEST else p for p in probabilities
    ]
    is_exact = min(rounded) > 0 and _product_text(math.fsum(map(math.log, rounded))) == whole
    return f"{' × '.join(map(factor_text, probabilities))} {'=' if is_exact else '≈'} {whole}"


def _product_text(log_product: float) -> str:
    """A product of probabilities, of which less than 1% has two digits, so that two products can be compared."""
    product = math.exp(log_product)
    return _two_digits(product) if _SMALLEST <= product < _TWO_DIGITS else log_probability_text(log_product)


def percentage(share: float, decimals: int = 0) -> str:
    """A share in percent."""
    return f"{percent_number(share, decimals)}%"


def whole_percentage(share: float) -> str:
    """A share in whole percent; only all of it reads as 100%, and less of it has a decimal there."""
    text = percentage(share)
    return probability_text(share) if text == percentage(1.0) and share < 1 else text


def compared_percentages(first: float, second: float) -> tuple[str, str]:
    """Two probabilities to compare: in whole percent, unless one is below 1% or that hides the difference."""
    whole = whole_percentage(first), whole_percentage(second)
    is_told = whole[0] != whole[1] and min(first, second) >= _ONE_PERCENT
    return whole if is_told else (probability_text(first), probability_text(second))


def percent_text(share: float) -> str:
    """A share in whole percent, or in smaller parts where that would be nothing."""
    return whole_percentage(share) if share >= _TWO_DIGITS else probability_text(share)


def short_percentage(share: float) -> str:
    """A share in percent with one decimal, and in words below that: beside bars whose small ones are all alike."""
    text = percentage(share, 1)
    return "under 0.1%" if text == percentage(0.0, 1) else text


def percent_number(share: float, decimals: int = 0) -> str:
    """A share in percent without the sign, for the ends of a range."""
    return _written(Decimal(repr(float(share))).scaleb(2, _LONG), decimals)


def _written(number: Decimal, decimals: int) -> str:
    rounded = _rounded(number, decimals)
    return f"{'−' if rounded < 0 else ''}{abs(rounded):,f}"


def _rounded(number: Decimal, decimals: int) -> Decimal:
    return number.quantize(Decimal(1).scaleb(-decimals), context=_LONG)


def rounded_count(count: float, digits: int = 2) -> str:
    """A count of which only the first digits are known: "2.2 quadrillion", "940 million", "4,700"."""
    if count == 0:
        return "0"
    known = _known(count, digits)
    size, name = next(((size, f" {name}") for size, name in _LARGE if known >= size), (1.0, ""))
    first = math.floor(math.log10(known / size))
    return fixed(known / size, max(0, digits - 1 - first)) + name


def _known(count: float, digits: int) -> float:
    """A count rounded to so many digits."""
    first = math.floor(math.log10(count))
    return float(Decimal(repr(float(count))).quantize(Decimal(1).scaleb(first - digits + 1), context=_LONG))


def log_probability_text(log_probability: float) -> str:
    """A probability, from its natural logarithm: in percent, or as one in so many where percents would be nothing."""
    probability = math.exp(log_probability)
    if probability < _SMALLEST:
        return f"1 in {_large(-log_probability)}"
    return _in_percent(probability, is_certain=log_probability >= 0)


def probability_text(probability: float) -> str:
    """The same from the probability itself, which may have become too small for a number."""
    if probability >= _SMALLEST:
        return _in_percent(probability, is_certain=probability >= 1)
    return log_probability_text(math.log(probability)) if probability > 0 else f"< {percentage(_SMALLEST, 2)}"


def _two_digits(probability: float) -> str:
    return percentage(probability, 1 - math.floor(math.log10(100 * probability)))


def _in_percent(probability: float, *, is_certain: bool) -> str:
    """With one decimal, or with two digits where that would be less than 0.1%.

    Only certainty reads as 100%: where rounding would make it that, there is a second decimal, then "> 99.99%".
    """
    text = percentage(probability, 1 if probability >= _ONE_DECIMAL else 3)
    if is_certain or text != percentage(1.0, 1):
        return text
    precise = percentage(probability, 2)
    return precise if precise != percentage(1.0, 2) else f"> {percentage(1 - _SMALLEST, 2)}"


def ratio_text(log_ratio: float) -> str:
    """How many times as much, from the natural logarithm of a ratio that is at least 1."""
    return f"{fixed(math.exp(log_ratio), 1)} times" if log_ratio < math.log(9.95) else f"{_large(log_ratio)} times"


def times_as_likely(log_ratio: float) -> str:
    """The same as a comparison that ends before its second word; of two that are about even, it says so."""
    ratio = ratio_text(log_ratio)
    return "about as likely as" if ratio == "1.0 times" else f"{ratio} as likely as"


def likelier_phrase(log_odds: float, first: str, second: str) -> str:
    """Which of two words is likelier, and how many times as likely it is, from the log-odds of the first."""
    likelier, other = (first, second) if log_odds >= 0 else (second, first)
    return f"{quoted(likelier)} is {times_as_likely(abs(log_odds))} {quoted(other)}"


def nats_to_bits(nats: float) -> float:
    """A natural logarithm, in bits."""
    return nats / math.log(2)


def bits_text(amount: float) -> str:
    """A number of bits as people read it."""
    return f"{fixed(amount, 1)} bits"


def interval_text(interval: Interval, decimals: int = 0) -> str:
    """A share with its interval, in percent: "72% (66–78)"; the share alone if there is none."""
    if not interval.is_known:
        return percentage(interval.value, decimals)
    low, high = (percent_number(end, decimals) for end in (interval.low, interval.high))
    return f"{percentage(interval.value, decimals)} ({low}–{high})"


def scientific_text(number: float) -> str:
    """A number that may be very small, such as 0.012 or 3.1 × 10⁻¹⁶."""
    if number == 0:
        return "0"
    if number >= 0.001:
        return fixed(number, 3)
    power = math.floor(math.log10(number))
    return f"{number / 10**power:.1f} × {power_of_ten(power)}"


def power_of_ten(power: int) -> str:
    """A power of ten with a superscript: "10⁻⁷"."""
    return f"10{superscript(power)}"


def superscript(power: int) -> str:
    """A whole number as an exponent: "⁻⁷"."""
    return str(power).translate(_SUPERSCRIPTS)


def latex_number(value: float, digits: int = 4) -> str:
    """A number as LaTeX with about so many significant digits."""
    if value == 0:
        return "0"
    if 1e-3 <= abs(value) < 1e5:
        return f"{value:.{digits}g}" if abs(value) < 10**digits else f"{value:.0f}"
    factor, power = f"{value:.{digits - 1}e}".split("e")
    return rf"{factor} \cdot 10^{{{int(power)}}}"


def bracket_negative(number: str) -> str:
    """A number as it stands inside a product or after a minus sign: in brackets if it is negative."""
    return f"({number})" if number.startswith("-") else number


def bytes_text(count: float | None) -> str:
    """A number of bytes with three significant digits, "438 MB"; a dash if it is unknown."""
    if count is None:
        return "–"
    unit = 0
    while count >= 1000 and unit < len(_BYTE_UNITS) - 1:
        count, unit = count / 1000, unit + 1
    return f"{count:.0f} bytes" if unit == 0 else f"{count:.3g} {_BYTE_UNITS[unit]}"


def waiting_time_text(seconds: float) -> str:
    """A time in whole seconds, at least one, or in minutes from 90 seconds on."""
    return f"{max(1.0, seconds):.0f} s" if seconds < _MINUTES_FROM else f"{seconds / 60:.0f} min"


def time_left_text(seconds: float) -> str:
    """The end of a progress message, ", about 12 s left"; empty for a second or less."""
    return f", about {waiting_time_text(seconds)} left" if seconds > 1 else ""


def _large(log_count: float) -> str:
    if log_count > math.log(1e15):
        return f"10^{round(log_count / math.log(10))}"
    count = math.exp(log_count)
    for size, name in _LARGE:
        if count >= 0.9995 * size:  # 999.5 million would read as 1,000 million
            return f"{fixed(count / size, 0)} {name}"
    return fixed(count, 0)
