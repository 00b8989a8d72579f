"""MLM and NSP side by side: one pair, two targets, two losses, and what each of them teaches."""

import streamlit as st

import cache.pretraining
from components.charts.candidates import candidate_bars
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.registry import model_record
from components.model.user_errors import NothingMasked, UserError
from components.pretraining.model.joint_results import JointLosses
from components.pretraining.tables.objectives import (
    next_sentence_rows,
    objectives_finding,
    objectives_table,
)
from components.tables.numbers import fixed
from components.tables.predictions import candidate_table, candidates_finding
from pages.parts.findings import Findings, Provenance
from pages.parts.layout import headline, note
from pages.parts.sentence.box import second_sentence
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.masks import mask_strip, masks_from_link
from pages.parts.settings import choice

FOLLOWS, ELSEWHERE = "it follows", "it does not"
NAMES, FIGURES = 140, 150  # pixels


def show(context: SentenceContext) -> Findings:
    """Draw both predictions for one masked pair, and the two objectives line by line.

    Raises:
        NothingMasked: No token is masked.
        UserError: There is no second sentence.
    """
    tokens = context.tokens
    default = tokens.maskable[-1:]
    masked = masks_from_link(tokens, default)
    mask_strip(tokens, masked, key="strip", link_when_empty=True)
    second = second_sentence(context.sentence)
    follows = choice("In the text, the second sentence", "truth", [FOLLOWS, ELSEWHERE]) == FOLLOWS
    if not masked:
        raise NothingMasked
    if not second.strip():
        raise UserError("Type a second sentence.")
    losses, model = _losses(context, second, masked)
    finding = objectives_finding(losses, follows=follows)
    headline(finding)
    target = losses.targets[0]
    words = candidate_table(target.prediction, count=len(target.prediction.candidates))
    answers = next_sentence_rows(losses, follows=follows)
    left, right = st.columns(2)
    with left:
        st.markdown(f"**MLM: the hidden token**, loss {fixed(target.nats, 2)} nats")
        chart = candidate_bars(words)
        st.vega_lite_chart(chart, key="mlm-words", alt=candidates_finding(words))
    with right:
        nats = losses.next_sentence_loss(follows=follows)
        st.markdown(f"**NSP: does the second sentence follow?** Loss {fixed(nats, 2)} nats")
        bars = labelled_bars(
            answers,
            value="probability",
            name="name",
            figure="figure",
            other="datum.correct",
            title="Probability",
            name_width=NAMES,
            figure_width=FIGURES,
            scale_max=1.0,
        )
        st.altair_chart(bars, key="nsp-answers", alt=finding)
    table = objectives_table(losses, follows=follows)
    titles = {"line": " ", "mlm": "Masked words (MLM)", "nsp": "Next sentence (NSP)"}
    st.table(table.rename(columns=titles).set_index(" "))
    if len(losses.targets) > 1:
        note(
            f"The bars and the loss above them are those of the first of {len(losses.targets)} hidden tokens; "
            "the loss in the table is the mean of all."
        )
    return Findings(
        "objectives",
        [
            ChartFigure("masked-words", chart, words),
            ChartFigure("next-sentence", bars, answers),
            ChartFigure("objectives", None, table),
        ],
        losses.conditions,
        {
            "first": context.sentence,
            "second": second,
            "masked": list(masked),
            "label": 0 if follows else 1,
        },
        computed=(Provenance(model, losses.conditions),),
    )


def _losses(context: SentenceContext, second: str, masked: tuple[int, ...]) -> tuple[JointLosses, ModelRecord]:
    """Both losses, and the model: the reference where the chosen one has no next-sentence head."""
    losses = cache.pretraining.joint_losses(context.model.id, context.sentence, second, masked)
    if losses is not None:
        return losses, context.model
    reference = model_record(REFERENCE)
    note(f"{context.model.name} has no next-sentence head, so {reference.name} answers.")
    allowed = SentenceContext(reference, context.sentence).tokens.maskable
    fitting = tuple(position for position in masked if position in allowed) or allowed[-1:]
    losses = cache.pretraining.joint_losses(reference.id, context.sentence, second, fitting)
    assert losses is not None  # the reference is bundled with its head
    return losses, reference
