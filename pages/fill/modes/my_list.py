"""A visitor's own list of sentences, scored and exported."""

import time

import streamlit as st

import cache.fill
from components.charts.files import ChartFigure
from components.fill.model.results import ListItem, ListRow
from components.fill.tables.sentence_list import list_finding, list_table
from components.model.lists.columns import ANSWER_LIST
from components.tables.numbers import fixed
from components.tables.phrases import count_phrase
from pages.parts.findings import Findings
from pages.parts.foot import conclude_part
from pages.parts.layout import draw_settings_in
from pages.parts.rooms import FILL
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import linked_expander
from pages.parts.snippets import snippet
from pages.parts.visitor_lists import FILE_TYPES, visitor_list

PART_SIZE = 24  # sentences between two steps of the progress bar
CODE_LIMIT = 50  # sentences, so that the code stays readable
EXAMPLE = """\
Hamburg and Munich are cities in [MASK].\tgermany
Mozart was the greatest [MASK] of his time.\tcomposer
She shook her [MASK] and said no.\thead
The birds [MASK] in the tree.\tsing
"""


def panel(context: BlankContext) -> None:
    """Draw the folded panel that scores a list and exports the result."""
    opened = linked_expander("Score and export a list of sentences", "list")
    if opened is not None:
        with draw_settings_in(opened):
            _list(context)


def _list(context: BlankContext) -> None:
    """Take a list, score it, and show the result with its files."""
    st.caption(
        f"One sentence per line, each with one [MASK], up to {ANSWER_LIST.limit:,}. To count ranks too, put the right "
        "word after a tab or a comma."
    )
    typed = st.text_area("Sentences", EXAMPLE, height=170, key="list-typed", persist_state="session")
    uploaded = st.file_uploader("Or a file: .txt, .csv, .tsv or .jsonl", type=FILE_TYPES, key="list-file")
    content = typed if uploaded is None else uploaded.getvalue()
    listed = visitor_list(content, ANSWER_LIST, key="list", value_name="right word")
    items = tuple(ListItem(each.sentence, each.value) for each in listed or ())
    count = count_phrase(len(items), "sentence")
    if items and st.button(f"Score {count}", key="list-ask"):
        st.session_state["list-asked"] = (context.model.id, items)
    if not items or (content != EXAMPLE and st.session_state.get("list-asked") != (context.model.id, items)):
        return
    rows = _score_items(context.model.id, items, st.container())
    st.text(list_finding(rows))
    table = list_table(rows)
    st.dataframe(table, hide_index=True, key="list-table")
    conclude_part(
        FILL,
        Findings("list", [ChartFigure("list", None, table)], context.computed.conditions, _code(context, rows)),
    )


def _code(context: BlankContext, rows: list[ListRow]) -> str:
    answered = [row for row in rows if row.first_choice is not None]
    items = [(row.sentence, row.word if row.word_rank else None) for row in answered]
    cut = f"The first {CODE_LIMIT} of {len(items):,} sentences." if len(items) > CODE_LIMIT else ""
    return snippet(FILL, "list", context.model, remark=cut, items=items[:CODE_LIMIT])


def _stop() -> None:
    st.session_state.pop("list-asked", None)


def _score_items(
    model_id: str, items: tuple[ListItem, ...], place: "st.delta_generator.DeltaGenerator"
) -> list[ListRow]:
    """Score all items in parts, with progress, time left and a Stop button."""
    rows: list[ListRow] = []
    begun = time.monotonic()
    progress = place.empty()
    stop = place.empty()
    stop.button("Stop", key="list-stop", on_click=_stop)
    for start in range(0, len(items), PART_SIZE):
        done = start / len(items)
        left = (time.monotonic() - begun) * (1 - done) / done if done else None
        progress.progress(done, f"{start:,} of {len(items):,}" + ("" if left is None else f", {fixed(left, 0)} s left"))
        rows += cache.fill.list_answers(
            model_id, tuple((item.sentence, item.word) for item in items[start : start + PART_SIZE])
        )
    progress.empty()
    stop.empty()
    return rows
