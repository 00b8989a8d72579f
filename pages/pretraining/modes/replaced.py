"""Replaced tokens: a small generator fills what is hidden, and ELECTRA judges whether each token was replaced."""

import streamlit as st

import cache.engine
import cache.pretraining
from cache.shipped.family import telling
from components.charts.files import Figure
from components.charts.labelled import labelled_bars
from components.model.checkpoints.electra import DISCRIMINATOR, GENERATOR
from components.model.checkpoints.registry import record
from components.model.user_errors import UserError
from components.pretraining.model.presets import REPLACED_DRAW, REPLACED_OPENER
from components.pretraining.model.replaced_results import WEIGHT
from components.pretraining.tables.replaced import losses_text, replaced_finding, replaced_table, telling_text
from pages.parts.context import SentenceContext
from pages.parts.findings import Findings, Provenance, room_prose
from pages.parts.layout import headline, note
from pages.parts.rooms import PRETRAINING
from pages.parts.settings import text
from pages.parts.snippets import snippet
from pages.pretraining.throwing import DEFAULT, throw_number

NAMES, FIGURES = 110, 175  # pixels, for "100.0% · was “counted”"


def show(at: SentenceContext) -> Findings:
    """Replace, and have every piece judged."""
    asked = SentenceContext(record(GENERATOR), at.sentence).blank_context()
    if asked.tokens.typed_masks:
        raise UserError("ELECTRA needs the original word here. Replace [MASK] with a word, then click that word.")
    if not asked.tokens.maskable:
        raise UserError("There is no token to replace here. Type a few words.")
    word = text("Replacement of your own (optional)", "word", "")
    thrown = throw_number(default=REPLACED_DRAW if at.sentence == REPLACED_OPENER else DEFAULT)
    found = cache.pretraining.replaced(at.sentence, asked.masked, thrown, word)
    said = replaced_finding(found)
    headline(said)
    table = replaced_table(found)
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
    st.altair_chart(chart, key="replaced", alt=said)
    st.text(losses_text(found, WEIGHT))
    count = len(found.ids)
    st.caption(f"Shapes: input_ids (1, {count}) → one logit per token (1, {count})")
    note(telling_text(telling()))
    code = snippet(
        PRETRAINING,
        "replaced",
        ids=list(found.ids),
        original=list(found.tokens.ids),
        hidden=[one.position for one in found.pieces if one.hidden],
    )
    return Findings(
        "replaced",
        [Figure("replaced", chart, table)],
        found.conditions,
        code,
        about=room_prose(PRETRAINING, "replaced"),
        computed=tuple(Provenance(record(one), cache.engine.conditions(one)) for one in (DISCRIMINATOR, GENERATOR)),
    )
