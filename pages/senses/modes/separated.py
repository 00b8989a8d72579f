"""How well each layer separates the labelled senses, and the groups found without labels."""

from dataclasses import dataclass

import streamlit as st

from cache.senses import CLUSTERING_LIMIT, ClusterSummary, measures, project, summarise_clusters
from components.charts.files import ChartFigure
from components.senses.charts.curves import cosine_heatmap, measure_curve
from components.senses.map import Group
from components.senses.model.projection_results import Projection, ProjectionSettings
from components.senses.model.results import LayerMeasures
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
from components.senses.tables.map import encode_map
from pages.parts.findings import WHY_ANSWERS_DIFFER, Findings
from pages.parts.layout import headline, note
from pages.parts.lecture.reveal import guess_then_reveal
from pages.parts.long_work import show_progress
from pages.parts.presenting import asks_for_guess, is_presenting, shows_one_picture
from pages.parts.settings import linked_expander, number
from pages.senses.context import SensesContext
from pages.senses.linked_map import draw_map, view_from_link
from pages.senses.second_model import ComparedModels, compare_models

GROUPS_LIMIT = 6
AUTOMATIC = 0  # number of groups: chosen by silhouette
CURVE_HEIGHT, LARGE = 245, 275  # pixels: two curves are as high as the map, on a screen and on a projector
TWO_MODELS_HEIGHT = 360
MEASURES = (
    "Accuracy: how often the nearest sentence has the same sense. Silhouette: how much nearer a sentence is to its own "
    "sense than to the next, from −1 to 1. Higher is better in both. Layer 0 is the word’s embedding, before any "
    "context."
)
HEADINGS = {"cluster": "Group", "points": "Sentences", "words": "Typical words", "senses": "Senses in it"}


@dataclass(frozen=True)
class _LayerGroups:
    """The groups of a layer, and the name of each, made of its typical words."""

    layer: int
    groups: ClusterSummary
    words: tuple[str, ...]
    is_count_chosen: bool

    @property
    def hulls(self) -> list[Group]:
        """The groups as arguments of the map."""
        members: list[list[int]] = [[] for _ in self.words]
        for point, group in enumerate(self.groups.clusters):
            members[group].append(point)
        return [Group(name, tuple(points)) for name, points in zip(self.words, members, strict=True)]

    @property
    def finding(self) -> str:
        """How many groups there are, and their typical words."""
        return groups_finding(self.layer, self.words, self.groups.rand_index, is_count_chosen=self.is_count_chosen)


def show(context: SensesContext) -> Findings | None:
    """Draw the map with the groups, the curves beside it, and the findings."""
    with show_progress("Measuring", f"{context.request.key} {context.senses}", key="measure") as on_progress:
        measured = measures(context.request, on_progress)
        projection = project(context.request, ProjectionSettings(), on_progress)
    question = f"{context.model.id} {context.request.key} layer"
    answer = layer_prediction(measured)
    blank, sentence = "the layer that separates the senses best", f"The word is “{context.word}”."
    if asks_for_guess() and not guess_then_reveal(question, answer, key="layer", blank=blank, sentence=sentence):
        return None
    layer_groups = _find_groups(context)
    figures: list[ChartFigure] = []
    above = st.container()
    compared = _compare(context, measured)
    with above:
        if compared is not None and compared.finding:
            headline(compared.finding)
        elif layer_groups and shows_one_picture():
            headline(layer_groups.finding)
            note(measure_finding(measured, context.word))
            _draw_groups(context, projection, layer_groups)
        else:
            headline(measure_finding(measured, context.word))
            left, right = st.columns(2)
            with left:
                _draw_groups(context, projection, layer_groups)
            with right:
                figures += _draw_curves(measured, context.word)
                st.caption(MEASURES)
            st.caption(WHY_ANSWERS_DIFFER)
            note(layer_groups.finding if layer_groups else "")
    figures += [compared.figure] if compared is not None else _show_pairs(context, layer_groups) if layer_groups else []
    note(silhouette_finding(measured))
    return Findings(
        "separated",
        figures,
        context.vectors.conditions,
        computed=None if compared is None else (context.computed, compared.other.computed),
        code=context.code(
            "separated",
            layer=layer_groups.layer if layer_groups else 0,
            count=len(layer_groups.words) if layer_groups else 1,
        ),
    )


