"""Numbers of findings and tables are rounded by one rule: no f-string rounds them its own way."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from components.tables.numbers import fixed

ROOT = Path(__file__).parents[3]
OWN_ROUNDING = re.compile(r",?\.\d[f%]")
EXEMPT = {
    "components/tables/numbers.py",  # the rule itself
    "components/distillation/tables/formulas.py",  # LaTeX
}


def f_string_formats(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FormattedValue) and isinstance(node.format_spec, ast.JoinedStr):
            yield "".join(str(part.value) for part in node.format_spec.values if isinstance(part, ast.Constant))


@pytest.mark.parametrize(
    "folder", ["components/tables", *sorted(p.relative_to(ROOT).as_posix() for p in ROOT.glob("components/*/tables"))]
)
def test_no_table_rounds_its_own_way(folder: str) -> None:
    for file in (ROOT / folder).rglob("*.py"):
        if file.relative_to(ROOT).as_posix() in EXEMPT:
            continue
        formats = [each for each in f_string_formats(file.read_text(encoding="utf-8")) if OWN_ROUNDING.fullmatch(each)]
        assert not formats, f"{file} rounds {formats}: use components.tables.numbers"


def test_a_half_goes_away_from_zero_as_it_is_written() -> None:
    """Where f-strings round the binary number: 2.675 to 2.67, 0.125 to 0.12."""
    assert [fixed(2.675, 2), fixed(0.125, 2), fixed(-0.125, 2)] == ["2.68", "0.13", "−0.13"]
    assert [f"{2.675:.2f}", f"{0.125:.2f}"] == ["2.67", "0.12"]
    assert fixed(float("inf"), 2) == "inf"
