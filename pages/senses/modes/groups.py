"""Who is near whom: groups found without labels, the words that name them, and every sentence against every other."""

import streamlit as st

from cache.senses import Groups, groups
from components.charts.files import Figure
from components.senses.charts.curves import cosine_heatmap
from components.senses.tables.findings import MOST_IN_MATRIX, cluster_table, cosine_table
from pages.parts.findings import Findings, about
from pages.parts.rooms import SENSES
from pages.parts.settings import number
from pages.parts.stage import headline
from pages.senses.context import SensesContext

MOST_GROUPS = 6
BY_ITSELF = 0
HEADINGS = {"cluster": "Group", "points": "Occurrences", "words": "Words around it", "senses": "Senses in it"}


def show(at: SensesContext) -> Findings:
    """The groups of one layer."""
    layer, count = _settings(at.found.layers)
    found = groups(at.question, layer, count or None)
    table = cluster_table(found.clusters, at.senses, found.words)
    finding = _finding(layer, found, list(table["words"]))
    headline(finding)
    st.dataframe(table, hide_index=True, key="groups-table", alt=finding, column_config=HEADINGS)
    figures = [Figure("groups", None, table)]
    if len(at.found.points) <= MOST_IN_MATRIX:
        st.markdown(
            "**Every sentence against every other**: the cosine of their vectors less the mean of all, groups framed"
        )
        matrix = cosine_table(found.cosines, found.order, at.found.points, at.senses, found.clusters)
        chart = cosine_heatmap(matrix)
        with st.container(key="square"):
            st.altair_chart(chart, key="groups-matrix", alt=finding, width="content")
        figures.append(Figure("cosines", chart, matrix))
    else:
        st.caption(f"Every sentence against every other is drawn for at most {MOST_IN_MATRIX} sentences.")
    return Findings(
        "groups",
        figures,
        at.found.conditions,
        at.code("groups", layer=layer, count=len(table)),
        about=about(SENSES, "groups"),
        computed=(at.computed,),
    )


def _finding(layer: int, found: Groups, words: list[str]) -> str:
    one = "is 1 group" if len(words) == 1 else f"are {len(words)} groups"
    said = f"In layer {layer} there {one}: {'; '.join(words)}."
    if found.agreement is None:
        return said
    return f"{said} Agreement with the labels: {found.agreement:.2f} (adjusted Rand index; 1 is the same, 0 is chance)."


def _settings(layers: int) -> tuple[int, int]:
    """The layer, and how many groups; 0 is as many as suit best."""
    layer = number("Layer", "layer", low=0, high=layers, usual=layers)
    count = number("Groups (0: as many as suit best)", "groups", low=BY_ITSELF, high=MOST_GROUPS, usual=BY_ITSELF)
    return layer, count
