"""The same blank with everything to its right out of sight: what is reading both sides worth?"""

import streamlit as st

import cache.blanks
import cache.engine
from components.charts.candidates import candidate_bars
from components.charts.files import Figure
from components.fill.tables.right_side import right_side_bits, right_side_worth
from components.model.blanks.results import PossibleAnswer, View
from components.model.blanks.sides_results import Side
from components.model.checkpoints.registry import record
from components.model.user_errors import UserError
from components.tables.numbers import counted
from components.tables.predictions import candidate_table, finding
from components.tables.sides import next_word_finding
from pages.parts.context import BlankContext
from pages.parts.findings import Findings, about
from pages.parts.rooms import FILL
from pages.parts.sentence.blank_choice import shown, which_answer, which_blank
from pages.parts.snippets import snippet
from pages.parts.stage import beside, headline, note

COUNT = 8
TWIN = record("pocket-gpt")  # trained to read from the left


def show(at: BlankContext) -> Findings:
    """Ask with both sides and with the left side only."""
    blank = which_blank(at, key="left")
    answer = which_answer(at, blank, key="left")
    found = cache.blanks.sides(at.model.id, at.sentence, at.masked, blank, answer.id)
    full, left_view = found.of(Side.BOTH), found.of(Side.LEFT)
    hidden = [p for p, token in enumerate(at.tokens.items) if p > blank and not token.special]
    if not hidden:
        st.info("Nothing stands to the right of this blank, so both views are the same. Choose a blank further left.")
    headline(right_side_worth(found, shown(answer)))
    with beside():
        st.metric("The right side is worth", counted(right_side_bits(found)))
    most = max(view.prediction.candidates[0].probability for view in (full, left_view))
    both, left = st.columns(2)
    with both:
        st.markdown("**Both sides**")
        full_figure = _view(full, name="both-sides", most=most)
    with left:
        st.markdown("**Left side only**")
        left_figure = _view(left_view, name="left-side", most=most)
    _next_word(at, blank, answer)
    code = snippet(
        FILL,
        "left",
        at.model,
        sentence=at.sentence,
        masked=list(at.masked),
        hidden=hidden,
        blank=blank,
        answer=answer.id,
    )
    return Findings(
        "left",
        [full_figure, left_figure],
        found.conditions,
        code,
        about=about(FILL, "left"),
        computed=(at.computed,),
    )


def _next_word(at: BlankContext, blank: int, answer: PossibleAnswer) -> None:
    """What a model says that was trained to read from the left."""
    try:
        said = cache.blanks.next_word(TWIN.id, at.model.id, at.sentence, at.masked, blank, answer.id)
    except UserError as error:
        note(f"{TWIN.name}, trained to read from the left, is not asked here: {error}")
        return
    note(next_word_finding(said, causal=TWIN.name))


def _view(view: View, *, name: str, most: float) -> Figure:
    table = candidate_table(view.prediction, count=COUNT)
    chart = candidate_bars(table, most=most)
    st.vega_lite_chart(chart, key=f"left-{name}", alt=finding(table))
    return Figure(name, chart, table)
