"""Next sentence (NSP): does the second sentence follow? A model's yes or no for a pair and for a random one."""

import streamlit as st

import cache.engine
import cache.pretraining
import cache.shared.input_vectors
from cache.shipped.objectives import pair_kinds
from components.charts.files import ChartFigure
from components.charts.intervals import interval_bars
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import model_record
from components.model.input_vectors.results import EmbeddingPart
from components.model.user_errors import UserError
from components.pretraining.model.presets import RANDOM_SENTENCE
from components.pretraining.model.results import NextSentencePredictions
from components.pretraining.pair_cards import pair_cards
from components.pretraining.tables.next_sentence import (
    displayed_pairs,
    kinds_finding,
    kinds_table,
    next_sentence_finding,
    next_sentence_table,
    pair_finding,
    pairs_table,
)
from components.widgets.input_strips import input_strips
from pages.parts.findings import Findings, Provenance
from pages.parts.layout import draw_settings_in, headline, in_drawer, note, try_this
from pages.parts.sentence.box import second_sentence
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.tiles import word_tiles


def show(context: SentenceContext) -> Findings:
    """Draw a pair and a random one, each with the head's answer, and the shares of 1,000 such pairs.

    Raises:
        UserError: There is no second sentence.
    """
    word_tiles(context.tokens)
    with draw_settings_in(st.container(key="pair-second", width=480)):
        second = second_sentence(context.sentence)
    if not second.strip():
        raise UserError("Type a second sentence.")
    model = _model_with_head(context, second)
    given, random = (_predictions(model, context.sentence, each) for each in (second, RANDOM_SENTENCE))
    probabilities = given.readings[0].probability, random.readings[0].probability
    measured = model if model.id in pair_kinds() else model_record(REFERENCE)
    kinds = pair_kinds()[measured.id]
    pairs = displayed_pairs(
        (context.sentence, second, probabilities[0]), (context.sentence, RANDOM_SENTENCE, probabilities[1]), kinds
    )
    headline(pair_finding(*probabilities))
    note(kinds_finding(kinds), next_sentence_finding(given))
    pair_cards(pairs, key="pair-cards")
    try_this("Type a second sentence about something else.")
    measured_revision = cache.engine.conditions(measured.id).revision
    table = kinds_table(kinds).assign(model_id=measured.id, revision=measured_revision)  # the pair's may be another
    chart = interval_bars(table, figure_width=80)
    in_drawer(
        f"1,000 held-out pairs of each kind: share that {measured.name} calls “next”",
        lambda: st.altair_chart(chart, key="kinds", alt=kinds_finding(kinds)),
    )
    in_drawer("The pair as the model reads it", lambda: _draw_rows(context, second))
    return Findings(
        "next_sentence",
        [
            ChartFigure("pairs", None, pairs_table(pairs)),
            ChartFigure("next-sentence", None, next_sentence_table(given)),
            ChartFigure("kinds-of-pairs", chart, table),
        ],
        cache.engine.conditions(model.id),
        {"first": context.sentence, "second": second, "random": RANDOM_SENTENCE},
        computed=tuple(Provenance(each, cache.engine.conditions(each.id)) for each in dict.fromkeys((model, measured))),
    )


def _model_with_head(context: SentenceContext, second: str) -> ModelRecord:
    """The chosen model; the reference where it has no next-sentence head."""
    if cache.pretraining.predict_next_sentence(context.model.id, context.sentence, second) is not None:
        return context.model
    reference = model_record(REFERENCE)
    note(f"{context.model.name} has no next-sentence head, so {reference.name} answers.")
    return reference


def _predictions(model: ModelRecord, first: str, second: str) -> NextSentencePredictions:
    predictions = cache.pretraining.predict_next_sentence(model.id, first, second)
    assert predictions is not None  # the model has a head
    return predictions


def _draw_rows(context: SentenceContext, second: str) -> None:
    """The pair as the model reads it, row by row: tokens, ids, segments, positions and vectors."""
    payload = cache.shared.input_vectors.strips(context.model.id, context.sentence, second)
    with st.container(key="pair-place"):
        input_strips(payload, key="pair-rows")
    vectors = cache.shared.input_vectors.input_vectors(context.model.id, context.sentence, second)
    count, width = vectors.total.shape
    st.text(
        f"Shapes: input_ids, token_type_ids and attention_mask (1, {count}) each → hidden states (1, {count}, {width}) "
        f"→ vector of [CLS] (1, {width}) → pooler, a layer on top of it (1, {width}) → two logits (1, 2)"
    )
    if not any(strip.name == EmbeddingPart.SEGMENT for strip in vectors.parts):
        st.text(
            f"{context.model.name} has no segment embeddings: only [SEP] tells it where the second sentence begins."
        )
