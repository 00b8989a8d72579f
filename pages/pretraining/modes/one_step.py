"""One training step: tokens are masked, predicted, and the weights corrected; what that does here and elsewhere."""

import streamlit as st

import cache.engine
import cache.pretraining
from components.charts.files import ChartFigure
from components.model.user_errors import UserError
from components.pretraining.charts.curves import coverage_curves, training_curves
from components.pretraining.masked_tokens import masked_tokens
from components.pretraining.model.masking import STATIC_COPIES, expected_coverage
from components.pretraining.model.presets import STEP_BLANK, STEP_OPENER, STEP_OTHER
from components.pretraining.model.results import MaskingLoss, SentenceTraining, TokenCorruption
from components.pretraining.tables.findings import (
    coverage_finding,
    first_step_note,
    masking_finding,
    training_finding,
)
from components.pretraining.tables.masking import coverage_table, displayed_tokens, mean_loss_text, token_loss_table
from components.pretraining.tables.one_step import training_table
from pages.parts.findings import Findings
from pages.parts.layout import draw_chart, headline, in_drawer, note, rare_settings, try_this
from pages.parts.long_work import run_with_progress
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import suggested_text
from pages.pretraining.masking import masked_sentence
from pages.pretraining.replaced import draw_replaced
from pages.pretraining.shares import draw_shares

ONE_STEP = "One training step"  # the name of this view
MARKS = (0, 1, 2, 3, 5)  # steps
EPOCHS = 40


def show(context: SentenceContext) -> Findings | None:
    """Draw the masked sentence with its loss, and what training on it changes.

    Raises:
        UserError: There is nothing to predict.
    """
    tokens = context.tokens
    if not tokens.maskable and not tokens.typed_masks:
        raise UserError("There is no token to choose here. Type a few words.")
    loss = masked_sentence(context)
    if loss is None:
        raise UserError("Enter the correct word for the blank.")
    with rare_settings():
        suggestion = STEP_OTHER if context.sentence in (STEP_OPENER, STEP_BLANK) else ""
        other = suggested_text("Another sentence with [MASK] (not trained on)", "other", suggestion, repeats=False)
    targets = loss.sample.targets
    if len(targets) != 1 or targets[0].corruption is not TokenCorruption.MASK:  # else the tiles say all of it
        with st.container(key="throw-place"):
            masked_tokens(displayed_tokens(loss), key="throw-of-dice")
    figures = [ChartFigure("loss", None, token_loss_table(loss))]
    if loss.token_losses:
        training = _train(context, loss, other)
        headline(training_finding(training))
        table = training_table(training)
        chart = training_curves(table)
        draw_chart(chart, key="taught", alt=training_finding(training))
        figures.append(ChartFigure("training", chart, table))
        mean = mean_loss_text(loss) if len(loss.token_losses) > 1 else ""
        note(masking_finding(loss), mean, first_step_note(training))
    else:
        headline(masking_finding(loss))
    _draw_in_drawer(context, loss)
    try_this("Click another word above to hide it, too.")
    ids, labels = loss.sample.input_ids(tokens.ids), loss.sample.labels(len(tokens))
    inputs = {"ids": list(ids), "labels": list(labels), "other": other, "evaluation_steps": list(MARKS)}
    return Findings("one_step", figures, loss.conditions, inputs)


def _train(context: SentenceContext, loss: MaskingLoss, other: str) -> SentenceTraining:
    """Take the steps, with progress."""
    question = (context.model.id, context.sentence, loss.sample, other, MARKS)
    return run_with_progress("Training", cache.pretraining.train_on_sample, *question, unit="step", key="steps")


def _draw_in_drawer(context: SentenceContext, loss: MaskingLoss) -> None:
    count, size = len(loss.tokens), cache.engine.vocabulary_size(context.model.id)
    note(
        f"Shapes: input_ids (1, {count}) → logits (1, {count}, {size}); labels (1, {count}), with −100 wherever "
        "nothing is predicted."
    )
    in_drawer("Why not always [MASK]? Four models, by what they were trained on", lambda: draw_shares(context, loss))
    in_drawer("Tokens predicted at least once, by epoch", _draw_coverage)
    in_drawer("Another objective: which token was replaced? (ELECTRA)", lambda: draw_replaced(context, loss))


def _draw_coverage() -> None:
    dynamic, static = (
        [expected_coverage(epoch, copies=copies) for epoch in range(1, EPOCHS + 1)] for copies in (None, STATIC_COPIES)
    )
    finding = coverage_finding(dynamic[-1], static[-1], EPOCHS)
    st.text(finding)
    st.altair_chart(coverage_curves(coverage_table(dynamic, static)), key="coverage", alt=finding)
