"""Past the end: texts longer than a model's limit, or than its training texts."""

import time

import streamlit as st

from cache.positions import family_extrapolations, position_losses
from cache.shipped.family import FAMILY_CONDITIONS, TRAINING_LENGTH, family_losses
from components.charts.files import ChartFigure
from components.model.checkpoints.records import Role
from components.model.user_errors import UserError
from components.positions.charts.losses import family_curves, length_curves, loss_curve
from components.positions.model.results import PositionLoss, sample_evenly
from components.positions.tables.findings import end_finding
from components.positions.tables.losses import (
    claim_verdict,
    extrapolation_claim,
    extrapolation_finding,
    extrapolation_table,
    family_table,
    loss_finding,
    loss_table,
)
from components.tables.numbers import time_left_text
from pages.parts.export import download_buttons
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, note
from pages.parts.lecture.tour_stop import sentence_determiner
from pages.parts.long_work import BATCH_SIZE, show_progress
from pages.parts.markdown import escape_markdown
from pages.parts.rooms import POSITIONS
from pages.parts.settings import choice, linked_choice
from pages.parts.snippets import snippet
from pages.positions.context import PositionsContext
from pages.positions.inputs import BOX, draw_tiles

MAX_SCORED = 96  # tokens of a visitor's text, evenly spaced
BY_LENGTH, BY_POSITION = "text length", "position"
WINDOW = 9  # tokens of the running mean
SHORT_TWINS = frozenset({"pocket-sinusoidal", "pocket-rope", "pocket-nopos"})  # trained on up to TRAINED tokens only


def show(context: PositionsContext) -> Findings:
    """Draw what happens at the limit, the family past its training length, and the losses of the visitor's text."""
    draw_tiles(context)
    headline(end_finding(context.encoding, context.model.name))
    note(context.far_positions_note)
    _draw_family(context)
    st.markdown(f"**{sentence_determiner()} sentence: loss of each token when it is masked**")
    figures, code = [], snippet(POSITIONS, "end", context.model)
    if context.model.role is Role.MASKED:
        try:
            scored = _score_tokens(context)
            figures, places = _draw_losses(context, scored), [loss.position for loss in scored]
            code = snippet(POSITIONS, "loss", context.model, sentence=context.sentence, positions=places)
        except UserError as error:
            st.warning(escape_markdown(str(error)), icon=":material/info:")
    else:
        st.text(f"{context.model.name} fills in no masked words, so it cannot be scored here. Choose a masked model.")
    example = BOX.find_example(context.sentence)
    return Findings(
        "end",
        figures,
        context.encoding.conditions,
        code,
        about=room_prose(POSITIONS, "end", scored=MAX_SCORED, trained=TRAINING_LENGTH),
        onward=BOX.examples.draw_notice if example is not None and example.long else None,
    )


def _draw_family(context: PositionsContext) -> None:
    """Draw the losses of the twins, trained on up to 128 tokens, at longer lengths."""
    losses, extrapolations = family_losses(), family_extrapolations()
    if not losses:
        st.info(f"This copy has no measurements of longer texts yet. Make them with: {FAMILY_CONDITIONS.made_by}")
        return
    table, claims = family_table(losses), extrapolation_table(extrapolations)
    findings = [extrapolation_finding(extrapolation) for extrapolation in extrapolations]
    measured = {f"pocket-{extrapolation.member}" for extrapolation in extrapolations}
    other = "" if context.model.id in measured else context.model.name
    note(extrapolation_claim(TRAINING_LENGTH), claim_verdict(extrapolations, other=other), *findings)
    curves = length_curves(claims, training_length=TRAINING_LENGTH)
    lengths = [str(length) for length in sorted(set(table["length"]), reverse=True)]
    if choice("Loss by", "loss-by", [BY_LENGTH, BY_POSITION]) == BY_LENGTH:
        length = int(linked_choice("length", lengths))
        by_place = family_curves(table, length=length, training_length=TRAINING_LENGTH)
        st.markdown(
            f"**Extra loss in texts longer than the {TRAINING_LENGTH} tokens of training** (filled: beyond chance)"
        )
        st.altair_chart(curves, key="end-lengths", alt=" ".join(findings))
    else:
        length = int(choice("Length of the texts (tokens)", "length", lengths, drawn_as="list"))
        by_place = family_curves(table, length=length, training_length=TRAINING_LENGTH)
        st.markdown(f"**Loss at each position, in texts of {length} tokens**")
        st.altair_chart(by_place, key="end-family", alt=f"Loss by position in texts of {length} tokens. {findings[0]}")
    st.caption(
        "Four small models that differ only in their positions, trained alike on 4 million tokens and measured in "
        "advance. The one with learned positions is not pocket BERT, which was trained on 64 million."
    )
    with st.expander("Export these curves", key="end-family-files"):
        figures = [
            ChartFigure("loss-by-length", curves, claims),
            ChartFigure("loss-by-position-of-twins", by_place, table),
        ]
        download_buttons(figures, FAMILY_CONDITIONS, key="end-family")


def _score_tokens(context: PositionsContext) -> list[PositionLoss]:
    """Score tokens of the text, each masked alone, with progress, time left and a button to stop.

    Raises:
        UserError: The text has no token to mask, or the model cannot read it.
    """
    positions = sample_evenly(context.tokens.maskable, MAX_SCORED)
    if not positions:
        raise UserError("There is no word to mask. Type some words around the blank.")
    if len(positions) < len(context.tokens.maskable):
        st.caption(f"{len(positions)} of {len(context.tokens.maskable)} tokens, evenly spread, are scored")
    scored: list[PositionLoss] = []
    begun = time.monotonic()
    with show_progress(
        "Masking one token at a time", f"{context.model.id} {context.sentence}", key="end"
    ) as on_progress:
        for start in range(0, len(positions), BATCH_SIZE):
            if start:
                left = (time.monotonic() - begun) / start * (len(positions) - start)
                on_progress(f"{start} of {len(positions)}" + time_left_text(left))
            scored += position_losses(context.model.id, context.sentence, positions[start : start + BATCH_SIZE])
    return scored


def _draw_losses(context: PositionsContext, scored: list[PositionLoss]) -> list[ChartFigure]:
    table = loss_table(scored, window=WINDOW)
    finding = loss_finding(table, TRAINING_LENGTH)
    note(finding)
    chart = loss_curve(table, training_length=TRAINING_LENGTH if context.model.id in SHORT_TWINS else None)
    st.altair_chart(chart, key="end-text", alt=finding)
    return [ChartFigure("loss-by-position", chart, table)]
