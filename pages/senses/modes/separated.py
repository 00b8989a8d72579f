"""How well each layer separates the labelled senses, and which groups are found on the map without any labels."""

from dataclasses import dataclass

import streamlit as st

from cache.senses import CLUSTERING_LIMIT, ClusterSummary, encode_map, measures, project, summarise_clusters
from components.charts.files import ChartFigure
from components.senses.charts.curves import cosine_heatmap, measure_curve
from components.senses.map import Group
from components.senses.model.projection_results import ProjectionSettings
from components.senses.tables.findings import (
    ACCURACY,
    MATRIX_LIMIT,
    SILHOUETTE,
    cluster_table,
    cosine_table,
    groups_finding,
    layer_prediction,
    measure_finding,
    measure_table,
    silhouette_finding,
)
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, note
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.long_work import show_progress
from pages.parts.presenting import asks_for_guess, is_presenting
from pages.parts.rooms import SENSES
from pages.parts.settings import linked_expander, number
from pages.senses.context import SensesContext
from pages.senses.drawing import draw_map, view_from_link

GROUPS_LIMIT = 6
AUTOMATIC = 0  # groups
CURVE_HEIGHT, LARGE = 245, 275  # pixels: two of them are as high as the map, on a screen and on a projector
HEADINGS = {"cluster": "Group", "points": "Sentences", "words": "Typical words", "senses": "Senses in it"}


@dataclass(frozen=True)
class _Found:
    """The groups of a layer, and the words that name each."""

    layer: int
    groups: ClusterSummary
    words: tuple[str, ...]

    @property
    def hulls(self) -> list[Group]:
        """The groups as the map draws them."""
        members: list[list[int]] = [[] for _ in self.words]
        for point, group in enumerate(self.groups.clusters):
            members[group].append(point)
        return [Group(name, tuple(points)) for name, points in zip(self.words, members, strict=True)]


def show(at: SensesContext) -> Findings | None:
    """The map with the groups, the curves beside it, and what both say."""
    with show_progress("Measuring", f"{at.request.key} {at.senses}", key="measure") as on_progress:
        measured = measures(at.request, on_progress)
        drawn = project(at.request, ProjectionSettings(), on_progress)
    question = f"{at.model.id} {at.request.key} layer"
    answer = layer_prediction(measured)
    blank, sentence = "the layer that separates the senses best", f"The word is “{at.word}”."
    if asks_for_guess() and not guess_then_reveal(question, answer, key="layer", blank=blank, sentence=sentence):
        return None
    headline(measure_finding(measured))
    found = _groups(at)
    left, right = st.columns(2)
    with left:
        payload = encode_map(drawn.points, at.vectors, at.labels)
        draw_map(
            payload,
            f"{at.request.key} groups",
            layers=at.vectors.layers,
            points=len(at.vectors.points),
            key="groups-map",
            plays=False,
            listed=False,
            groups=found.hulls if found else (),
        )
    table, figures = measure_table(measured), []
    with right:
        for kind, finding in ((ACCURACY, measure_finding(measured)), (SILHOUETTE, silhouette_finding(measured))):
            curve = measure_curve(table, kind=kind, height=LARGE if is_presenting() else CURVE_HEIGHT)
            st.altair_chart(curve, key=f"apart-{kind}", alt=finding)
            figures.append(ChartFigure(kind.replace(" ", "-"), curve, table[table["kind"] == kind]))
    if found:
        note(groups_finding(found.layer, found.words, found.groups.rand_index))
        figures += _pairs(at, found)
    note(silhouette_finding(measured))
    return Findings(
        "separated",
        figures,
        at.vectors.conditions,
        at.code("separated", layer=found.layer if found else 0, count=len(found.words) if found else 1),
        about=room_prose(SENSES, "separated"),
        computed=(at.computed,),
    )


def _groups(at: SensesContext) -> _Found | None:
    """The groups of the layer that the map shows; None where there are too many sentences to compare them all."""
    count = number(f"Groups ({AUTOMATIC} = automatic)", "groups", low=AUTOMATIC, high=GROUPS_LIMIT, default=AUTOMATIC)
    if len(at.vectors.points) > CLUSTERING_LIMIT:
        note(
            f"Groups are found among at most {CLUSTERING_LIMIT:,} sentences; there are {len(at.vectors.points):,} here."
        )
        return None
    layer = view_from_link(at.vectors.layers, len(at.vectors.points)).layer
    result = summarise_clusters(at.request, layer, count or None)
    words = tuple(", ".join(word.word for word in of) for of in result.words)
    return _Found(layer, result, words)


def _pairs(at: SensesContext, found: _Found) -> list[ChartFigure]:
    """The groups as a table, and every sentence against every other, once they are unfolded."""
    table = cluster_table(found.groups.clusters, at.senses, found.groups.words)
    figures = [ChartFigure("groups", None, table)]
    panel = linked_expander("Groups as a table, and every pair of sentences", "pairs")
    if panel is None:
        return figures
    with panel:
        st.dataframe(table, hide_index=True, key="groups-table", alt="The groups, one per row.", column_config=HEADINGS)
        if len(at.vectors.points) > MATRIX_LIMIT:
            st.caption(f"The similarity of every pair is drawn for at most {MATRIX_LIMIT} sentences.")
            return figures
        st.caption("Cosine similarity of the vectors, with the mean of all subtracted. Each frame is a group.")
        matrix = cosine_table(
            found.groups.cosines, found.groups.order, at.vectors.points, at.senses, found.groups.clusters
        )
        chart = cosine_heatmap(matrix)
        with st.container(key="square"):
            st.altair_chart(
                chart, key="groups-matrix", alt="The similarity of every pair of sentences.", width="content"
            )
    return [*figures, ChartFigure("cosines", chart, matrix)]
