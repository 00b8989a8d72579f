"""Replaced tokens, in the drawer: a small generator fills what is hidden, and ELECTRA judges every token."""

import streamlit as st

import cache.engine
import cache.pretraining
from cache.shipped.objectives import detection_metrics
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.model.checkpoints.registry import model_record
from components.model.checkpoints.unlisted import DISCRIMINATOR, GENERATOR
from components.pretraining.model.presets import ODD_WORDS
from components.pretraining.model.replaced_results import DISCRIMINATOR_WEIGHT
from components.pretraining.model.results import MaskingLoss
from components.pretraining.tables.detection import (
    detection_limit_text,
    detection_loss_text,
    detection_metrics_text,
    replaced_finding,
    replaced_table,
)
from pages.parts.findings import Findings, Provenance
from pages.parts.foot import conclude_part
from pages.parts.layout import draw_settings_in
from pages.parts.rooms import PRETRAINING
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import choice
from pages.pretraining.draw_number import DEFAULT_DRAW
from pages.pretraining.places import same_places

WITH = "with"  # in the link
ODD, GUESS = "an odd word", "the generator’s guess"
NAMES, FIGURES = 110, 185  # pixels, for "> 99.99% · was “counted”"


def draw_replaced(context: SentenceContext, loss: MaskingLoss) -> None:
    """Replace the masked tokens, and draw how the discriminator judges every token."""
    tokens = SentenceContext(model_record(GENERATOR), context.sentence).tokens
    if tokens.typed_masks or not tokens.maskable:
        st.text("ELECTRA needs the original word here. Replace [MASK] with a word.")
        return
    places = same_places(loss, tokens) or tokens.maskable[-1:]
    with draw_settings_in(st.container(key="replaced-settings")):
        is_odd = choice("Replace with", WITH, [ODD, GUESS]) == ODD
    hidden = {tokens.items[position].text for position in places}
    word = next(odd for odd in ODD_WORDS if odd not in hidden) if is_odd else ""
    result = cache.pretraining.replaced_tokens(context.sentence, places, DEFAULT_DRAW, word)
    finding, table = replaced_finding(result, custom=is_odd), replaced_table(result, custom=is_odd)
    chart = labelled_bars(
        table,
        value="probability",
        name="token",
        figure="figure",
        other="datum.replaced",
        title="Probability of “replaced”",
        name_width=NAMES,
        figure_width=FIGURES,
    )
    metrics = detection_metrics()
    for sentence in (finding, detection_loss_text(result, DISCRIMINATOR_WEIGHT), detection_limit_text(metrics)):
        st.text(sentence)
    st.altair_chart(chart, key="replaced", alt=finding)
    count = len(result.input_ids)
    st.text(f"{detection_metrics_text(metrics)} Shapes: input_ids (1, {count}) → one logit per token (1, {count}).")
    inputs = {
        "ids": list(result.input_ids),
        "original": list(result.tokens.ids),
        "hidden": [judgement.position for judgement in result.judgements if judgement.hidden],
    }
    models = tuple(
        Provenance(model_record(model_id), cache.engine.conditions(model_id)) for model_id in (DISCRIMINATOR, GENERATOR)
    )
    conclude_part(
        PRETRAINING,
        Findings("replaced", [ChartFigure("replaced", chart, table)], result.conditions, inputs, computed=models),
    )
