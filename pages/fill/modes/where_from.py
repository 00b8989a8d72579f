"""Where an answer comes from: the words that matter, by five explanations, and the layer it appears in (logit lens)."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

import cache.fill
from components.charts.files import ChartFigure
from components.fill.charts.evidence import layer_bars, occlusion_bars
from components.fill.model.results import Explanation, IntegratedGradients, PathBaseline
from components.fill.tables.explanations import completeness_finding, correlation_finding, correlation_table
from components.fill.tables.logit_lens import layer_table, logit_lens_finding
from components.fill.tables.occlusion import occlusion_finding, occlusion_table
from components.model.blanks.results import Occlusion, PossibleAnswer
from components.tables.phrases import quoted
from pages.fill.modes.explanations import (
    AnswerKey,
    choose_baseline,
    code_inputs,
    draw_occlusion_first,
    draw_side_by_side,
    draw_single,
    draw_test,
    explain,
)
from pages.fill.onward import link_to_patching
from pages.parts.findings import Findings, prose_expander, room_prose
from pages.parts.layout import headline, note
from pages.parts.long_work import UNCONFIRMED_LIMIT, confirm_long_run, run_in_batches
from pages.parts.markdown import escape_markdown
from pages.parts.rooms import FILL
from pages.parts.sentence.blank_choice import answer_label, choose_answer, choose_blank
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import choice, linked_choice

ALL = "All five side by side"
TOP, HIDDEN = "top", "hidden"  # the word that a link opens with
TEST_PASSES = 250  # of five orders and twenty random ones, of a sentence of ten words or more


def show(context: BlankContext) -> Findings:
    """Explain one answer."""
    blank = choose_blank(context, key="where")
    hidden_first = linked_choice("follow", [TOP, HIDDEN]) == HIDDEN
    answer = choose_answer(context, blank, key="where", hidden_first=hidden_first)
    shown = choice("Explanation", "where-explanation", [ALL, *(each.value for each in Explanation)], drawn_as="list")
    key = context.model.id, context.sentence, context.masked, blank, answer.id
    others = tuple(position for position in context.tokens.maskable if position not in context.blanks)
    figures: list[ChartFigure] = []
    code: dict[str, object] = {
        "sentence": context.sentence,
        "masked": list(context.masked),
        "blank": blank,
        "answer": answer.id,
        "others": list(others),
    }
    if not others:
        st.info("There is no other word in this sentence to mask.")
    elif shown == Explanation.OCCLUSION:
        figures = _draw_occlusion(context, key, answer, others)
    else:
        figures, integrated = _draw_explanations(context, key, answer, others, shown)
        code |= code_inputs(len(others), integrated)
    figures.append(_layers(context, blank, answer))
    return Findings(
        "where" if shown == Explanation.OCCLUSION or not others else "explanations",
        figures,
        context.computed.conditions,
        code,
        onward=partial(link_to_patching, context),
    )


def _draw_occlusion(
    context: BlankContext, key: AnswerKey, answer: PossibleAnswer, others: Sequence[int]
) -> list[ChartFigure]:
    """Draw the loss for every other word that is masked, in bits."""
    if not confirm_long_run(len(others), str(key), key="where"):
        return []
    table = occlusion_table(context.tokens, _occlusions(key, others), blanks=context.blanks)
    chart, finding = occlusion_bars(table), occlusion_finding(table, answer_label(answer))
    headline(finding)
    st.markdown("**Bits the word loses when another word is hidden too**; left of the line: bits it gains")
    st.altair_chart(chart, key="where-words", alt=finding)
    prose_expander(room_prose(FILL, "occlusion", label="How occlusion is computed"), key="where-words")
    return [ChartFigure("occlusion", chart, table)]


def _draw_explanations(
    context: BlankContext, key: AnswerKey, answer: PossibleAnswer, others: Sequence[int], shown: str
) -> tuple[list[ChartFigure], IntegratedGradients | None]:
    """Draw all explanations side by side with their test, or the scores of one of them."""
    chosen = tuple(Explanation) if shown == ALL else (Explanation(shown),)
    baseline = choose_baseline() if Explanation.INTEGRATED_GRADIENTS in chosen else PathBaseline.MASK
    occlusions: list[Occlusion] = []
    if shown == ALL:
        if not confirm_long_run(
            len(others) + TEST_PASSES,
            str(key),
            key="where",
            limit=UNCONFIRMED_LIMIT + TEST_PASSES,
            reason="most of them to test the explanations",
        ):
            return [], None
        occlusions = _occlusions(key, others)
    place, is_drawn = st.empty(), False

    def draw_first() -> None:
        nonlocal is_drawn
        if occlusions and not is_drawn:
            is_drawn = True
            with place.container():
                draw_occlusion_first(context, occlusions)

    attributions, integrated = explain(key, chosen, baseline, occlusions, draw_first)
    place.empty()
    if shown != ALL:
        return [draw_single(context, answer, each, integrated) for each in attributions], integrated
    figures = draw_side_by_side(context, answer, attributions)
    figures += draw_test(key, answer, attributions)
    note(correlation_finding(correlation_table(attributions)))
    if integrated is not None:
        note(completeness_finding(integrated))
    return figures, integrated


def _occlusions(key: AnswerKey, others: Sequence[int]) -> list[Occlusion]:
    return run_in_batches(others, lambda part: cache.fill.occlusions(*key, part))


def _layers(context: BlankContext, blank: int, answer: PossibleAnswer) -> ChartFigure:
    """Draw the answer's probability after every layer (logit lens)."""
    st.markdown("#### Logit lens: after which layer the word appears")
    table = layer_table(cache.fill.logit_lens(context.model.id, context.sentence, context.masked, blank, answer.id))
    chart, finding = layer_bars(table), logit_lens_finding(table, answer_label(answer))
    note(finding)
    st.caption(
        "The logit lens reads every layer with the vocabulary head, which was trained on the last layer only. "
        "At each bar, the probability of the word after that layer (a full bar is 100%). "
        "On the right, the first choice of that layer and its probability. "
        f"Blue: that choice is {escape_markdown(quoted(answer_label(answer)))}. Orange: it is another word."
    )
    st.altair_chart(chart, key="where-layers", alt=finding)
    prose_expander(room_prose(FILL, "logit_lens", label="How the logit lens is computed"), key="where-layers")
    return ChartFigure("layers", chart, table)
