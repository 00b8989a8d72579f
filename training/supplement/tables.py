"""Turns small tables and sentence templates into text.

A table is a tab-separated file whose first line names its columns; a template
is a sentence with {column} gaps. Keeping both out of the code means that a
fact, or a new way of saying it, is added by writing one line of data.
"""

import functools
import pathlib
import random
import re
import string
from collections.abc import Iterator, Sequence

Row = dict[str, str]

_DATA = pathlib.Path(__file__).parent / "data"

# The written letter decides between "a" and "an", except in these words.
_ARTICLE = re.compile(r"\b([Aa]) (?=[aeiouAEIOU])(?!uni|use|Euro|euro|one\b)")


@functools.cache
def read_table(name: str) -> tuple[Row, ...]:
    """Returns the rows of data/<name>.tsv."""
    lines = (_DATA / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    columns = lines[0].split("\t")
    return tuple(dict(zip(columns, line.split("\t"), strict=True)) for line in lines[1:])


def read_templates(topic: str) -> tuple[str, ...]:
    """Returns the templates listed for a topic."""
    return tuple(r["template"] for r in read_table("templates") if r["topic"] == topic)


def polish(text: str) -> str:
    """Makes a filled template a sentence: articles, capital, full stop."""
    text = _ARTICLE.sub(r"\1n ", text).replace("s's ", "s' ")
    if text[-1] not in '.!?"':
        text += "."
    start = 1 if text.startswith('"') else 0
    return text[:start] + text[start].upper() + text[start + 1 :]


def _columns(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def _fill(template: str, row: Row, other: Row) -> str | None:
    """Fills a template, or returns None where the table has no value for it."""
    values = {**row, **{f"other_{key}": value for key, value in other.items()}}
    if not all(values[name] for name in _columns(template)):
        return None
    return template.format(**values)


def expand(
    rng: random.Random,
    rows: Sequence[Row],
    templates: Sequence[str],
    frames: Sequence[str],
    per_row: int,
) -> Iterator[str]:
    """Yields up to per_row sentences for each row.

    A row is first said plainly in as many ways as there are templates, then
    again inside frames such as "we learned that ...". A template with a
    full stop or a question mark is complete and is never framed.
    """
    for row in rows:
        filled = (_fill(text, row, rng.choice(rows)) for text in templates)
        plain = [text for text in filled if text]
        clauses = [text for text in plain if not _is_complete(text)]
        framed = [frame.format(s=text) for frame in frames for text in clauses]
        rng.shuffle(plain)
        rng.shuffle(framed)
        for text in (plain + framed)[:per_row]:
            yield polish(text)


def _is_complete(text: str) -> bool:
    return any(mark in text for mark in ".!?")
