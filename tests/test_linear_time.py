"""No text of a visitor makes an expression or a function take quadratic time: one message would stop all visitors.

For 100,000 characters, linear time is some milliseconds and quadratic time seconds to hours. A busy machine changes
nothing: what counts is the processor time of this process, the best of several tries, without collecting garbage,
which looks through all that other tests have left.
"""

import ast
import gc
import importlib
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from components.attention.model.head_probes import split_words
from components.classroom.cookie import split_cookie
from components.classroom.entries import ClassQuestion, EntryKind, clean_text, entry_text
from components.classroom.entry_checks import entry_problem
from components.classroom.word_filter import WordFilter
from components.fill.tables.named_words import parse_words
from components.model.lists.columns import ANSWER_LIST, LABEL_LIST, SENSE_LIST
from components.model.lists.encodings import decode_text
from components.model.lists.reader import listed_sentences, read_table
from components.model.lists.spellings import composed, merged_spellings
from components.model.tally import normalise_guess, parse_alternatives, parse_number
from components.model.tokens.occurrences import FORM_CHARACTER_LIMIT, content_spans, find_occurrences, parse_word_forms
from components.model.tokens.text_limits import check_text, is_visually_empty, trim_marks
from components.model.tokens.typed_masks import replace_typed_masks
from components.model.tokens.unprintable import name_unprintable, visible_token
from components.model.user_errors import UserError
from components.patching.model.written_pair import read_written_pair
from components.probing.model.custom import read_labels
from components.probing.model.parsed_sentences import split_sentence
from components.probing.model.sentences import word_spans
from components.speed.model.spec import parse_spec
from components.tables.files import cell
from components.tables.phrases import capitalised, isolate_direction
from components.tours.gift import gift_text
from components.tours.questions import AnswerKind, StopQuestion
from components.tours.tour import parse_tour, unpack_tour
from pages.home.openings import find_opening
from pages.parts.links.address import _repaired
from pages.parts.links.known import is_known_parameter, similar_parameter
from pages.parts.markdown import escape_markdown
from pages.parts.sentences import split_headline
from pages.tours.editor import _options_problem, _read_options
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
_TO_CLASSES = [ClassQuestion(kind, "bank", "?", ("a", "b"), words=("bank", "a")) for kind in EntryKind]
GIVEN_TEXT: dict[str, Callable[[str], object]] = {
    "an address": lambda text: _repaired({"sentence": text, text: "a"}),
    "an unknown parameter": lambda text: (is_known_parameter(text), similar_parameter(text)),
    "a benchmark in a link": parse_spec,
    "a cookie": split_cookie,
    "limits of a text": lambda text: (trim_marks(text), is_visually_empty(text), check_text(text)),
    "typed masks": replace_typed_masks,
    "names of characters": lambda text: (name_unprintable(text), visible_token(text)),
    "words of a sentence": split_sentence,
    "words of a probe": split_words,
    "spans of words": word_spans,
    "content words": content_spans,
    "word forms": parse_word_forms,
    "occurrences": lambda text: find_occurrences(text, ("a", "bank", "aa aa")),
    "a form in its sentence": lambda text: find_occurrences(text[: LENGTH // 2], (text[:FORM_CHARACTER_LIMIT],)),
    "named words": parse_words,
    "a written pair": read_written_pair,
    "an opening": find_opening,
    "labels": read_labels,
    "spellings of labels": lambda text: (composed(text), merged_spellings(text.split(), ignores_case=True)),
    "a list of answers": lambda text: listed_sentences(read_table(text, ANSWER_LIST)),
    "a list with labels": lambda text: listed_sentences(read_table(text, LABEL_LIST)),
    "a list with senses": lambda text: listed_sentences(read_table(text, SENSE_LIST)),
    "a file": lambda text: decode_text(text.encode("utf-8", "replace")),
    "a file of a code page": lambda text: decode_text(text.encode("cp1252", "replace") + b"\xe9"),
    "a cell": cell,
    "a class's text": lambda text: clean_text(text, len(text)),
    "a class's answer": lambda text: [(entry_text(each, text), entry_problem(each, text)) for each in _TO_CLASSES],
    "a guess": normalise_guess,
    "a number": parse_number,
    "numbers": parse_alternatives,
    "a word filter": lambda text: WordFilter(("swear", "two words")).matches(text[: LENGTH // 10]),  # of 200 letters
    "a finding": lambda text: [each.right_answer(text) for each in _QUESTIONS],
    "a headline": lambda text: split_headline(text),
    "a phrase": lambda text: (capitalised(text), isolate_direction(text)),
    "a tour in a link": lambda text: unpack_tour("~" + text, [""]),
    "a tour": lambda text: parse_tour(text, [""]),
    "a quiz for Moodle": lambda text: gift_text([(text, each, text) for each in _QUESTIONS]),
    "options": lambda text: _options_problem(_read_options(text)),
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


@pytest.fixture(autouse=True)
def no_garbage_collection() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


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
        start = time.process_time()
        with suppress(UserError, ValueError):  # refused
            function(text)
        seconds = time.process_time() - start
        if seconds < LIMIT_S:
            return True
        if seconds > 20 * LIMIT_S:
            break
    return False


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_every_expression_takes_linear_time() -> None:
    every = [each for file in sources() for each in expressions(file)]
    assert len(every) > 60
    texts = list(attack_texts())[::4]
    misses = {
        str(each): slow(each.apply, [*texts, *near_misses(each.pattern.pattern, each.pattern.flags)]) for each in every
    }
    assert not {place: texts for place, texts in misses.items() if texts}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", GIVEN_TEXT)
@pytest.mark.parametrize("step", [23, pytest.param(4, marks=pytest.mark.slow)])  # some of the texts
def test_functions_that_are_given_a_text_take_linear_time(name: str, step: int) -> None:
    assert not slow(GIVEN_TEXT[name], list(attack_texts())[::step])
