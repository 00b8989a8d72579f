"""Two sentences with the same blank (a minimal pair), and four of them."""

from typing import Any

import streamlit as st

import cache.blanks
import cache.engine
import cache.fill
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.charts.pairs import pair_scatter
from components.fill.model.presets import TUTORIAL_PRESETS
from components.fill.tables.named_words import parse_words
from components.model.blanks.results import SentencePair
from components.model.presets import FILL_PRESETS
from components.model.user_errors import UserError
from components.tables.numbers import fixed, nats_to_bits
from components.tables.pairs import (
    double_difference_finding,
    double_difference_table,
    largest_changes,
    pair_table,
    sentence_finding,
)
from components.tables.phrases import JENSEN_SHANNON_NOTE
from pages.parts.findings import Findings
from pages.parts.layout import draw_settings_in, headline, note, settings_place
from pages.parts.links.address import room_key
from pages.parts.presenting import hides_controls
from pages.parts.sentence.context import BlankContext
from pages.parts.settings import linked_expander, text
from pages.parts.typeset import typeset

OTHERS = {preset.sentence: preset.other for preset in (*FILL_PRESETS, *TUTORIAL_PRESETS)}
FIRST_OTHER = FILL_PRESETS[0].other
THIRD, FOURTH = "He kept his money in the [MASK].", "He kept his boat in the [MASK]."
EXAMPLES_OWN = (
    "The second sentence comes from an example, not from your sentence. "
    "Use “Copy the first sentence” and change one word of the copy."
)
MOVER_COUNT = 12
DEFAULT_WORDS = 5


def show(context: BlankContext) -> Findings:
    """Compare the two sentences."""
    pair = cache.fill.sentence_pair(context.model.id, context.sentence, context.masked, choose_second_sentence(context))
    table = pair_table(pair.words)
    finding = sentence_finding(pair, table)
    if context.sentence not in OTHERS and pair.second.sentence in OTHERS.values():
        note(EXAMPLES_OWN)  # before the finding, whose further sentences would take the room beside the figure
    headline(finding)
    moved_words = largest_changes(table, count=MOVER_COUNT)
    left, right = st.columns(2)
    with left:
        st.markdown("**Words that changed most**, in percentage points from the first sentence to the second")
        moved = labelled_bars(
            moved_words, value="moved", name="word", figure="moved_text", title="Change in probability"
        )
        st.altair_chart(moved, key="pair-movers", alt=finding)
    with right:
        st.markdown("**All likely words**; on the dashed line: no change")
        names = ("in the first sentence", "in the second sentence")
        scatter = pair_scatter(table, names)
        st.altair_chart(scatter, key="pair-scatter", alt=finding)
    draw_divergences(pair)
    compare_four(
        context, pair, ", ".join(list(moved_words["word"][~moved_words["word"].str.startswith("…")])[:DEFAULT_WORDS])
    )
    figures = [ChartFigure("moved-most", moved, moved_words), ChartFigure("all-likely-words", scatter, table)]
    return Findings("pair", figures, pair.conditions, _masked_inputs(context, pair))


def _masked_inputs(context: BlankContext, pair: SentencePair) -> dict[str, Any]:
    """Token ids and blanks of both sentences, for copied code."""
    (second_blank,) = pair.second.typed_masks
    mask = pair.second.items[second_blank].id  # of this model: the second sentence types its blank
    first = [mask if position in context.blanks else token_id for position, token_id in enumerate(context.tokens.ids)]
    second = list(pair.second.ids)
    return {"first": first, "first_blank": context.blanks[0], "second": second, "second_blank": second_blank}


def choose_second_sentence(context: BlankContext) -> str:
    """Choose the sentence to compare with; the link holds it."""
    preset = OTHERS.get(context.sentence)
    if hides_controls():
        linked = st.query_params.get("other", FIRST_OTHER)
        second = preset if preset and linked in OTHERS.values() else linked
        st.text(f"Compared with: {second}")
        return second
    if preset and st.session_state.get("other") in OTHERS.values():
        st.session_state["other"] = preset  # it belonged to a preset, so it follows the next one
    with settings_place():
        typed = st.text_input(
            "Second sentence, with one [MASK]", preset or FIRST_OTHER, key=room_key("other"), bind="query-params"
        )
        st.button("Copy the first sentence", key="other-copy", on_click=copy_first, args=(context.sentence,))
    return typed or ""


def compare_four(context: BlankContext, pair: SentencePair, default: str) -> None:
    """Draw the folded panel for four sentences."""
    panel = linked_expander("Four sentences (difference of differences)", "four")
    if panel is not None:
        with draw_settings_in(panel):
            four_sentences(context, pair, default)


def copy_first(sentence: str) -> None:
    """Set the second sentence to a copy of the first, or to the other sentence of a preset."""
    st.session_state["other"] = OTHERS.get(sentence, sentence)


def draw_divergences(pair: SentencePair) -> None:
    """Draw the divergences of the two predictions."""
    columns = st.columns(3)
    columns[0].metric("Jensen–Shannon divergence", f"{fixed(nats_to_bits(pair.jsd), 3)} bits")
    columns[1].metric("KL(first ‖ second)", f"{fixed(nats_to_bits(pair.kl_first), 2)} bits")
    columns[2].metric("KL(second ‖ first)", f"{fixed(nats_to_bits(pair.kl_second), 2)} bits")
    st.caption(f"{JENSEN_SHANNON_NOTE} The two KL divergences have no upper limit.")


def four_sentences(context: BlankContext, pair: SentencePair, default: str) -> None:
    """Draw whether the same change has the same effect in another pair of sentences."""
    third = text("The third sentence", "third", THIRD)
    fourth = text("The fourth sentence", "fourth", FOURTH)
    typed = text("Words, separated by commas (leave empty for those that changed most)", "four-words", "")
    words = parse_words(typed) or parse_words(default)
    readings = [cache.blanks.named_words(context.model.id, context.sentence, context.masked, context.blanks[0], words)]
    for sentence in (pair.second.sentence, third, fourth):
        blanks = cache.engine.tokens(context.model.id, sentence).typed_masks
        if len(blanks) != 1:
            raise UserError("Each of the four sentences needs exactly one blank. Type [MASK] once in each.")
        readings.append(cache.blanks.named_words(context.model.id, sentence, (), blanks[0], words))
    table = double_difference_table(readings)
    finding = double_difference_finding(table)
    st.text(finding)
    chart = labelled_bars(table, value="change", name="word", figure="change_text", title="Bits")
    st.altair_chart(chart, key="four-chart", alt=finding)
    typeset(
        r"\begin{aligned}&[\log_2 p(w \mid 1) - \log_2 p(w \mid 2)]\\ &- [\log_2 p(w \mid 3) - \log_2 p(w \mid 4)]"
        r"\end{aligned}"
    )
    st.caption("A value near 0 means that both changes affect this word equally.")
