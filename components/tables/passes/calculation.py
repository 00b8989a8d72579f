"""One number as a calculation that can be checked by hand.

Factors are shown with more decimals than sums. A product is the product of the factors shown; what is left out of a sum
is shown as one number, which absorbs the rounding. So what stands on the screen adds up exactly.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from components.model.passes.operations import Operation
from components.model.passes.results import NumberAnatomy, Term
from components.tables.numbers import fixed
from components.tables.passes.activations import activation_text
from components.tables.passes.boxes import part_title

LEAST_DECIMALS, MOST_DECIMALS = 3, 9
DIGITS = 3  # significant digits of the largest number of a sum
_EXTRA = 2  # decimals that factors have more


@dataclass(frozen=True)
class CalculationLine:
    """One line: what a number is, how it comes about, and the number."""

    label: str
    working: str
    value: str


@dataclass(frozen=True)
class Calculation:
    """The lines of a calculation, the rule that joins them, and the number they give."""

    rule: str
    lines: tuple[CalculationLine, ...]
    value: str


def calculation(
    anatomy: NumberAnatomy,
    *,
    tokens: Sequence[str] = (),
    softmax_over: str = "tokens",
    activation: str | None = None,
) -> Calculation:
    """The calculation of a number.

    Args:
        anatomy: The number.
        tokens: Labels of the tokens, for a sum over them.
        softmax_over: What the shares of a softmax belong to.
        activation: Name of the activation function, for a number that one gave.
    """
    parts = dict(anatomy.details)
    match anatomy.operation:
        case Operation.LOOKUP:
            whole = _shown(anatomy.value, _decimals([anatomy.value]))
            where = f"row {_row(parts['row'])}, column {_row(parts['column'])} of the table"
            rule = f"Looked up: {where}. Nothing is computed."
            return Calculation(rule, (), whole)
        case Operation.ADD:
            return _sum(anatomy, [part_title(term.label) for term in anatomy.terms], "The sum of these numbers.")
        case Operation.MULTIPLY | Operation.ROTATE:
            labels = [f"Dimension {int(term.label) + 1}" for term in anatomy.terms]
            kind = (
                "the cosine and sine of the angle" if anatomy.operation is Operation.ROTATE else "the matrix’s column"
            )
            return _sum(anatomy, labels, f"Each number of the vector times {kind}, all added.")
        case Operation.MIX:
            labels = [tokens[int(term.label)] if tokens else term.label for term in anatomy.terms]
            return _sum(anatomy, labels, "Each token’s attention weight times its value, all added.")
        case Operation.SCORE:
            return _score(anatomy, parts)
        case Operation.GATE:
            return _sum(anatomy, ["Activation × gate"], "The unit times its gate.")
        case Operation.NORMALISE:
            return _norm(anatomy, parts)
        case Operation.SOFTMAX:
            return _softmax(anatomy, parts, softmax_over)
        case Operation.CONCATENATE:
            whole = _shown(anatomy.value, _decimals([anatomy.value]))
            where = f"head {_row(parts['head'])}, number {_row(parts['column'])} of its weighted sum"
            return Calculation(f"Copied from {where}. Nothing is computed.", (), whole)
        case Operation.ACTIVATE:
            decimals = _decimals([parts["input"], anatomy.value])
            lines = (CalculationLine("x", "", _shown(parts["input"], decimals)),)
            assert activation is not None
            return Calculation(activation_text(activation).rule, lines, _shown(anatomy.value, decimals))


def _sum(anatomy: NumberAnatomy, labels: Sequence[str], rule: str) -> Calculation:
    bias = [] if anatomy.bias is None else [anatomy.bias]
    numbers = [anatomy.value, *(term.value for term in anatomy.terms), *bias]
    decimals = _decimals(numbers)
    lines, total = [], Decimal(0)
    for label, term in zip(labels, anatomy.terms, strict=True):
        working, product = _product(term, decimals)
        lines.append(CalculationLine(label, working, _written(product, decimals)))
        total += product
    end = _rounded(anatomy.value, decimals)
    if anatomy.bias is not None:
        shown = _rounded(anatomy.bias, decimals)
        total += shown
        last = [CalculationLine("Bias", "", _written(shown, decimals))]
    else:
        last = []
    remainder = end - total
    if anatomy.rest_count:
        noun = "The other" if anatomy.rest_count > 1 else "One more"
        many = f" {anatomy.rest_count:,} together" if anatomy.rest_count > 1 else ""
        lines.append(CalculationLine(f"{noun}{many}", "", _written(remainder, decimals)))
    elif remainder:
        last.append(CalculationLine("Rounding", "", _written(remainder, decimals)))
    return Calculation(rule, (*lines, *last), _written(end, decimals))


def _score(anatomy: NumberAnatomy, parts: dict[str, float]) -> Calculation:
    if not parts:
        return Calculation("Masked: this token does not see that one, so the score is −∞.", (), "−∞")
    scale = parts["scale"]
    dot_product = replace(anatomy, value=anatomy.value / scale)
    labels = [f"Dimension {int(term.label) + 1}" for term in anatomy.terms]
    total = _sum(dot_product, labels, "")
    value, shown = _by_hand(
        lambda numbers: numbers[0] * numbers[1], [anatomy.value / scale, scale], anatomy.value, least=LEAST_DECIMALS
    )
    lines = (*total.lines, CalculationLine("q · k", "", total.value), CalculationLine("× scale", shown[1], value))
    return Calculation("The products of query and key, added, then scaled.", lines, value)


def _norm(anatomy: NumberAnatomy, parts: dict[str, float]) -> Calculation:
    numbers = [parts["input"], parts["mean"], parts["deviation"], parts["weight"], anatomy.bias or 0.0]
    value, shown = _by_hand(
        lambda given: (given[0] - given[1]) / given[2] * given[3] + given[4],
        numbers,
        anatomy.value,
        least=LEAST_DECIMALS,
    )
    names = ["x", "Mean of the vector", "Its standard deviation", "Weight", "Bias"]
    count = len(names) if anatomy.bias is not None else len(names) - 1
    lines = tuple(CalculationLine(name, "", text) for name, text in zip(names[:count], shown[:count], strict=True))
    bias = " + bias" if anatomy.bias is not None else ""
    return Calculation(f"(x − mean) ÷ deviation × weight{bias}.", lines, value)


def _softmax(anatomy: NumberAnatomy, parts: dict[str, float], over: str) -> Calculation:
    if parts["input"] == -math.inf:
        return Calculation("Masked: this token does not see that one, so the weight is 0.", (), "0")
    numbers = [parts["exponential"], parts["sum"]]
    value, shown = _by_hand(lambda given: given[0] / given[1], numbers, anatomy.value, least=4)
    score = _shown(parts["input"], 3)
    largest = _shown(parts["largest"], 3)
    lines = (
        CalculationLine("Score", "", score),
        CalculationLine("exp(score − largest)", f"exp({score} − {largest})", shown[0]),
        CalculationLine(f"Sum over all {over}", "", shown[1]),
    )
    return Calculation("exp(score) as a share of the sum of all of them.", lines, value)


def _product(term: Term, decimals: int) -> tuple[str, Decimal]:
    """Two factors as text, and the product of what is shown."""
    if not term.factors:
        return "", _rounded(term.value, decimals)
    factors = [_rounded(factor, decimals + _EXTRA) for factor in term.factors]
    product = (factors[0] * factors[1]).quantize(Decimal(1).scaleb(-decimals))
    return " × ".join(_written(factor, decimals + _EXTRA) for factor in factors), product


def _by_hand(
    formula: Callable[[Sequence[Any]], Any], numbers: Sequence[float], value: float, *, least: int
) -> tuple[str, list[str]]:
    """A number and what it is computed from, with the fewest decimals at which the numbers shown give it."""
    decimals = max(least, _decimals([value]))
    end = _rounded(value, decimals)
    for extra in range(1, 9):
        shown = [_rounded(number, decimals + extra) for number in numbers]
        # A float's last digit may be beyond the model's: within one step is as near as single precision comes.
        if abs(Decimal(formula(shown)) - end) <= Decimal(1).scaleb(-decimals) * Decimal("0.5"):
            break
    return _written(end, decimals), [_written(number, decimals + extra) for number in shown]


def _decimals(numbers: Sequence[float]) -> int:
    """Decimals at which the largest number has :data:`DIGITS` digits, within limits."""
    largest = max((abs(number) for number in numbers), default=0.0)
    if largest == 0 or not math.isfinite(largest):
        return LEAST_DECIMALS
    return min(MOST_DECIMALS, max(LEAST_DECIMALS, DIGITS - 1 - math.floor(math.log10(largest))))


def _rounded(number: float, decimals: int) -> Decimal:
    return Decimal(repr(float(number))).quantize(Decimal(1).scaleb(-decimals))


def _written(number: Decimal, decimals: int) -> str:
    return f"{'−' if number < 0 else ''}{abs(number):.{decimals}f}"


def _shown(number: float, decimals: int) -> str:
    return fixed(number, decimals)


def _row(number: float) -> str:
    return f"{int(number) + 1:,}"
