"""A list of sentences of one's own: a small test of the model, with its figures."""

import time

import streamlit as st

import cache.engine
import cache.fill
from components.charts.files import Figure
from components.fill.model.list_results import ListItem, ListRow
from components.fill.tables.sentence_list import list_finding, list_table
from components.model.lists.columns import ANSWER_LIST
from pages.parts.context import BlankContext
from pages.parts.findings import Findings
from pages.parts.rooms import FILL
from pages.parts.snippets import snippet
from pages.parts.stage import headline, note, settings_place
from pages.parts.visitor_lists import FILE_TYPES, visitor_list

PART = 24  # sentences between two steps of the progress bar
MOST_IN_CODE = 50  # code is to be read as well
EXAMPLE = """\
Hamburg and Munich are cities in [MASK].\tgermany
Mozart was the greatest [MASK] of his time.\tcomposer
She shook her [MASK] and said no.\thead
The birds [MASK] in the tree.\tsing
"""


def show(at: BlankContext) -> Findings | None:
    """Take a list, ask it, and show what came out."""
    with settings_place():
        typed = st.text_area("Sentences", EXAMPLE, height=170, key="list-typed", persist_state="session")
        uploaded = st.file_uploader("Or a file: .txt, .csv, .tsv or .jsonl", type=FILE_TYPES, key="list-file")
    content = typed if uploaded is None else uploaded.getvalue()
    listed = visitor_list(content, ANSWER_LIST, key="list", value_name="right word")
    items = tuple(ListItem(each.sentence, each.value) for each in listed or ())
    with settings_place():
        if items and st.button(f"Ask all {len(items):,} sentences", key="list-ask"):
            st.session_state["list-asked"] = (at.model.id, items)
    note(
        f"One sentence a line, each with one [MASK], at most {ANSWER_LIST.limit:,}. Put the right word after a tab or "
        "a comma, if you know it: then its rank is counted too."
    )
    if not items or (content != EXAMPLE and st.session_state.get("list-asked") != (at.model.id, items)):
        return None
    rows = _asked(at.model.id, items, st.container())
    headline(list_finding(rows))
    table = list_table(rows)
    st.dataframe(table, hide_index=True, key="list-table")
    return Findings(
        "list",
        [Figure("list", None, table)],
        at.computed.conditions,
        _code(at, rows),
        computed=(at.computed,),
    )


def _code(at: BlankContext, rows: list[ListRow]) -> str:
    answered = [row for row in rows if row.first_choice is not None]
    items = [(row.sentence, row.word if row.word_rank else None) for row in answered]
    cut = f"The first {MOST_IN_CODE} of {len(items):,} sentences." if len(items) > MOST_IN_CODE else ""
    return snippet(FILL, "list", at.model, remark=cut, items=items[:MOST_IN_CODE])


def _stop() -> None:
    st.session_state.pop("list-asked", None)


def _asked(model_id: str, items: tuple[ListItem, ...], place: "st.delta_generator.DeltaGenerator") -> list[ListRow]:
    """The rows of all items, part by part, with progress, time left and a way to stop."""
    rows: list[ListRow] = []
    begun = time.monotonic()
    progress = place.empty()
    stop = place.empty()
    stop.button("Stop", key="list-stop", on_click=_stop)
    for start in range(0, len(items), PART):
        done = start / len(items)
        left = (time.monotonic() - begun) * (1 - done) / done if done else None
        progress.progress(done, f"{start:,} of {len(items):,}" + ("" if left is None else f", {left:.0f} s left"))
        rows += cache.fill.list_answers(
            model_id, tuple((item.sentence, item.word) for item in items[start : start + PART])
        )
    progress.empty()
    stop.empty()
    return rows
