"""A visitor's list of sentences: shows how it was read where that was guessed, with controls to correct it."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any
from zlib import crc32

import streamlit as st

from components.model.lists.code_pages import UTF_8, UTF_16
from components.model.lists.columns import ListKind
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
from components.model.lists.spellings import composed
from components.model.user_errors import UserError
from components.tables.numbers import fixed
from components.tables.phrases import by_count, count_phrase

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
    "cp1257": "Windows-1257 (Baltic)",
    "cp1258": "Windows-1258 (Vietnamese)",
    "cp874": "Windows-874 (Thai)",
    "gb18030": "GB 18030 (Chinese)",
    "big5": "Big5 (Chinese)",
    "cp932": "Shift JIS (Japanese)",
    "euc_jp": "EUC-JP (Japanese)",
    "iso2022_jp": "ISO-2022-JP (Japanese)",
    "cp949": "Korean",
    "iso8859_2": "ISO 8859-2 (Central Europe)",
    "iso8859_5": "ISO 8859-5 (Cyrillic)",
    "iso8859_6": "ISO 8859-6 (Arabic)",
    "koi8_u": "KOI8 (Cyrillic)",
    "cp866": "DOS 866 (Cyrillic)",
    "cp850": "DOS 850 (Western Europe)",
    "cp852": "DOS 852 (Central Europe)",
    "mac_roman": "Mac (Western Europe)",
    "mac_latin2": "Mac (Central Europe)",
    "mac_cyrillic": "Mac (Cyrillic)",
}
NOTED = 5  # lines, and spellings, that a note names
CORRECTIONS = "Change how it is read"
_HEADERS = {True: "has the column names", False: "is a sentence"}


def visitor_list(
    content: bytes | str,
    kind: ListKind,
    *,
    key: str,
    value_name: str,
    check: Callable[[tuple[ListedSentence, ...]], object] | None = None,
) -> tuple[ListedSentence, ...] | None:
    """The sentences of a list; None until the visitor has chosen the columns, if that is necessary.

    Args:
        content: The bytes of a file, or a pasted text.
        kind: Which columns the room needs.
        key: Prefix of the widgets' keys.
        value_name: The room's word for the value of a sentence, in the singular: "label".
        check: Raises a :class:`~components.model.lists.errors.ListError` if the room cannot use the sentences.

    Raises:
        UserError: The list cannot be used.
    """
    suffix = f"{key}-{_checksum(content)}"
    choices, table = _choices(suffix), None
    try:
        table = read_table(content, kind, choices)
        rows = None if table.columns.open_question else listed_sentences(table)
        if rows is not None and check is not None:
            check(rows)
    except ListError as error:
        _offer_corrections(table, content, kind, suffix, value_name)
        unit = "Row" if table is not None and table.separator is Separator.JSON else "Line"
        raise UserError(problem_text(error, value_name, unit)) from error
    for text in _reading_notes(table, value_name):
        st.text(text)
    if not table.certain or choices != ListChoices():
        _show_columns(table, suffix, value_name, pasted=isinstance(content, str))
        with st.expander(CORRECTIONS, key=f"{suffix}-otherwise"):
            _show_format(table, choices, suffix)
    return rows


def _reading_notes(table: ListTable, value_name: str) -> list[str]:
    """What was changed in a list while it was read, in a sentence each."""
    notes = []
    if table.replaced_lines:
        shown = count_phrase(len(table.replaced_lines), "row" if table.separator is Separator.JSON else "line")
        first = ", ".join(map(str, table.replaced_lines[:NOTED]))
        notes.append(
            f"{shown} {by_count(len(table.replaced_lines), 'has', 'have')} a character that cannot be read: {first}. "
            "It is “�” here. Correct it in your file, or choose another encoding."
        )
    merged = [
        f"“{spelling}” as “{label}”" for spelling, label in table.spellings.items() if composed(spelling) != label
    ]
    if merged:
        more = ", …" if len(merged) > NOTED else ""
        notes.append(f"Spellings of one {value_name} count as one: {', '.join(merged[:NOTED])}{more}.")
    return notes


def list_as_chosen(content: bytes | str, kind: ListKind, *, key: str) -> tuple[ListedSentence, ...] | None:
    """The sentences as :func:`visitor_list` returns them, without drawing: for a button's callback.

    Raises:
        ListError: The list cannot be used.
    """
    table = read_table(content, kind, _choices(f"{key}-{_checksum(content)}"))
    return None if table.columns.open_question else listed_sentences(table)


def problem_text(error: ListError, value_name: str, unit: str = "Line") -> str:
    """Why a list cannot be used, and what to do about it. ``unit`` is what is numbered."""
    values = {name: f"{value:,}" if isinstance(value, int) else value for name, value in error.values.items()}
    match error.problem:
        case ListProblem.NOT_TEXT:
            return "This file is not text. Save it as .txt, .csv or .tsv and try again."
        case ListProblem.TOO_LARGE:
            return f"That list is larger than {fixed(int(error.values['limit']) / 1e6, 0)} MB. Use a shorter one."
        case ListProblem.TOO_MANY_SENTENCES:
            return f"The list has {values['count']} lines; the limit is {values['limit']} sentences. Use fewer."
        case ListProblem.EMPTY:
            return "The list is empty. Paste one sentence per line."
        case ListProblem.DAMAGED_JSON:
            return f"This JSON has a mistake in line {values['line']}. Correct it."
        case ListProblem.UNKNOWN_JSON:
            return f'This JSON has no table. Use a list of objects: [{{"sentence": "…", "{value_name}": "…"}}, …].'
        case ListProblem.MISSING_LABEL:
            return (
                f"{unit} {values['line']} has no {value_name}. Write a sentence and its {value_name} on each line, "
                "with a tab or a comma between them."
            )
        case ListProblem.MISSING_SEPARATOR:
            name = _SEPARATOR_NAMES[Separator(str(error.values["separator"]))]
            return f"{unit} {values['line']} has no {name}, but other lines have one. Use the same in all lines."
        case ListProblem.LONG_LABEL:
            return (
                f"The {value_name} of {unit.lower()} {values['line']} is longer than {values['limit']} characters. "
                "Is it the sentence?"
            )
        case ListProblem.CONTRADICTION:
            return (
                f"{unit} {values['line']} repeats the sentence of {unit.lower()} {values['first_line']} with another "
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


def _choices(suffix: str) -> ListChoices:
    """The visitor's choices for this list."""
    chosen: dict[str, Any] = {
        name: st.session_state.get(f"{suffix}-{name}")
        for name in ("encoding", "separator", "header", "sentence", "value")
    }
    return ListChoices(**chosen | {"encoding": chosen["encoding"] or ""})


