"""While it learns: one blank through the checkpoints of pocket BERT's own training, and what else emerges."""

from collections.abc import Sequence

import streamlit as st

import cache.pretraining
from cache.shipped.learning import checkpoint_ids, milestones
from components.charts.files import ChartFigure
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.registry import model_record
from components.pretraining.charts.curves import loss_curve, milestone_curves
from components.pretraining.checkpoints import checkpoints
from components.pretraining.model.results import CheckpointMeasures, LearningCurve
from components.pretraining.tables.findings import learning_finding, milestones_finding
from components.pretraining.tables.learning import displayed_curve, learning_table, loss_table, milestone_table
from components.tables.numbers import fixed
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, in_drawer, note, try_this
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.presenting import asks_for_guess
from pages.parts.rooms import PRETRAINING
from pages.parts.sentence.blank_choice import choose_blank
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import linked_number, write_number

CHECKPOINT = "checkpoint"  # in the link
COUNT = 5


def show(context: SentenceContext) -> Findings | None:
    """Ask every checkpoint, and show what the chosen one says."""
    blanked = SentenceContext(model_record(REFERENCE), context.sentence).blank_context(needs_blank=True)
    blank = choose_blank(blanked, key="learns")
    last = len(checkpoint_ids()) - 1
    chosen = linked_number(CHECKPOINT, low=0, high=last, default=last)
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
    figures = draw(learning_curve, milestones.read(), chosen=chosen)
    try_this("Play the training, and watch which words come first.")
    in_drawer("How was BERT itself trained?", room_prose(PRETRAINING, "bert").draw)
    inputs = {"sentence": blanked.sentence, "masked": list(blanked.masked), "blank": blank}
    return Findings("learns", figures, learning_curve.conditions, inputs)


def draw(learning_curve: LearningCurve, measured: Sequence[CheckpointMeasures], *, chosen: int) -> list[ChartFigure]:
    """The answer from checkpoint to checkpoint with the chosen one's words, and what needs no sentence."""
    headline(learning_finding(learning_curve, chosen, model=model_record(REFERENCE).name))
    last = len(learning_curve.steps) - 1
    checkpoints(
        displayed_curve(learning_curve, count=COUNT),
        count=last + 1,
        chosen=chosen,
        key="learns-curve",
        on_choose=lambda checkpoint: write_number(CHECKPOINT, checkpoint, default=last),
    )
    abilities, losses = milestone_table(measured), loss_table(measured)
    finding = milestones_finding(measured)
    note(finding)
    drawn, costs = milestone_curves(abilities), loss_curve(losses, chosen=chosen + 1)
    in_drawer(
        "Average loss on held-out blanks",
        lambda: st.altair_chart(
            costs,
            key="learns-loss",
            alt=f"From {fixed(losses['loss'].iloc[0], 2)} to {fixed(losses['loss'].iloc[-1], 2)} nats.",
        ),
    )
    in_drawer(
        "Two abilities: attention to the previous token, and telling senses apart",
        lambda: st.altair_chart(drawn, key="learns-abilities", alt=finding),
    )
    return [
        ChartFigure("answer", None, learning_table(learning_curve)),
        ChartFigure("abilities", drawn, abilities),
        ChartFigure("loss", costs, losses),
    ]
