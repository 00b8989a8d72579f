"""Next sentence (NSP): what the head says of a pair, MLM and NSP side by side, and sentence order (SOP)."""

from collections.abc import Sequence

import streamlit as st

import cache.engine
import cache.input
from cache.shipped.family import pair_kinds
from components.charts.files import ChartFigure
from components.charts.intervals import interval_bars
from components.charts.labelled import labelled_bars
from components.input.model.results import EmbeddingPart, NextSentencePredictions
from components.input.strips import input_strips
from components.input.tables.answers import next_sentence_table
from components.input.tables.findings import next_sentence_finding
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import model_record
from components.model.results import Candidate, MaskPrediction
from components.pretraining.model.results import PairKind
from components.pretraining.tables.findings import kinds_finding
from components.pretraining.tables.objectives import KINDS, kinds_table
from components.tables.phrases import list_phrase
from pages.parts.findings import Findings, Provenance
from pages.parts.layout import draw_settings_in, headline, note
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.presenting import asks_for_guess
from pages.parts.sentence.box import second_sentence
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import choice
from pages.pretraining.modes import objectives, sentence_order

NAMES, FIGURES = 160, 70  # pixels for "sentences swapped" and "97.4%"


PART = "part"  # in the link
PAIR, BOTH, ORDER = "NSP on your pair", "MLM and NSP side by side", "With and without NSP; order (SOP)"


def show(context: SentenceContext) -> Findings | None:
    """Draw the pair and four kinds of pairs, or both objectives of BERT, or what came after NSP."""
    with draw_settings_in(st.container(key="next-part")):
        part = choice("Show", PART, [PAIR, BOTH, ORDER])
    if part == BOTH:
        return objectives.show(context)
    return sentence_order.show(context) if part == ORDER else _show_pair(context)


def _show_pair(context: SentenceContext) -> Findings | None:
    """Draw the pair as it is read, what the head says of it, and the shares of held-out pairs called next."""
    word_tiles(context.tokens)
    second = second_sentence(context.sentence)
    measured = context.model if context.model.id in pair_kinds() else model_record(REFERENCE)
    kinds = pair_kinds()[measured.id]
    if not _may_show_shares(measured.id, kinds):
        return None
    finding = kinds_finding(kinds)
    headline(finding)
    figures, blanked = [], measured
    if second.strip():
        _draw_rows(context, second)
        readings, blanked = _readings(context, second)
        left, right = st.columns(2)
        with left:
            figures.append(_draw_readings(readings, blanked))
    else:
        st.info("Type a second sentence to see how a pair is read.", icon=":material/edit:")
        right = st.container()
    measured_revision = cache.engine.conditions(measured.id).revision
    table = kinds_table(kinds).assign(model_id=measured.id, revision=measured_revision)  # the pair's may be another
    chart = interval_bars(table, figure_width=80)
    with right:
        st.markdown(f"**1,000 held-out pairs of each kind:** share that {measured.name} calls “next”")
        st.altair_chart(chart, key="kinds", alt=finding)
    figures.append(ChartFigure("kinds-of-pairs", chart, table))
    models = dict.fromkeys((blanked, measured))
    return Findings(
        "next_sentence",
        figures,
        cache.engine.conditions(blanked.id),
        {"first": context.sentence, "second": second},
        computed=tuple(Provenance(model, cache.engine.conditions(model.id)) for model in models),
    )


def _draw_rows(context: SentenceContext, second: str) -> None:
    """The pair as the model reads it, row by row: tokens, ids, segments, positions and the attention mask."""
    payload = cache.input.strips(context.model.id, context.sentence, second, vectors=False)
    with st.container(key="pair-place"):
        input_strips(payload, key="pair-rows")
    vectors = cache.input.input_vectors(context.model.id, context.sentence, second)
    count, width = vectors.total.shape
    st.caption(
        f"Shapes: input_ids, token_type_ids and attention_mask (1, {count}) each → hidden states (1, {count}, {width}) "
        f"→ vector of [CLS] (1, {width}) → pooler, a layer on top of it (1, {width}) → two logits (1, 2)"
    )
    if not any(strip.name == EmbeddingPart.SEGMENT for strip in vectors.parts):
        note(f"{context.model.name} has no segment embeddings: only [SEP] tells it where the second sentence begins.")


def _readings(context: SentenceContext, second: str) -> tuple[NextSentencePredictions, ModelRecord]:
    """What a next-sentence head says of the pair, and whose it is: the reference's where the model has none."""
    readings = cache.input.predict_next_sentence(context.model.id, context.sentence, second)
    if readings is not None:
        return readings, context.model
    reference = model_record(REFERENCE)
    note(f"{context.model.name} has no next-sentence head, so {reference.name} answers.")
    readings = cache.input.predict_next_sentence(reference.id, context.sentence, second)
    assert readings is not None  # the reference is bundled with its head
    return readings, reference


def _draw_readings(readings: NextSentencePredictions, model: ModelRecord) -> ChartFigure:
    finding = next_sentence_finding(readings)
    table = next_sentence_table(readings)
    chart = labelled_bars(
        table,
        value="probability",
        name="segments",
        figure="figure",
        title="Probability",
        name_width=NAMES,
        figure_width=FIGURES,
        scale_max=1.0,
    )
    st.markdown(f"**Your pair:** the probability that {model.name} gives to “the second sentence follows”")
    st.altair_chart(chart, key="pair-answers", alt=finding)
    note(finding)
    return ChartFigure("next-sentence", chart, table)


def _may_show_shares(model_id: str, kinds: Sequence[PairKind]) -> bool:
    """Whether the shares may be shown: no guess is asked for, or one was made, which is then judged."""
    if not asks_for_guess():
        return True
    _, *wrong = kinds  # the first kind are pairs that do follow each other
    fools = KINDS[max(wrong, key=lambda kind: kind.share.value).name]

    def judged(guess: str) -> str:
        is_right = guess.casefold() == fools
        return f"Your guess “{guess}” is right." if is_right else f"Your guess: “{guess}”. Correct answer: “{fools}”."

    answer = MaskPrediction(0, None, (Candidate(fools, 1.0, continues=False),), 0.0)
    names = [KINDS[kind.name] for kind in wrong]
    blank = f"the kind of wrong pair that fools it most ({list_phrase(names, 'or')})"
    return guess_then_reveal(f"pairs {model_id}", answer, key="pairs", blank=blank, judge=judged)
