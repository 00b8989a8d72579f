"""A visitor's list of sentences: shows how it was read where that was guessed, with controls to correct it."""

from collections.abc import Callable
from typing import Any, TypeVar
from zlib import crc32

import streamlit as st

from components.model.lists.columns import ListKind
from components.model.lists.encodings import UTF_8, UTF_16
from components.model.lists.errors import ListError, ListProblem
from components.model.lists.reader import (
    NO_COLUMN,
    ListChoices,
    ListedSentence,
    ListTable,
    listed_sentences,
    read_table,
)
from components.model.lists.records import Separator
from components.model.user_errors import UserError

FILE_TYPES = ["txt", "csv", "tsv", "jsonl", "json"]
_SEPARATORS = {
    Separator.TAB: "tabs",
    Separator.SEMICOLON: "semicolons",
    Separator.COMMA: "commas",
    Separator.JSON: "JSON keys",
    Separator.NOTHING: "nothing (one column)",
}
_SEPARATOR_NAMES = {Separator.TAB: "tab", Separator.SEMICOLON: "semicolon", Separator.COMMA: "comma"}
ENCODINGS = {
    UTF_8: "UTF-8",
    UTF_16: "UTF-16",
    "cp1252": "Windows-1252 (Western Europe)",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
    "cp1254": "Windows-1254 (Turkish)",
    "cp1255": "Windows-1255 (Hebrew)",
    "cp1256": "Windows-1256 (Arabic)",
    "gb18030": "GB 18030 (Chinese)",
    "big5": "Big5 (Chinese)",
    "cp932": "Shift JIS (Japanese)",
    "cp949": "Korean",
}
_Result = TypeVar("_Result")
_HEADERS = {True: "has the column names", False: "is a sentence"}


def visitor_list(
    content: bytes | str, kind: ListKind, *, key: str, value_name: str
) -> tuple[ListedSentence, ...] | None:
    """The sentences of a list; None until the visitor has chosen the columns, if that is necessary.

    Args:
        content: The bytes of a file, or a pasted text.
        kind: Which columns the room needs.
        key: Prefix of the widgets' keys.
        value_name: The room's word for the value of a sentence, in the singular: "label".

    Raises:
        UserError: The list cannot be used.
    """
    suffix = f"{key}-{_checksum(content)}"
    choices = _choices(suffix)
    problem: ListError | None = None
    try:
        table = read_table(content, kind, choices)
    except ListError as error:
        if choices == ListChoices():
            raise UserError(problem_text(error, value_name)) from error
        problem, table = error, _with_words(lambda: read_table(content, kind), value_name)
    if problem is not None or not table.certain or choices != ListChoices():
        _show(table, choices, suffix, value_name, pasted=isinstance(content, str))
    if problem is not None:
        raise UserError(problem_text(problem, value_name)) from problem
    if table.columns.open_question:
        return None
    return _with_words(lambda: listed_sentences(table), value_name)


def list_as_chosen(content: bytes | str, kind: ListKind, *, key: str) -> tuple[ListedSentence, ...] | None:
    """The sentences as :func:`visitor_list` returns them, without drawing: for a button's callback.

    Raises:
        ListError: The list cannot be used.
    """
    table = read_table(content, kind, _choices(f"{key}-{_checksum(content)}"))
    return None if table.columns.open_question else listed_sentences(table)


