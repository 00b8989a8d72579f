"""Next sentence: BERT's other objective, on a pair of a visitor's own and over four kinds of pair never trained on."""

import streamlit as st

import cache.engine
import cache.input
from cache.shipped.family import pair_kinds
from components.charts.files import Figure
from components.charts.intervals import interval_bars
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.registry import record
from components.pretraining.tables.findings import kinds_finding, own_pair_finding
from components.pretraining.tables.tables import kinds_table
from pages.parts.context import SentenceContext
from pages.parts.findings import Computed, Findings, about
from pages.parts.rooms import PRETRAINING
from pages.parts.sentence.box import second_sentence
from pages.parts.sentence.tiles import word_tiles
from pages.parts.snippets import snippet
from pages.parts.stage import headline, note
from pages.pretraining.guess import fooled_guessed


def show(at: SentenceContext) -> Findings | None:
    """Draw what the head calls next, and ask it about the visitor's pair."""
    word_tiles(at.tokens)
    second = second_sentence(at.sentence)
    # Only two bundled models were trained on it; another is asked about the visitor's pair alone.
    model = at.model if at.model.id in pair_kinds() else record(REFERENCE)
    kinds = pair_kinds()[model.id]
    if not fooled_guessed(model.id, kinds):
        return None
    said = kinds_finding(kinds)
    headline(said)
    table = kinds_table(kinds)
    chart = interval_bars(table, name_width=130, figure_width=80)
    st.caption("The share of held-out pairs of sentences of which the model says that the second follows the first:")
    st.altair_chart(chart, key="kinds", alt=said)
    if model is not at.model:
        note(f"{model.name} answers: {at.model.name} was not measured on these pairs.")
    if second.strip() and (found := cache.input.pair_readings(model.id, at.sentence, second)):
        forward, _, _, backward = found.readings
        st.text(own_pair_finding(forward.probability, backward.probability))
    return Findings(
        "kinds",
        [Figure("kinds-of-pairs", chart, table)],
        cache.engine.conditions(model.id),
        snippet(PRETRAINING, "next_sentence", model, first=at.sentence, second=second),
        about=about(PRETRAINING, "next_sentence"),
        computed=(Computed(model, cache.engine.conditions(model.id)),),
    )