def _compare(context: SensesContext, measured: LayerMeasures) -> ComparedModels | None:
    """Draw both models' accuracy, in place of everything else, if a second one is asked for."""
    panel = linked_expander("Compare with a second model", "compare")
    if panel is None:
        return None
    with panel:
        return compare_models(context, measured, height=TWO_MODELS_HEIGHT)


def _draw_groups(context: SensesContext, projection: Projection, layer_groups: _LayerGroups | None) -> None:
    """Draw the map with the groups."""
    draw_map(
        encode_map(projection.points, context.vectors, context.labels),
        f"{context.request.key} groups",
        layers=context.vectors.layers,
        points=len(context.vectors.points),
        key="groups-map",
        plays=False,
        listed=False,
        groups=layer_groups.hulls if layer_groups else (),
    )


def _draw_curves(measured: LayerMeasures, word: str) -> list[ChartFigure]:
    """Draw each measure by layer."""
    table, figures = measure_table(measured), []
    for kind, finding in ((ACCURACY, measure_finding(measured, word)), (SILHOUETTE, silhouette_finding(measured))):
        curve = measure_curve(table, kind=kind, height=LARGE if is_presenting() else CURVE_HEIGHT)
        st.altair_chart(curve, key=f"apart-{kind}", alt=finding)
        figures.append(ChartFigure(kind.replace(" ", "-"), curve, table[table["kind"] == kind]))
    return figures


def _find_groups(context: SensesContext) -> _LayerGroups | None:
    """The groups of the layer that the map shows; None, with a note, if there are too many sentences."""
    count = number(f"Groups ({AUTOMATIC} = automatic)", "groups", low=AUTOMATIC, high=GROUPS_LIMIT, default=AUTOMATIC)
    if len(context.vectors.points) > CLUSTERING_LIMIT:
        note(
            f"Groups are found among at most {CLUSTERING_LIMIT:,} sentences; "
            f"there are {len(context.vectors.points):,} here."
        )
        return None
    layer = view_from_link(context.vectors.layers, len(context.vectors.points)).layer
    summary = summarise_clusters(context.request, layer, count or None)
    words = tuple(", ".join(word.word for word in cluster) for cluster in summary.words)
    return _LayerGroups(layer, summary, words, is_count_chosen=count != AUTOMATIC)


def _show_pairs(context: SensesContext, layer_groups: _LayerGroups) -> list[ChartFigure]:
    """Show the groups as a table, and the similarity of every pair of sentences, if unfolded."""
    table = cluster_table(layer_groups.groups.clusters, context.senses, layer_groups.groups.words)
    figures = [ChartFigure("groups", None, table)]
    panel = linked_expander("Groups as a table, and every pair of sentences", "pairs")
    if panel is None:
        return figures
    with panel:
        st.dataframe(table, hide_index=True, key="groups-table", alt="The groups, one per row.", column_config=HEADINGS)
        if len(context.vectors.points) > MATRIX_LIMIT:
            st.caption(f"The similarity of every pair is drawn for at most {MATRIX_LIMIT} sentences.")
            return figures
        st.caption("Cosine similarity of the vectors, with the mean of all subtracted. Each frame is a group.")
        matrix = cosine_table(
            layer_groups.groups.cosines,
            layer_groups.groups.order,
            context.vectors.points,
            context.senses,
            layer_groups.groups.clusters,
        )
        chart = cosine_heatmap(matrix)
        with st.container(key="square"):
            st.altair_chart(
                chart, key="groups-matrix", alt="The similarity of every pair of sentences.", width="content"
            )
    return [*figures, ChartFigure("cosines", chart, matrix)]
