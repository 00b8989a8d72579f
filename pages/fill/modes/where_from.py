"""Where an answer comes from: how much it loses when each other word is hidden, too (occlusion)."""

from functools import partial

import streamlit as st

import cache.fill
from components.charts.files import ChartFigure
from components.fill.charts.evidence import occlusion_bars
from components.fill.tables.occlusion import occlusion_finding, occlusion_table
from components.model.user_errors import UserError
from components.tables.phrases import quoted, word_label
from pages.fill.onward import link_to_patching
from pages.parts.findings import Findings
from pages.parts.layout import draw_chart, headline, rare_settings, try_this
from pages.parts.long_work import confirm_long_run, run_in_batches
from pages.parts.markdown import escape_markdown
from pages.parts.sentence.blank_choice import choose_answer, choose_blank
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import linked_choice

TOP, HIDDEN = "top", "hidden"  # the word that a link opens with


def show(context: BlankContext) -> Findings | None:
    """Draw what one answer loses with each other word hidden."""
    blank = choose_blank(context, key="where")
    hidden_first = linked_choice("follow", [TOP, HIDDEN]) == HIDDEN
    with rare_settings():
        answer = choose_answer(context, blank, key="where", hidden_first=hidden_first)
    key = context.model.id, context.sentence, context.masked, blank, answer.id
    others = tuple(position for position in context.tokens.maskable if position not in context.blanks)
    if not others:
        raise UserError("There is no other word to hide. Type some words around the blank.")
    if not confirm_long_run(len(others), str(key), key="where"):
        return None
    occlusions = run_in_batches(others, lambda part: cache.fill.occlusions(*key, part))
    table = occlusion_table(context.tokens, occlusions, blanks=context.blanks)
    chart, finding = occlusion_bars(table), occlusion_finding(table, word_label(answer))
    headline(finding)
    try_this("Replace the word with the shortest bar.")
    word = escape_markdown(quoted(word_label(answer)))
    st.markdown(f"**How likely {word} is while this word is hidden, too**")
    draw_chart(chart, key="where-words", alt=finding)
    code: dict[str, object] = {
        "sentence": context.sentence,
        "masked": list(context.masked),
        "blank": blank,
        "answer": answer.id,
        "others": list(others),
    }
    return Findings(
        "where",
        [ChartFigure("occlusion", chart, table)],
        context.computed.conditions,
        code,
        onward=partial(link_to_patching, context),
    )
