"""How well each layer separates the labelled senses, and which groups are found on the map without any labels."""

from dataclasses import dataclass

import streamlit as st

from cache.senses import MOST_GROUPED, Groups, groups, map_bytes, measures, projection
from components.charts.files import Figure
from components.senses.charts.curves import cosine_heatmap, measure_curve
from components.senses.map import Group
from components.senses.model.projection_results import Settings
from components.senses.tables.findings import (
    ACCURACY,
    MOST_IN_MATRIX,
    SILHOUETTE,
    cluster_table,
    cosine_table,
    groups_finding,
    layers_as_prediction,
    measure_finding,
    measure_table,
    silhouette_finding,
)
from pages.parts.findings import Findings, about
from pages.parts.lecture.presenting import guess_first, presenting
from pages.parts.lecture.reveal import revealed
from pages.parts.long_work import telling
from pages.parts.rooms import SENSES
from pages.parts.settings import number, unfolded
from pages.parts.stage import headline, note
from pages.senses.context import SensesContext
from pages.senses.drawing import draw, linked

GROUPS_LIMIT = 6
AUTOMATIC = 0  # groups
CURVE_HEIGHT, LARGE = 245, 275  # pixels: two of them are as high as the map, on a screen and on a projector
HEADINGS = {"cluster": "Group", "points": "Sentences", "words": "Typical words", "senses": "Senses in it"}


@dataclass(frozen=True)
class _Found:
    """The groups of a layer, and the words that name each."""

    layer: int
    groups: Groups
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
    with telling("Measuring", f"{at.question.key} {at.senses}", key="measure") as on_progress:
        measured = measures(at.question, on_progress)
        drawn = projection(at.question, Settings(), on_progress)
    question = f"{at.model.id} {at.question.key} layer"
    answer = layers_as_prediction(measured)
    blank, sentence = "the layer that separates the senses best", f"The word is “{at.word}”."
    if guess_first() and not revealed(question, answer, key="layer", blank=blank, sentence=sentence):
        return None
    headline(measure_finding(measured))
    found = _groups(at)
    left, right = st.columns(2)
    with left:
        payload = map_bytes(drawn.points, at.found, at.labels)
        draw(
            payload,
            f"{at.question.key} groups",
            layers=at.found.layers,
            points=len(at.found.points),
            key="groups-map",
            plays=False,
            listed=False,
            groups=found.hulls if found else (),
        )
    table, figures = measure_table(measured), []
    with right:
        for kind, finding in ((ACCURACY, measure_finding(measured)), (SILHOUETTE, silhouette_finding(measured))):
            curve = measure_curve(table, kind=kind, height=LARGE if presenting() else CURVE_HEIGHT)
            st.altair_chart(curve, key=f"apart-{kind}", alt=finding)
            figures.append(Figure(kind.replace(" ", "-"), curve, table[table["kind"] == kind]))
    if found:
        note(groups_finding(found.layer, found.words, found.groups.agreement))
        figures += _pairs(at, found)
    note(silhouette_finding(measured))
    return Findings(
        "separated",
        figures,
        at.found.conditions,
        at.code("separated", layer=found.layer if found else 0, count=len(found.words) if found else 1),
        about=about(SENSES, "separated"),
        computed=(at.computed,),
    )


def _groups(at: SensesContext) -> _Found | None:
    """The groups of the layer that the map shows; None where there are too many sentences to compare them all."""
    count = number(f"Groups ({AUTOMATIC} = automatic)", "groups", low=AUTOMATIC, high=GROUPS_LIMIT, usual=AUTOMATIC)
    if len(at.found.points) > MOST_GROUPED:
        note(f"Groups are found among at most {MOST_GROUPED:,} sentences; there are {len(at.found.points):,} here.")
        return None
    layer = linked(at.found.layers, len(at.found.points)).layer
    result = groups(at.question, layer, count or None)
    words = tuple(", ".join(word.word for word in of) for of in result.words)
    return _Found(layer, result, words)


def _pairs(at: SensesContext, found: _Found) -> list[Figure]:
    """The groups as a table, and every sentence against every other, once they are unfolded."""
    table = cluster_table(found.groups.clusters, at.senses, found.groups.words)
    figures = [Figure("groups", None, table)]
    panel = unfolded("Groups as a table, and every pair of sentences", "pairs")
    if panel is None:
        return figures
    with panel:
        st.dataframe(table, hide_index=True, key="groups-table", alt="The groups, one per row.", column_config=HEADINGS)
        if len(at.found.points) > MOST_IN_MATRIX:
            st.caption(f"The similarity of every pair is drawn for at most {MOST_IN_MATRIX} sentences.")
            return figures
        st.caption("Cosine similarity of the vectors, with the mean of all subtracted. Each frame is a group.")
        matrix = cosine_table(
            found.groups.cosines, found.groups.order, at.found.points, at.senses, found.groups.clusters
        )
        chart = cosine_heatmap(matrix)
        with st.container(key="square"):
            st.altair_chart(
                chart, key="groups-matrix", alt="The similarity of every pair of sentences.", width="content"
            )
    return [*figures, Figure("cosines", chart, matrix)]
