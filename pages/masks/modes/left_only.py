"""The likeliest words for one blank with both sides visible, and with everything to its right hidden."""

import streamlit as st

import cache.blanks
from components.charts.candidates import candidate_bars
from components.charts.files import ChartFigure
from components.masks.tables.side_ablation import right_side_bits, right_side_finding
from components.model.blanks.results import BlankPrediction, PossibleAnswer
from components.model.blanks.sides_results import ContextSide, NextWordPrediction
from components.model.checkpoints.records import ModelRecord
from components.tables.numbers import bits_text
from components.tables.predictions import candidate_table, candidates_finding
from components.tables.sides import next_word_finding
from pages.parts.findings import Findings, Provenance
from pages.parts.layout import headline, note, notes_place
from pages.parts.sentence.blank_choice import answer_label
from pages.parts.sentence.context import BlankContext

COUNT = 8


def show(
    context: BlankContext,
    blank: int,
    answer: PossibleAnswer,
    causal: ModelRecord | None,
    next_word: NextWordPrediction | None,
) -> Findings:
    """Draw the likeliest words with both sides visible and with the left side only.

    Args:
        context: The sentence with its blanks.
        blank: The position of the blank.
        answer: The word whose probability is compared.
        causal: A causal model, for comparison.
        next_word: Its prediction at the blank, if it can make one.
    """
    result = cache.blanks.sides(context.model.id, context.sentence, context.masked, blank, answer.id)
    full, left_view = result.from_side(ContextSide.BOTH), result.from_side(ContextSide.LEFT)
    hidden = [p for p, token in enumerate(context.tokens.items) if p > blank and not token.special]
    if not hidden:
        st.info(
            "There is nothing to the right of this blank, so both charts are the same. Choose a blank further left."
        )
    headline(right_side_finding(result, answer_label(answer)))
    with notes_place():
        st.metric("The right side is worth", bits_text(right_side_bits(result)))
    longest = max(view.prediction.candidates[0].probability for view in (full, left_view))
    both, left = st.columns(2)
    with both:
        st.markdown("**Both sides**")
        full_figure = _draw_view(full, name="both-sides", longest=longest)
    with left:
        st.markdown("**Left side only**")
        left_figure = _draw_view(left_view, name="left-side", longest=longest)
    computed = [Provenance(context.model, result.conditions)]
    if causal is not None and next_word is not None:
        note(next_word_finding(next_word, causal=causal.name))
        computed.append(Provenance(causal, next_word.conditions))
    inputs = {
        "sentence": context.sentence,
        "masked": list(context.masked),
        "hidden": hidden,
        "blank": blank,
        "answer": answer.id,
    }
    return Findings("left", [full_figure, left_figure], result.conditions, inputs, computed=tuple(computed))


def _draw_view(view: BlankPrediction, *, name: str, longest: float) -> ChartFigure:
    table = candidate_table(view.prediction, count=COUNT)
    chart = candidate_bars(table, scale_max=longest)
    st.vega_lite_chart(chart, key=f"left-{name}", alt=candidates_finding(table))
    return ChartFigure(name, chart, table)
