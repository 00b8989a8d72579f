"""Why not always [MASK]? Four models, trained with different splits of the chosen tokens."""

import streamlit as st

import cache.engine
import cache.pretraining
from cache.shipped.family import mixture_conditions, mixture_losses
from components.charts.files import ChartFigure
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.registry import model_record
from components.model.checkpoints.unlisted import MIXTURES, mixture_model_id
from components.pretraining.charts.curves import mixture_bars
from components.pretraining.tables.detection import copy_table, readable_copy_table
from components.pretraining.tables.findings import copy_note, mixture_finding
from components.pretraining.tables.learning import mixture_table
from pages.parts.findings import Findings, Provenance
from pages.parts.layout import headline, note
from pages.parts.sentence.blank_choice import choose_blank
from pages.parts.sentence.context import SentenceContext


def show(context: SentenceContext) -> Findings:
    """Draw the losses of the four models, and ask each of them now."""
    blanked = SentenceContext(model_record(REFERENCE), context.sentence).blank_context()
    measured = mixture_losses()
    finding = mixture_finding(measured)
    headline(finding)
    table = mixture_table(measured)
    chart = mixture_bars(table)
    st.markdown("**Loss of four models, by how they were trained:** share of [MASK] / random token / unchanged")
    st.altair_chart(chart, key="shares", alt=finding)
    figures = [ChartFigure("shares", chart, table)]
    inputs: dict[str, object] | None = None
    if blanked.blanks:
        blank = choose_blank(blanked, key="shares")
        live = copy_table(cache.pretraining.copy_accuracies(context.sentence, blanked.masked, blank))
        st.markdown("**The four models on this sentence:** the blank, and the tokens they can see")
        st.dataframe(readable_copy_table(live), hide_index=True, key="shares-live")
        figures.append(ChartFigure("shares-live", None, live))
        inputs = {"sentence": context.sentence, "masked": list(blanked.masked), "blank": blank}
    else:
        st.info("Click a word above to hide it and try all four models on this sentence.", icon=":material/touch_app:")
    note(copy_note(measured))
    return Findings(
        "shares",
        figures,
        mixture_conditions(),
        inputs,
        computed=tuple(
            Provenance(model_record(model_id), cache.engine.conditions(model_id))
            for model_id in map(mixture_model_id, MIXTURES)
        ),
        note="The bars were measured in advance, by python -m training.figures shares.",
    )
