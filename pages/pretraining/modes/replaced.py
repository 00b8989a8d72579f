"""Replaced tokens: a small generator fills what is hidden, and ELECTRA judges whether each token was replaced."""

import streamlit as st

import cache.engine
import cache.pretraining
from cache.shipped.family import detection_metrics
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.model.checkpoints.electra import DISCRIMINATOR, GENERATOR
from components.model.checkpoints.registry import model_record
from components.model.user_errors import UserError
from components.pretraining.model.presets import REPLACED_DRAW, REPLACED_OPENER
from components.pretraining.model.replaced_results import DISCRIMINATOR_WEIGHT
from components.pretraining.tables.detection import (
    detection_loss_text,
    detection_metrics_text,
    replaced_finding,
    replaced_table,
)
from pages.parts.findings import Findings, Provenance
from pages.parts.layout import headline, note
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import text
from pages.pretraining.draw_number import DEFAULT_DRAW, draw_number

NAMES, FIGURES = 110, 175  # pixels, for "100.0% · was “counted”"


def show(context: SentenceContext) -> Findings:
    """Replace, and have every piece judged."""
    blanked = SentenceContext(model_record(GENERATOR), context.sentence).blank_context()
    if blanked.tokens.typed_masks:
        raise UserError("ELECTRA needs the original word here. Replace [MASK] with a word, then click that word.")
    if not blanked.tokens.maskable:
        raise UserError("There is no token to replace here. Type a few words.")
    word = text("Replacement of your own (optional)", "word", "")
    draw = draw_number(default=REPLACED_DRAW if context.sentence == REPLACED_OPENER else DEFAULT_DRAW)
    result = cache.pretraining.replaced_tokens(context.sentence, blanked.masked, draw, word)
    finding = replaced_finding(result)
    headline(finding)
    table = replaced_table(result)
    chart = labelled_bars(
        table,
        value="probability",
        name="piece",
        figure="figure",
        other="datum.replaced",
        title="Probability of “replaced”",
        name_width=NAMES,
        figure_width=FIGURES,
    )
    st.markdown("**Probability that a token is fake, says the discriminator;** replaced tokens in orange")
    st.altair_chart(chart, key="replaced", alt=finding)
    st.text(detection_loss_text(result, DISCRIMINATOR_WEIGHT))
    count = len(result.input_ids)
    st.caption(f"Shapes: input_ids (1, {count}) → one logit per token (1, {count})")
    note(detection_metrics_text(detection_metrics()))
    inputs = {
        "ids": list(result.input_ids),
        "original": list(result.tokens.ids),
        "hidden": [model_id.position for model_id in result.judgements if model_id.hidden],
    }
    return Findings(
        "replaced",
        [ChartFigure("replaced", chart, table)],
        result.conditions,
        inputs,
        computed=tuple(
            Provenance(model_record(model_id), cache.engine.conditions(model_id))
            for model_id in (DISCRIMINATOR, GENERATOR)
        ),
    )
