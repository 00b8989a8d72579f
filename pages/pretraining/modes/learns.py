"""While it learns: one blank through the checkpoints of pocket BERT's own training, and what else emerges."""

from collections.abc import Sequence

import streamlit as st

import cache.pretraining
from cache.engine import conditions
from cache.shipped.learning import checkpoint_ids, milestones
from components.charts.candidates import candidate_bars
from components.charts.files import ChartFigure
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.registry import model_record
from components.pretraining.charts.curves import answer_curve, loss_curve, milestone_curves
from components.pretraining.model.results import CheckpointMeasures, LearningCurve
from components.pretraining.tables.findings import learning_finding, milestones_finding
from components.pretraining.tables.tables import learning_table, loss_table, milestone_table, token_count_text
from components.tables.predictions import candidate_table, candidates_finding
from pages.parts.findings import Findings, Provenance, room_prose
from pages.parts.layout import headline, note
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import asks_for_guess
from pages.parts.rooms import PRETRAINING
from pages.parts.sentence.blank_choice import choose_blank
from pages.parts.sentence.context import SentenceContext
from pages.parts.settings import option
from pages.parts.snippets import snippet

CHECKPOINT = "checkpoint"
COUNT = 5


def show(at: SentenceContext) -> Findings | None:
    """Ask every checkpoint, and show what the chosen one says."""
    asked = SentenceContext(model_record(REFERENCE), at.sentence).blank_context()
    blank = choose_blank(asked, key="learns")
    names = [f"after {token_count_text(pieces)} tokens" if pieces else "before training" for _, pieces in _seen()]
    chosen = option("Checkpoint", CHECKPOINT, names, default=len(names) - 1)
    found = cache.pretraining.learning(at.sentence, asked.masked, blank)
    question = f"learned {at.sentence} {asked.masked} {blank}"
    if asks_for_guess() and not guess_then_reveal(
        question,
        found.steps[-1].blank,
        key="learns",
        blank="what it predicts at the end",
        sentence=asked.masked_sentence,
    ):
        return None
    if at.model.id != REFERENCE:
        note(f"{at.model.name} has no stored checkpoints: these are those of {model_record(REFERENCE).name}.")
    figures = draw(found, milestones(), chosen=chosen)
    code = snippet(
        PRETRAINING, "learns", model_record(REFERENCE), sentence=asked.sentence, masked=list(asked.masked), blank=blank
    )
    return Findings(
        "learns",
        figures,
        found.conditions,
        code,
        about=room_prose(PRETRAINING, "learns"),
        computed=(Provenance(model_record(REFERENCE), conditions(REFERENCE)),),
    )


def draw(found: LearningCurve, measured: Sequence[CheckpointMeasures], *, chosen: int) -> list[ChartFigure]:
    """The answer from checkpoint to checkpoint, the chosen one's bars, and what needs no sentence."""
    told = learning_finding(found, chosen)
    headline(told)
    table = learning_table(found)
    curve = answer_curve(table, chosen=chosen + 1, answer=found.answer.text)
    bars = candidate_table(found.steps[chosen].blank, count=COUNT)
    left, right = st.columns((1.7, 1))
    with left:
        st.markdown(
            f"**Probability of “{escape_markdown(found.answer.text)}”;** above each dot, the checkpoint’s first choice"
        )
        st.altair_chart(curve, key="learns-curve", alt=told)
    with right:
        st.markdown("**Predictions of the chosen checkpoint**")
        st.vega_lite_chart(candidate_bars(bars), key="learns-bars", alt=candidates_finding(bars))
    abilities, losses = milestone_table(measured), loss_table(measured)
    said = milestones_finding(measured)
    note(said)
    drawn, costs = milestone_curves(abilities), loss_curve(losses, chosen=chosen + 1)
    left, right = st.columns(2)
    with left:
        st.markdown("**Two abilities:** attention to the previous token, and telling senses apart")
        st.altair_chart(drawn, key="learns-abilities", alt=said)
    with right:
        st.markdown("**Average loss on held-out blanks**")
        st.altair_chart(
            costs, key="learns-loss", alt=f"From {losses['loss'].iloc[0]:.2f} to {losses['loss'].iloc[-1]:.2f} nats."
        )
    return [
        ChartFigure("answer", curve, table),
        ChartFigure("abilities", drawn, abilities),
        ChartFigure("loss", costs, losses),
    ]


def _seen() -> list[tuple[int, int]]:
    return list(checkpoint_ids().values())
