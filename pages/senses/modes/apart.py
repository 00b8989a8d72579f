"""A number for it: how well each layer tells the labelled senses apart."""

import streamlit as st

from cache.senses import measures
from components.charts.files import Figure
from components.senses.charts.curves import measure_curve
from components.senses.tables.findings import (
    ACCURACY,
    SILHOUETTE,
    layers_as_prediction,
    measure_finding,
    measure_table,
    silhouette_finding,
)
from pages.parts.findings import Findings, about
from pages.parts.lecture.presenting import guess_first
from pages.parts.lecture.reveal import revealed
from pages.parts.long_work import telling
from pages.parts.rooms import SENSES
from pages.parts.stage import headline, note
from pages.senses.context import SensesContext


def show(at: SensesContext) -> Findings | None:
    """The curves, and what they say."""
    with telling("Measuring", f"{at.question.key} {at.senses}", key="measure") as on_progress:
        found = measures(at.question, on_progress)
    question = f"{at.model.id} {at.question.key} layer"
    answer = layers_as_prediction(found)
    blank, sentence = "the layer that tells them apart best", f"The word is “{at.word}”."
    if guess_first() and not revealed(question, answer, key="layer", blank=blank, sentence=sentence):
        return None
    table, finding = measure_table(found), measure_finding(found)
    headline(finding)
    figures = []
    words = {ACCURACY: finding, SILHOUETTE: silhouette_finding(found)}
    for column, (kind, said) in zip(st.columns(2), words.items(), strict=True):
        with column:
            st.markdown(f"**{kind.capitalize()}** by layer")
            curve = measure_curve(table, kind=kind)
            st.altair_chart(curve, key=f"apart-{kind}", alt=said)
            figures.append(Figure(kind.replace(" ", "-"), curve, table[table["kind"] == kind]))
    note(words[SILHOUETTE])
    return Findings(
        "apart",
        figures,
        at.found.conditions,
        at.code("apart", labelled=True),
        about=about(SENSES, "apart"),
        computed=(at.computed,),
    )
