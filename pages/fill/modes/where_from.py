"""Where an answer comes from: the words it depends on (occlusion), and the layer it appears in (logit lens)."""

import streamlit as st

import cache.engine
import cache.fill
from components.charts.files import ChartFigure
from components.fill.charts.evidence import layer_bars, occlusion_bars
from components.fill.tables.logit_lens import layer_table, logit_lens_finding
from components.fill.tables.occlusion import occlusion_finding, occlusion_table
from components.model.blanks.results import PossibleAnswer
from pages.parts.findings import Findings, prose_expander, room_prose
from pages.parts.layout import headline, note
from pages.parts.long_work import confirm_long_run, run_in_batches
from pages.parts.rooms import FILL
from pages.parts.sentence.blank_choice import answer_label, choose_answer, choose_blank
from pages.parts.sentence.context import BlankContext


def show(context: BlankContext) -> Findings:
    """Explain one answer."""
    blank = choose_blank(context, key="where")
    answer = choose_answer(context, blank, key="where")
    by_word = _words(context, blank, answer)
    by_layer = _layers(context, blank, answer)
    others = [position for position in context.tokens.maskable if position not in context.blanks]
    inputs = {
        "sentence": context.sentence,
        "masked": list(context.masked),
        "blank": blank,
        "answer": answer.id,
        "others": others,
    }
    return Findings("where", [*by_word, by_layer], context.computed.conditions, inputs)


def _words(context: BlankContext, blank: int, answer: PossibleAnswer) -> list[ChartFigure]:
    """Draw the loss for every other word that is masked (occlusion)."""
    others = tuple(position for position in context.tokens.maskable if position not in context.blanks)
    if not others:
        st.info("There is no other word in this sentence to mask.")
        return []
    if not confirm_long_run(
        len(others), f"{context.model.id} {context.blanks} {blank} {answer.id} {context.sentence}", key="where"
    ):
        return []
    occlusions = run_in_batches(
        others,
        lambda part: cache.fill.occlusions(context.model.id, context.sentence, context.masked, blank, answer.id, part),
    )
    table = occlusion_table(context.tokens, occlusions, blanks=context.blanks)
    chart, finding = occlusion_bars(table), occlusion_finding(table, answer_label(answer))
    headline(finding)
    st.markdown("**Bits the word loses when another word is hidden too**; left of the line: bits it gains")
    st.altair_chart(chart, key="where-words", alt=finding)
    prose_expander(room_prose(FILL, "occlusion"), key="where-words")
    return [ChartFigure("occlusion", chart, table)]


def _layers(context: BlankContext, blank: int, answer: PossibleAnswer) -> ChartFigure:
    """Draw the answer's probability after every layer (logit lens)."""
    st.markdown("#### Logit lens: after which layer the word appears")
    table = layer_table(cache.fill.logit_lens(context.model.id, context.sentence, context.masked, blank, answer.id))
    chart, finding = layer_bars(table), logit_lens_finding(table, answer_label(answer))
    note(finding)
    st.caption(
        "At each bar, the probability of the word after that layer (a full bar is 100%). "
        "On the right, the first choice of that layer and its probability."
    )
    st.altair_chart(chart, key="where-layers", alt=finding)
    prose_expander(room_prose(FILL, "logit_lens"), key="where-layers")
    return ChartFigure("layers", chart, table)
