"""Replaced tokens: a small generator fills what is hidden, and ELECTRA judges whether each token was replaced."""

import streamlit as st

import cache.engine
import cache.pretraining
from cache.shipped.family import detection_metrics
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.model.checkpoints.registry import model_record
from components.model.checkpoints.unlisted import DISCRIMINATOR, GENERATOR
from components.model.user_errors import UserError
from components.pretraining.model.presets import ODD_WORDS, REPLACED_OPENER, REPLACED_WORD
from components.pretraining.model.replaced_results import DISCRIMINATOR_WEIGHT
from components.pretraining.tables.detection import (
    detection_limit_text,
    detection_loss_text,
    detection_metrics_text,
    replaced_finding,
    replaced_table,
)
from pages.parts.findings import Findings, Provenance
from pages.parts.layout import headline, note, settings_place
from pages.parts.sentence.context import BlankContext, SentenceContext
from pages.parts.sentence.masks import mask_strip, masks_from_link
from pages.parts.settings import choice, text
from pages.pretraining.draw_number import draw_number

WITH, SUBSTITUTE = "with", "substitute"  # in the link
ODD, GUESS = "an odd word", "the generator’s guess"
NAMES, FIGURES = 110, 185  # pixels, for "> 99.99% · was “counted”"


def show(context: SentenceContext) -> Findings:
    """Replace, and have every piece judged."""
    blanked = _blank_context(context.sentence)
    if blanked.tokens.typed_masks:
        raise UserError("ELECTRA needs the original word here. Replace [MASK] with a word, then click that word.")
    if not blanked.tokens.maskable:
        raise UserError("There is no token to replace here. Type a few words.")
    replaced_with = choice("Replace with", WITH, [ODD, GUESS])
    word = text("Replacement of your own (optional)", SUBSTITUTE, "")
    if word.strip() and replaced_with == GUESS:
        with settings_place():
            st.caption("Your own word is used, not the generator’s guess. Empty the box to use the guess.")
    if not word.strip() and replaced_with == ODD:
        hidden = {blanked.tokens.items[position].text for position in blanked.masked}
        word = next(odd for odd in ODD_WORDS if odd not in hidden)
    draw = draw_number()
    result = cache.pretraining.replaced_tokens(context.sentence, blanked.masked, draw, word)
    custom = bool(word.strip())
    finding = replaced_finding(result, custom=custom)
    headline(finding)
    table = replaced_table(result, custom=custom)
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
    st.markdown("**Probability that a token is fake, says the discriminator;** replaced tokens in orange")
    st.altair_chart(chart, key="replaced", alt=finding)
    st.text(detection_loss_text(result, DISCRIMINATOR_WEIGHT))
    count = len(result.input_ids)
    st.caption(f"Shapes: input_ids (1, {count}) → one logit per token (1, {count})")
    metrics = detection_metrics()
    note(detection_limit_text(metrics), detection_metrics_text(metrics))
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


def _blank_context(sentence: str) -> BlankContext:
    """The tokens, which a click hides; in the opener one is hidden by default."""
    generator = model_record(GENERATOR)
    tokens = SentenceContext(generator, sentence).tokens
    opened = sentence == REPLACED_OPENER
    default = tuple(p for p, token in enumerate(tokens.items) if opened and token.text == REPLACED_WORD)
    masked = masks_from_link(tokens, default)
    mask_strip(tokens, masked, key="strip", link_when_empty=bool(default), mask_label="replace")
    return BlankContext(generator, tokens, masked)