def _offer_corrections(
    table: ListTable | None, content: bytes | str, kind: ListKind, suffix: str, value_name: str
) -> None:
    """Draw a folded panel to correct how an unusable list was read, unless it has one column.

    Args:
        table: The list as it was read; None if it could not be read with the visitor's choices.
        content: The bytes of a file, or a pasted text.
        kind: Which columns the room needs.
        suffix: Prefix of the widgets' keys.
        value_name: The room's word for the value of a sentence.
    """
    choices = _choices(suffix)
    has_chosen = choices != ListChoices()
    if table is None:
        if not has_chosen:
            return
        with suppress(ListError):
            table = read_table(content, kind)
    if table is None or not (has_chosen or len(table.columns.names) > 1):
        return
    with st.expander(CORRECTIONS, expanded=has_chosen, key=f"{suffix}-corrections"):
        _show_columns(table, suffix, value_name, pasted=isinstance(content, str))
        _show_format(table, choices, suffix)


def _show_columns(table: ListTable, suffix: str, value_name: str, *, pasted: bool) -> None:
    """Draw a preview of the list, with controls for its columns."""
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


def _show_format(table: ListTable, choices: ListChoices, suffix: str) -> None:
    """Draw controls for the separator, the first line and the encoding."""
    _choice(
        "Columns are separated by",
        list(_SEPARATORS),
        table.separator,
        f"{suffix}-separator",
        _SEPARATORS.__getitem__,
    )
    _choice("The first line", list(_HEADERS), table.columns.header, f"{suffix}-header", _HEADERS.__getitem__)
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
