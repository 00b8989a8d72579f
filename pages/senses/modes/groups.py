"""Who is near whom: groups found without labels, the words that name them, and every sentence against every other."""

import streamlit as st

import cache
from cache.senses import Groups, groups
from components.charts.files import Figure
from components.charts.senses import cosine_heatmap
from components.tables.senses import MOST_IN_MATRIX, cluster_table, cosine_table
from pages.parts.conditions import computed_by
from pages.parts.presenting import controls_hidden, linked_number
from pages.parts.take_away import take_away
from pages.senses.situation import Senses
from pages.senses.snippets import groups_snippet

MOST_GROUPS = 6
BY_ITSELF = 0
HEADINGS = {"cluster": "Group", "points": "Occurrences", "words": "Words around it", "senses": "Senses in it"}
ABOUT = """
Groups are found without the labels: the two nearest groups are put together until so many are left (agglomerative,
average linkage). Near is what has a high cosine, of the vectors less their mean: what all have in common makes all look
alike. Where nobody says how many, it is the number from 2 to 6 with the best silhouette. Their names are the words that
stand around the word more often in a group's sentences than in the others (log-odds).

**What this does not show:** that a group is a meaning. Sentences also lie together because the word stands in the same
place, or because they are built alike.
"""


def show(at: Senses) -> None:
    """The groups of one layer."""
    st.subheader("Which sentences lie together?", anchor=False)
    layer, count = _settings(at.found.layers)
    found = groups(at.question, layer, count or None)
    table = cluster_table(found.clusters, at.senses, found.words)
    finding = _finding(layer, found, list(table["words"]))
    st.text(finding)
    st.dataframe(table, hide_index=True, key="groups-table", alt=finding, column_config=HEADINGS)
    figures = [Figure("groups", None, table)]
    if len(at.found.points) <= MOST_IN_MATRIX:
        st.markdown(
            "**Every sentence against every other**: the cosine of their vectors less the mean of all, groups framed"
        )
        matrix = cosine_table(found.cosines, found.order, at.found.points, at.senses, found.clusters)
        chart = cosine_heatmap(matrix)
        st.altair_chart(chart, key="groups-matrix", alt=finding)
        figures.append(Figure("cosines", chart, matrix))
    else:
        st.caption(f"Every sentence against every other is drawn for at most {MOST_IN_MATRIX} sentences.")
    with st.expander("How this is computed, and what it does not show", key="groups-about"):
        st.markdown(ABOUT)
    computed_by(at.model, at.found.conditions, parameters=cache.parameters(at.model.id), live=True)
    take_away(figures, at.found.conditions, snippet=groups_snippet(at, layer, len(table)), key="groups")


def _finding(layer: int, found: Groups, words: list[str]) -> str:
    one = "is 1 group" if len(words) == 1 else f"are {len(words)} groups"
    said = f"In layer {layer} there {one}: {'; '.join(words)}."
    if found.agreement is None:
        return said
    return f"{said} Agreement with the labels: {found.agreement:.2f} (adjusted Rand index; 1 is the same, 0 is chance)."


def _settings(layers: int) -> tuple[int, int]:
    """The layer, and how many groups; 0 is as many as suit best."""
    if controls_hidden():
        layer = linked_number("layer", low=0, high=layers, usual=layers)
        return layer, linked_number("groups", low=BY_ITSELF, high=MOST_GROUPS, usual=BY_ITSELF)
    left, right = st.columns(2)
    layer = linked_number("layer", low=0, high=layers, usual=layers)
    st.session_state["groups-layer"] = layer

    def follow() -> None:
        st.query_params["layer"] = str(st.session_state["groups-layer"])

    layer = left.slider("Layer", 0, layers, key="groups-layer", on_change=follow)
    count = right.slider("Groups (0: as many as suit best)", BY_ITSELF, MOST_GROUPS, key="groups", bind="query-params")
    return layer, count