def problem_text(error: ListError, value_name: str) -> str:
    """Why a list cannot be used, and what to do about it."""
    values = {name: f"{value:,}" if isinstance(value, int) else value for name, value in error.values.items()}
    match error.problem:
        case ListProblem.NOT_TEXT:
            return "This file is not text. Save it as .txt, .csv or .tsv and try again."
        case ListProblem.TOO_LARGE:
            return f"That list is larger than {int(error.values['limit']) / 1e6:.0f} MB. Use a shorter one."
        case ListProblem.TOO_MANY_SENTENCES:
            return f"The list has {values['count']} lines; the limit is {values['limit']} sentences. Use fewer."
        case ListProblem.EMPTY:
            return "The list is empty. Paste one sentence per line."
        case ListProblem.DAMAGED_JSON:
            return f"Line {values['line']} is not a JSON object, but the first one is. Correct it."
        case ListProblem.MISSING_LABEL:
            return (
                f"Line {values['line']} has no {value_name}. Write a sentence and its {value_name} on each line, with "
                "a tab or a comma between them."
            )
        case ListProblem.MISSING_SEPARATOR:
            name = _SEPARATOR_NAMES[Separator(str(error.values["separator"]))]
            return f"Line {values['line']} has no {name}, but other lines have one. Use the same in all lines."
        case ListProblem.LONG_LABEL:
            return (
                f"The {value_name} of line {values['line']} is longer than {values['limit']} characters. "
                "Is it the sentence?"
            )
        case ListProblem.CONTRADICTION:
            return (
                f"Line {values['line']} repeats the sentence of line {values['first_line']} with another "
                f"{value_name}. Keep one of them."
            )
        case ListProblem.TOO_FEW_SENTENCES:
            return f"That list has {values['count']} different sentences. Use at least {values['limit']}."
        case ListProblem.ONE_LABEL:
            return f"All those sentences have the same {value_name}. Use at least two different {value_name}s."
        case ListProblem.TOO_MANY_LABELS:
            return (
                f"That list has {values['count']} different {value_name}s; the limit is {values['limit']}. "
                f"Is the {value_name} the last column?"
            )
        case ListProblem.RARE_LABEL:
            return (
                f"Only {values['count']} of those sentences have the {value_name} “{values['label']}”. "
                f"Use at least {values['limit']} of each."
            )


def _checksum(content: bytes | str) -> str:
    return f"{crc32(content if isinstance(content, bytes) else content.encode('utf-8', 'replace')):08x}"


def _with_words(compute: Callable[[], _Result], value_name: str) -> _Result:
    try:
        return compute()
    except ListError as error:
        raise UserError(problem_text(error, value_name)) from error


def _choices(suffix: str) -> ListChoices:
    """The visitor's choices for this list."""
    chosen: dict[str, Any] = {
        name: st.session_state.get(f"{suffix}-{name}")
        for name in ("encoding", "separator", "header", "sentence", "value")
    }
    return ListChoices(**chosen | {"encoding": chosen["encoding"] or ""})


def _show(table: ListTable, choices: ListChoices, suffix: str, value_name: str, *, pasted: bool) -> None:
    """Draw a preview of the list, with controls for what could be read differently."""
    columns = table.columns
    titles = [
        name if name == str(number) else f"{number}. {name}" for number, name in enumerate(columns.names, start=1)
    ]
    header = " The first line has the column names." if columns.header else ""
    # What is pasted has no encoding that could be wrong.
    columns_are = "Columns are" if pasted else f"Read as {ENCODINGS.get(table.encoding, table.encoding)}; columns are"
    st.text(f"{columns_are} separated by {_SEPARATORS[table.separator]}.{header}")
    st.dataframe(
        [dict(zip(titles, row, strict=True)) for row in table.preview], hide_index=True, key=f"{suffix}-preview"
    )
    places = list(range(len(titles)))
    if len(places) > 1:
        _choice("Which column is the sentence?", places, columns.sentence, f"{suffix}-sentence", titles.__getitem__)
        _choice(
            f"Which column is the {value_name}?",
            [*places] if table.kind.needs_value else [*places, NO_COLUMN],
            columns.value,
            f"{suffix}-value",
            lambda place: "None" if place == NO_COLUMN else titles[place],
        )
    with st.expander("Change how it is read", key=f"{suffix}-otherwise"):
        _choice(
            "Columns are separated by",
            list(_SEPARATORS),
            table.separator,
            f"{suffix}-separator",
            _SEPARATORS.__getitem__,
        )
        _choice("The first line", list(_HEADERS), columns.header, f"{suffix}-header", _HEADERS.__getitem__)
        if table.encoding != UTF_8 or choices.encoding:
            _choice("Encoding", list(ENCODINGS), table.encoding, f"{suffix}-encoding", ENCODINGS.__getitem__)


def _choice(label: str, options: list[Any], current: Any, key: str, format_func: Callable[[Any], str]) -> None:
    """Draw a list that shows how the file was read. Its value counts as chosen once the visitor has changed it."""
    shown = f"{key}-box"
    st.session_state[shown] = current if current in options else None
    st.selectbox(
        label,
        options,
        key=shown,
        format_func=format_func,
        placeholder="Choose a column",
        on_change=_chosen,
        args=(key,),
    )


def _chosen(key: str) -> None:
    st.session_state[key] = st.session_state[f"{key}-box"]
