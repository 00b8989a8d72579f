"""The names that a JavaScript file declares: variables, parameters, functions, classes. A tokenizer, not a parser."""

import re
from collections.abc import Iterator
from itertools import pairwise

_TOKEN = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | '(?:\\.|[^'\\\n])*' | "(?:\\.|[^"\\\n])*" | `(?:\\.|[^`\\])*`
    | [A-Za-z_$][\w$]* | \d[\w.]* | => | \.\.\. | \S""",
    re.DOTALL | re.VERBOSE,
)
_REGULAR_EXPRESSION = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")
_BEFORE_ONE = {"(", ",", "=", ":", "[", "!", "&", "|", "?", "{", "}", ";", "=>", "return", ""}
_PAIRS = {")": "(", "]": "[", "}": "{"}
_KEYWORDS = {"const", "let", "var", "function", "class"}
_NO_PARAMETERS = {"if", "for", "while", "switch", "catch", "return", "await", "typeof"}


def declared_names(text: str) -> list[tuple[str, int]]:
    """Every declared name with its line."""
    tokens = list(_tokens(text))
    words = [token for token, _ in tokens]
    opens: list[int] = []
    names = []
    for index, token in enumerate(words):
        if token in ("(", "[", "{"):
            opens.append(index)
        elif token in _PAIRS and opens:
            start = opens.pop()
            if _declares(words, start, index):
                names += _bound(tokens, start, index)
    names += [(token, line) for (before, _), (token, line) in pairwise(tokens) if before in _KEYWORDS and token != "{"]
    names += [(token, line) for (token, line), (after, _) in pairwise(tokens) if after == "=>"]
    return sorted({(name, line) for name, line in names if re.fullmatch(r"[A-Za-z_$][\w$]*", name)})


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    place, before = 0, ""
    while match := re.compile(r"\s*").match(text, place):
        place = match.end()
        if place >= len(text):
            return
        found_at, pattern = place, _TOKEN
        is_comment = text.startswith(("//", "/*"), place)
        if text[place] == "/" and not is_comment and before in _BEFORE_ONE and _REGULAR_EXPRESSION.match(text, place):
            pattern = _REGULAR_EXPRESSION
        token = pattern.match(text, place)
        assert token is not None
        place = token.end()
        if not is_comment:
            before = token.group()
            yield before, text.count("\n", 0, found_at) + 1


def _declares(words: list[str], start: int, end: int) -> bool:
    """Whether what stands in a pair of brackets is declared: parameters, or the pattern of a declaration."""
    before = words[start - 1] if start else ""
    after = words[end + 1] if end + 1 < len(words) else ""
    if words[start] != "(":
        is_assigned = after == "=" and words[end + 2 : end + 3] != ["="]
        return before in ("const", "let", "var") or (before in (",", ";", "{", "}", "") and is_assigned)
    is_function = after == "{" and before not in _NO_PARAMETERS and re.fullmatch(r"[\w$]+", before) is not None
    return after == "=>" or before == "catch" or is_function


def _bound(tokens: list[tuple[str, int]], start: int, end: int) -> Iterator[tuple[str, int]]:
    """The names in a pattern: not its keys, and not what stands there by default."""
    for (before, _), (name, line), (after, _) in zip(
        tokens[start : end - 1], tokens[start + 1 : end], tokens[start + 2 : end + 1], strict=True
    ):
        if before in ("(", "[", "{", ",", ":", "...") and after in (",", ")", "]", "}", "="):
            yield name, line
