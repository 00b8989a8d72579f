"""Right and wrong: one line differs, and both ways are run on the model of the screen.

Of the forgotten attention mask there is a second part: a sentence of one's own behind which padding grows.
"""

import streamlit as st

import cache.mistakes
from components.charts.files import ChartFigure
from components.mistakes.charts.sides import side_bars
from components.mistakes.model.mistake import Mistake
from components.mistakes.model.results import Compared, Side
from components.mistakes.tables.findings import finding, measure_text
from components.mistakes.tables.sides import RIGHT, WRONG, both_table, number_text, side_table
from pages.mistakes.code import code_of, line_of_link
from pages.mistakes.context import MistakesContext
from pages.mistakes.modes import padding
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import draw_settings_in, headline, note
from pages.parts.long_work import show_progress
from pages.parts.modes import MODE
from pages.parts.presenting import hides_controls
from pages.parts.rooms import MISTAKES, TEACHING
from pages.parts.settings import choice

PART = "part"  # in the link
BATCH, GROWING = "In one batch", "More and more padding"
PADDED = "attention_mask"  # the mistake that has both parts
NAMED = {RIGHT: ":material/check_circle: Right", WRONG: ":material/cancel: Wrong"}


def show(at: MistakesContext) -> Findings:
    """Run both ways, or show what ever more padding does where the attention mask is forgotten."""
    place = st.container(key="padding-part")  # of every mistake: what follows is drawn in its own place, not beside it
    if at.mistake.key == PADDED:
        with draw_settings_in(place):
            part = choice("Show", PART, [BATCH, GROWING])
        if part == GROWING:
            return padding.show(at)
    with show_progress(at.mistake.name, f"{at.model.id} {at.mistake.key}", key="both") as on_progress:
        if at.mistake.trains:
            on_progress("training two copies of the model")
        found = cache.mistakes.compared(at.model.id, at.mistake.key)
    figures = draw(at.mistake, found)
    return Findings(
        "both",
        figures,
        found.conditions,
        code_of(at, found),
        about=room_prose(MISTAKES, "both"),
        computed=(at.computed,),
        onward=to_the_lab if at.mistake.trains else None,
        code_note=f"The right version, for a notebook. For the wrong one, use: {line_of_link(at.mistake)}",
    )


def to_the_lab() -> None:
    """To the room where whole runs are done at many rates, with warm-up and without."""
    if not hides_controls():
        link = {MODE: "Learning rate and labels"}
        st.page_link(TEACHING.file, label="Learning rates and warm-up", icon=TEACHING.icon, query_params=link)


def draw(mistake: Mistake, found: Compared) -> list[ChartFigure]:
    """The two columns: the line, its number, and what came out."""
    said = finding(mistake.key, found)
    headline(said)
    st.caption(f"{mistake.on} · {measure_text(mistake, found)}")
    most = max((row.value for side in (found.right, found.wrong) for row in side.rows), default=1.0)
    sides = ((RIGHT, mistake.right, found.right), (WRONG, mistake.wrong, found.wrong))
    for column, (way, line, side) in zip(st.columns(2, gap="medium"), sides, strict=True):
        with column:
            st.markdown(f"**{NAMED[way]}**")
            st.code(line, language=None, wrap_lines=True)
            with st.container(key=f"number-{way}"):
                st.subheader(number_text(mistake, side), anchor=False)
            _lines(mistake, side, way, most=most)
    note(mistake.notice, mistake.pinned)
    return [ChartFigure(mistake.key, None, both_table(found))]


def _lines(mistake: Mistake, side: Side, way: str, *, most: float) -> None:
    """What else came out of one side: bars, or a table where words say it."""
    if not side.rows:
        return
    table = side_table(side)
    said = ", ".join(f"{row.name} {row.figure}" for row in table.itertuples())
    if mistake.listed:
        columns = {"name": mistake.listed[0], "figure": mistake.listed[1]}
        shown = table.rename(columns=columns)[[*columns.values()]]
        st.dataframe(shown, hide_index=True, key=f"rows-{way}", alt=said)
        return
    chart = side_bars(table, most=most)
    st.altair_chart(chart, key=f"rows-{way}", alt=said)
