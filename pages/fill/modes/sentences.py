"""A second sentence with the same blank (a minimal pair): its bars stand in grey beside those of the first."""

from difflib import get_close_matches
from textwrap import shorten
from typing import Any

import streamlit as st

import cache.fill
from components.charts.files import ChartFigure
from components.charts.pairs import BESIDE_BEFORE, paired_bars
from components.fill.model.presets import TUTORIAL_PRESETS
from components.fill.model.results import SentencePair
from components.fill.tables.sentences import sentence_finding
from components.model.presets import FILL_PRESETS
from components.tables.pairs import most_likely_words, pair_table
from pages.parts.findings import Findings
from pages.parts.layout import headline, note, try_this
from pages.parts.links.address import room_key
from pages.parts.presenting import hides_controls
from pages.parts.sentence.context import BlankContext

OTHERS = {preset.sentence: preset.other for preset in (*FILL_PRESETS, *TUTORIAL_PRESETS)}
EXAMPLES_OWN = "The second sentence is an example’s, not yours. Type yours with one word changed."
STILL_A_COPY = "Change one word of the second sentence."
CLOSENESS = 0.8  # share of letters in common from which a sentence counts as an edited example
WORD_COUNT = 6
NAME_LENGTH = 70  # letters of a sentence in the legend
TRY = "Change one word of either sentence and see which bars move apart."
_OFFERED = "other-offered"  # in the session: the second sentence that was offered last, before any change to it


def show(context: BlankContext) -> Findings:
    """Compare the two sentences."""
    pair = cache.fill.sentence_pair(context.model.id, context.sentence, context.masked, choose_second_sentence(context))
    table = pair_table(pair.words)
    finding = sentence_finding(pair, table)
    headline(f"{STILL_A_COPY} {finding}" if pair.second.sentence == context.sentence else finding)
    if not is_its_own(context.sentence, pair.second.sentence):
        note(EXAMPLES_OWN)
    try_this(TRY)
    shown = most_likely_words(table, count=WORD_COUNT)
    first, second = (shorten(each, NAME_LENGTH, placeholder=" …") for each in (context.sentence, pair.second.sentence))
    bars = paired_bars(shown, (f"1. {first}", f"2. {second}"), side="Sentence", colours=BESIDE_BEFORE)
    st.altair_chart(bars, key="pair-bars", alt=finding)
    figures = [ChartFigure("two-sentences", bars, table)]
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
    default = default_second_sentence(context.sentence)
    if hides_controls():
        linked = st.query_params.get("other", default)
        return default if context.sentence in OTHERS and linked in OTHERS.values() else linked
    current = st.session_state.get("other")
    is_examples = context.sentence in OTHERS and current in OTHERS.values()
    if current is not None and (is_examples or current == st.session_state.get(_OFFERED)):
        st.session_state["other"] = default  # it belonged to the sentence before, so it follows this one
    st.session_state[_OFFERED] = default
    # Over the figure, since a sentence needs the width of the page.
    return st.text_input("Second sentence, with one [MASK]", default, key=room_key("other"), bind="query-params")


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
