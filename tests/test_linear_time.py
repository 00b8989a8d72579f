"""No text of a visitor makes an expression or a function take quadratic time: one message would stop all visitors.

For 100,000 characters, linear time is some milliseconds and quadratic time seconds to hours. A busy machine changes
nothing: what counts is the processor time of this thread, the best of several tries.
"""

import ast
import importlib
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from components.classroom.entries import clean_text
from components.classroom.word_filter import WordFilter
from components.model.user_errors import UserError
from components.tables.files import cell
from components.tours.questions import AnswerKind, StopQuestion
from components.tours.tour import unpack_tour
from pages.parts.links.address import _repaired
from pages.parts.markdown import escape_markdown
from tests.attack_texts import LENGTH, attack_texts, near_misses

ROOT = Path(__file__).parents[1]
LIMIT_S = 0.2
TRIES = 5
_QUESTIONS = (
    StopQuestion(AnswerKind.WORD, patterns=("a{*}a{*}7{*} {}",)),
    StopQuestion(AnswerKind.PLACE, ("a",), ("“{}”",)),
    StopQuestion(AnswerKind.NUMBER, patterns=("7{} ",)),
    StopQuestion(AnswerKind.WHOLE_NUMBER, patterns=("{}",), ties=" {}x"),
    StopQuestion(AnswerKind.CHOICE, ("a", "b"), ("a{*}x{*}a", " {*}x")),
)
GIVEN_TEXT: dict[str, Callable[[str], object]] = {
    "an address": lambda text: _repaired({"sentence": text, text: "a"}),
    "a cell": cell,
    "a class's text": lambda text: clean_text(text, len(text)),
    "a word filter": lambda text: WordFilter(("swear", "two words")).matches(text[: LENGTH // 10]),  # of 200 letters
    "a finding": lambda text: [each.right_answer(text) for each in _QUESTIONS],
    "a tour in a link": lambda text: unpack_tour("~" + text, [""]),
    "Markdown": escape_markdown,
}
METHODS = ("search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn")


class Expression(NamedTuple):
    """A regular expression of the project, and one way in which it is applied."""

    place: str
    pattern: re.Pattern[Any]
    method: str

    def __str__(self) -> str:
        return f"{self.place} {self.method}"

    def apply(self, text: str) -> None:
        subject = text if isinstance(self.pattern.pattern, str) else text.encode(errors="replace")
        replacement = [subject[:0]] if self.method in ("sub", "subn") else []
        result = getattr(self.pattern, self.method)(*replacement, subject)
        if self.method == "finditer":
            list(result)


def sources() -> Iterator[Path]:
    """The modules that run in the server; snippets are shown to visitors as text."""
    for tree in ("components", "pages", "cache"):
        yield from (file for file in sorted((ROOT / tree).rglob("*.py")) if file.parent.name != "snippets")


def module_of(file: Path) -> Any:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return importlib.import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))


def expressions(file: Path) -> Iterator[Expression]:
    """Every expression that a module compiles or hands to a function of :mod:`re`."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    names = {
        id(node.value): node.targets[0].id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    for call in calls:
        method = call.func.attr
        if ast.unparse(call.func.value) != "re" or method not in ("compile", *METHODS):
            continue
        flags = {keyword.arg: keyword.value for keyword in call.keywords}.get("flags")
        if method == "compile" and len(call.args) > 1:
            flags = call.args[1]
        place = f"{file.relative_to(ROOT)}:{call.lineno}"
        try:
            patterns = [re.compile(*(_value(node, file) for node in (call.args[0], flags) if node is not None))]
        except NameError:  # made in a loop over constants; one that depends on a text is in no constant of its module
            patterns = list(_compiled(list(vars(module_of(file)).values())))
            assert patterns, place
        name = names.get(id(call))
        applied = {each.func.attr for each in calls if ast.unparse(each.func.value) == name} & set(METHODS)
        for each in [method] if method != "compile" else sorted(applied) or ["search"]:
            yield from (Expression(place, pattern, each) for pattern in patterns)


def _compiled(value: Any) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, (tuple, list)):
        for each in value:
            yield from _compiled(each)


def _value(node: ast.expr, file: Path) -> Any:
    return eval(compile(ast.Expression(node), str(file), "eval"), dict(vars(module_of(file))))


def slow(function: Callable[[str], object], texts: Iterable[str]) -> list[str]:
    """The beginnings of texts for which a function takes longer than the limit at each try."""
    return [f"{text[:12]!r} … {text[-2:]!r}" for text in texts if not _is_fast(function, text)]


def _is_fast(function: Callable[[str], object], text: str) -> bool:
    for _ in range(TRIES):
        start = time.thread_time()
        with suppress(UserError, ValueError):  # refused
            function(text)
        seconds = time.thread_time() - start
        if seconds < LIMIT_S:
            return True
        if seconds > 20 * LIMIT_S:
            break
    return False


@pytest.mark.thorough
@pytest.mark.timeout(600)
def test_every_expression_takes_linear_time() -> None:
    every = [each for file in sources() for each in expressions(file)]
    assert len(every) > 60
    misses = {
        str(each): slow(each.apply, [*attack_texts(), *near_misses(each.pattern.pattern, each.pattern.flags)])
        for each in every
    }
    assert not {place: texts for place, texts in misses.items() if texts}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", GIVEN_TEXT)
def test_functions_that_are_given_a_text_take_linear_time(name: str) -> None:
    assert not slow(GIVEN_TEXT[name], attack_texts())
