"""Why not always [MASK]? Four models, trained with different splits of the chosen tokens, in the drawer."""

import streamlit as st

import cache.engine
import cache.pretraining
from cache.shipped.objectives import mixture_conditions, mixture_losses
from components.charts.files import ChartFigure
from components.model.checkpoints.catalogue import REFERENCE
from components.model.checkpoints.registry import model_record
from components.model.checkpoints.unlisted import MIXTURES, mixture_model_id
from components.pretraining.charts.curves import mixture_bars
from components.pretraining.model.results import MaskingLoss
from components.pretraining.tables.detection import copy_table, readable_copy_table
from components.pretraining.tables.findings import copy_note, mixture_finding
from components.pretraining.tables.learning import mixture_table
from pages.parts.findings import Findings, Provenance
from pages.parts.foot import conclude_part
from pages.parts.rooms import PRETRAINING
from pages.parts.sentence.context import SentenceContext
from pages.pretraining.places import same_places


def draw_shares(context: SentenceContext, loss: MaskingLoss) -> None:
    """Draw the losses of the four models, and what each of them says of the masked sentence."""
    measured = mixture_losses()
    finding, table = mixture_finding(measured), mixture_table(measured)
    chart = mixture_bars(table)
    st.text(finding)
    st.altair_chart(chart, key="shares", alt=finding)
    st.text(copy_note(measured))
    figures, inputs = [ChartFigure("shares", chart, table)], None
    tokens = SentenceContext(model_record(REFERENCE), context.sentence).tokens
    places = same_places(loss, tokens)
    if places:
        blank, *masked = places
        live = copy_table(cache.pretraining.copy_accuracies(context.sentence, tuple(masked), blank))
        st.text("The four models on this sentence: the first masked token, and the tokens they can see")
        st.table(readable_copy_table(live).set_index("[MASK] / random / unchanged"))
        figures.append(ChartFigure("shares-live", None, live))
        inputs = {"sentence": context.sentence, "masked": masked, "blank": blank}
    models = tuple(
        Provenance(model_record(model_id), cache.engine.conditions(model_id))
        for model_id in map(mixture_model_id, MIXTURES)
    )
    note = "The bars were measured in advance, by python -m training.figures shares."
    conclude_part(PRETRAINING, Findings("shares", figures, mixture_conditions(), inputs, computed=models, note=note))
