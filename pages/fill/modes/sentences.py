"""Two sentences with the same blank (a minimal pair), and four of them."""

from difflib import get_close_matches
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
THIRD, FOURTH = "He kept his money in the [MASK].", "He kept his boat in the [MASK]."
EXAMPLES_OWN = (
    "The second sentence comes from an example, not from your sentence. "
    "Use “Copy the first sentence” and change one word of the copy."
)
STILL_A_COPY = "Change one word of the second sentence: it is still a copy of yours."
CLOSENESS = 0.8  # share of letters in common from which a sentence counts as an edited example
_OFFERED = "other-offered"  # in the session: the second sentence that was offered last, before any change to it
MOVER_COUNT = 12
DEFAULT_WORDS = 5


def show(context: BlankContext) -> Findings:
    """Compare the two sentences."""
    pair = cache.fill.sentence_pair(context.model.id, context.sentence, context.masked, choose_second_sentence(context))
    table = pair_table(pair.words)
    finding = sentence_finding(pair, table)
    if not is_its_own(context.sentence, pair.second.sentence):
        note(EXAMPLES_OWN)  # before the finding, whose further sentences would take the room beside the figure
    headline(f"{STILL_A_COPY} {finding}" if pair.second.sentence == context.sentence else finding)
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
    """Choose the sentence to compare with; the link holds it. A foreign one is named above the figure."""
    default = default_second_sentence(context.sentence)
    if hides_controls():
        linked = st.query_params.get("other", default)
        second = default if context.sentence in OTHERS and linked in OTHERS.values() else linked
    else:
        current = st.session_state.get("other")
        is_examples = context.sentence in OTHERS and current in OTHERS.values()
        if current is not None and (is_examples or current == st.session_state.get(_OFFERED)):
            st.session_state["other"] = default  # it belonged to the sentence before, so it follows this one
        st.session_state[_OFFERED] = default
        with settings_place():
            second = st.text_input(
                "Second sentence, with one [MASK]", default, key=room_key("other"), bind="query-params"
            )
            st.button("Copy the first sentence", key="other-copy", on_click=copy_first, args=(context.sentence,))
    is_own = is_its_own(context.sentence, second)
    if hides_controls() or not is_own:
        st.text(f"Compared with: {second}{'' if is_own else ' (from an example)'}")
    return second


def default_second_sentence(sentence: str) -> str:
    """The other sentence of an example, also of one that was edited; for any other sentence, a copy to change."""
    closest = get_close_matches(sentence, OTHERS, n=1, cutoff=CLOSENESS)
    if not closest:
        return sentence
    (example,) = closest
    return example if OTHERS[example] == sentence else OTHERS[example]


def is_its_own(sentence: str, second: str) -> bool:
    """Whether the second sentence belongs to the first: an example has its own; another has none but what is typed."""
    return sentence in OTHERS or second not in OTHERS.values() or second == sentence


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
