"""Past the trained length: what each kind of position does there, measured in advance."""

import streamlit as st

from cache.positions import family_extrapolations
from cache.shipped.family import TRAINING_LENGTH
from components.charts.files import ChartFigure
from components.positions.charts.losses import length_curves
from components.positions.tables.losses import (
    claim_verdict,
    extrapolation_claim,
    extrapolation_finding,
    extrapolation_table,
)
from pages.parts.layout import in_drawer, note
from pages.positions.context import PositionsContext


def draw_past_end(context: PositionsContext) -> list[ChartFigure]:
    """Draw the curves of four models that differ only in their positions in the drawer, and return them."""
    extrapolations = family_extrapolations()
    if not extrapolations:
        return []
    measured = {f"pocket-{extrapolation.member}" for extrapolation in extrapolations}
    other = "" if context.model.id in measured else context.model.name
    findings = [extrapolation_finding(extrapolation) for extrapolation in extrapolations]
    note(extrapolation_claim(TRAINING_LENGTH), claim_verdict(extrapolations, other=other), *findings)
    table = extrapolation_table(extrapolations)
    curves = length_curves(table, training_length=TRAINING_LENGTH)

    def draw() -> None:
        st.altair_chart(curves, key="end-lengths", alt=" ".join(findings))
        st.text(
            "Four small models that differ only in their positions, trained alike on 4 million tokens. The one with "
            "learned positions is not pocket BERT, which was trained on 64 million."
        )

    in_drawer(f"Extra loss in texts longer than the {TRAINING_LENGTH} tokens of training (filled: beyond chance)", draw)
    return [ChartFigure("loss-by-length", curves, table)]
