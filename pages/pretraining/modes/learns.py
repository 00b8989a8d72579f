"""While it learns: one blank through the checkpoints of pocket BERT's own training, and what else emerges."""

from collections.abc import Sequence

import streamlit as st

import cache.pretraining
from cache.shipped.learning import checkpoint_ids, milestones
from components.charts.candidates import candidate_bars
from components.charts.files import ChartFigure
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.registry import model_record
from components.pretraining.charts.curves import answer_curve, loss_curve, milestone_curves
from components.pretraining.model.results import CheckpointMeasures, LearningCurve
from components.pretraining.tables.findings import learning_finding, milestones_finding
from components.pretraining.tables.learning import learning_table, loss_table, milestone_table, token_count_text
from components.tables.numbers import fixed
from components.tables.predictions import candidate_table, candidates_finding
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import extras_place, headline, note
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import asks_for_guess
from pages.parts.rooms import PRETRAINING
from pages.parts.sentence.blank_choice import choose_blank
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import linked_expander, option

CHECKPOINT, EXPLAINED = "checkpoint", "explained"  # in the link
COUNT = 5


def show(context: SentenceContext) -> Findings | None:
    """Ask every checkpoint, and show what the chosen one says."""
    blanked = SentenceContext(model_record(REFERENCE), context.sentence).blank_context()
    blank = choose_blank(blanked, key="learns")
    names = [
        f"after {token_count_text(pieces)} tokens" if pieces else "before training"
        for _, pieces in _checkpoint_counts()
    ]
    chosen = option("Checkpoint", CHECKPOINT, names, default=len(names) - 1)
    learning_curve = cache.pretraining.learning_curve(context.sentence, blanked.masked, blank)
    question = f"learned {context.sentence} {blanked.masked} {blank}"
    if asks_for_guess() and not guess_then_reveal(
        question,
        learning_curve.steps[-1].blank,
        key="learns",
        blank="what it predicts at the end",
        sentence=blanked.masked_sentence,
        is_word=True,
    ):
        return None
    if context.model.id != REFERENCE:
        note(f"{context.model.name} has no stored checkpoints: these are those of {model_record(REFERENCE).name}.")
    figures = draw(learning_curve, milestones(), chosen=chosen)
    with extras_place():
        panel = linked_expander("How was BERT itself trained?", EXPLAINED)
    if panel is not None:
        with panel:
            room_prose(PRETRAINING, "bert").draw()
    inputs = {"sentence": blanked.sentence, "masked": list(blanked.masked), "blank": blank}
    return Findings("learns", figures, learning_curve.conditions, inputs)


def draw(learning_curve: LearningCurve, measured: Sequence[CheckpointMeasures], *, chosen: int) -> list[ChartFigure]:
    """The answer from checkpoint to checkpoint, the chosen one's bars, and what needs no sentence."""
    finding_text = learning_finding(learning_curve, chosen, model=model_record(REFERENCE).name)
    headline(finding_text)
    table = learning_table(learning_curve)
    curve = answer_curve(table, chosen=chosen + 1, answer=learning_curve.answer.text)
    bars = candidate_table(learning_curve.steps[chosen].blank, count=COUNT)
    left, right = st.columns((1.7, 1))
    with left:
        st.markdown(
            f"**Probability of “{escape_markdown(learning_curve.answer.text)}”;** above each dot, the "
            "checkpoint’s first choice"
        )
        st.altair_chart(curve, key="learns-curve", alt=finding_text)
    with right:
        st.markdown("**Predictions of the chosen checkpoint**")
        st.vega_lite_chart(candidate_bars(bars), key="learns-bars", alt=candidates_finding(bars))
    abilities, losses = milestone_table(measured), loss_table(measured)
    milestones_text = milestones_finding(measured)
    note(milestones_text)
    drawn, costs = milestone_curves(abilities), loss_curve(losses, chosen=chosen + 1)
    left, right = st.columns(2)
    with left:
        st.markdown("**Two abilities:** attention to the previous token, and telling senses apart")
        st.altair_chart(drawn, key="learns-abilities", alt=milestones_text)
    with right:
        st.markdown("**Average loss on held-out blanks**")
        st.altair_chart(
            costs,
            key="learns-loss",
            alt=f"From {fixed(losses['loss'].iloc[0], 2)} to {fixed(losses['loss'].iloc[-1], 2)} nats.",
        )
    return [
        ChartFigure("answer", curve, table),
        ChartFigure("abilities", drawn, abilities),
        ChartFigure("loss", costs, losses),
    ]


def _checkpoint_counts() -> list[tuple[int, int]]:
    return list(checkpoint_ids().values())
