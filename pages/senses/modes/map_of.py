"""The map: every sentence a point that moves from layer to layer, and a sentence of one's own among them."""

import numpy as np
import streamlit as st

import cache
from cache.senses import (
    MOST_GROUPED,
    Question,
    clusters,
    map_bytes,
    nearest_points,
    placed,
    projection,
    vote_of,
    warm_pictures,
    word_vectors,
)
from components.charts.files import Figure
from components.charts.senses import sense_scatter
from components.model.occurrences import LabelledSentence
from components.model.projection_results import Method, Projection
from components.model.word_vectors_results import WordVectors, joined
from components.tables.senses import neighbour_table, point_table, vote_finding
from components.widgets.sense_map import MapView
from pages.parts.conditions import computed_by
from pages.parts.long_work import telling
from pages.parts.presenting import controls_hidden, linked_choice, linked_text
from pages.parts.rooms import ATTENTION
from pages.parts.take_away import take_away
from pages.senses.asked import MINE, OWN
from pages.senses.drawing import draw, settings
from pages.senses.situation import Senses
from pages.senses.snippets import vectors_snippet
from pages.senses.takeaway import vectors_to_take_away

NEIGHBOURS = 8
SENSE, CLUSTER = "sense", "nearest group"
ABOUT = """
Every point is the word's vector in one sentence: hundreds of numbers, turned to length 1, drawn as two. **PCA** looks
at all points from the side where they spread most, and is exact about that side. **UMAP** and **t-SNE** keep neighbours
together and say little about distances. The pictures of the layers are turned onto each other (Procrustes), so that
points move and do not jump. Of the ten nearest in the full space, {kept:.0%} are among the ten nearest in this picture.

**What this does not show:** the space itself. Nearest sentences, votes and figures are therefore computed in all
dimensions, never in the picture. Axes mean nothing. Layer 0 is the word before it has looked at any other: the
vector of its form and, but for rotary positions, its place in the sentence.
"""


def show(at: Senses) -> None:
    """Draw the map, and answer for the point or the sentence that is chosen."""
    left, right = (st.container(), st.container()) if controls_hidden() else st.columns([3, 1.3])
    with right:
        asked, colour = settings(), _colour()
        mine = linked_text("A sentence of your own with the word", "", key=MINE)
    if OWN in st.session_state:
        warm_pictures()  # of a visitor's own sentences no picture ships: UMAP may be wanted next
    with telling("Drawing", f"{at.question.key} {asked}", key="draw") as told:
        drawn = projection(at.question, asked, told)
    found, positions, fresh = at.found, drawn.points, None
    if mine.strip():
        fresh = _fresh(at, mine)
    if fresh is not None:
        spot = placed(at.question, asked, fresh.vectors[0])
        positions = np.concatenate([positions, spot[:, None]], axis=1)
        found = joined([found, fresh])
    view_layers = at.found.layers
    labels = at.labels if colour == SENSE else tuple(f"group {n + 1}" for n in clusters(at.question, view_layers, None))
    own = (len(at.found.points),) if fresh is not None else ()
    payload = map_bytes(positions, found, (*labels, *[""] * len(own)), own)
    with left:
        view = draw(payload, f"{at.question.key} {asked} {mine} {colour}", layers=view_layers, points=len(found.points))
    if fresh is not None:
        vote = vote_of(at.question, view.layer, fresh.vectors[0, view.layer], fresh.points[0].sentence)
        st.text(f"Your sentence, in layer {view.layer}: {vote_finding(vote)}")
    if view.point is not None:
        _neighbours(at, found, view)
    with st.expander("How this is drawn, and what it does not show", key="map-about"):
        st.markdown(ABOUT.format(kept=float(drawn.kept[view.layer])))
    computed_by(at.model, at.found.conditions, parameters=cache.parameters(at.model.id), live=True)
    _take_away(at, drawn, view)


def _colour() -> str:
    if controls_hidden():
        return linked_choice("colour", [SENSE, CLUSTER])
    return str(
        st.segmented_control(
            "Colour by", [SENSE, CLUSTER], default=SENSE, key="colour", bind="query-params", required=True
        )
    )


def _fresh(at: Senses, typed: str) -> WordVectors | None:
    """The visitor's sentence, read by itself: nothing else is computed again."""
    asked = Question(at.model.id, at.question.forms, (LabelledSentence(typed),), at.question.pooling)
    found = word_vectors(asked, lambda _: None)
    if found.refused:
        st.warning(found.refused[0][1], icon=":material/info:")
    elif not found.points:
        st.info(f"Your sentence needs the word: {', '.join(at.question.forms)}.", icon=":material/edit:")
    else:
        if len(found.points) > 1:
            st.caption("The word stands there more than once; the first is drawn.")
        return found.first()
    return None


def _neighbours(at: Senses, found: WordVectors, view: MapView) -> None:
    """The sentences nearest to the locked point, in the full space."""
    assert view.point is not None
    point = found.points[view.point]
    st.markdown(f"**Nearest sentences** in layer {view.layer}, by all {found.vectors.shape[-1]} dimensions")
    st.text(point.sentence)
    near = nearest_points(found, view.layer, view.point, NEIGHBOURS)
    senses = (*at.senses, *[None] * (len(found.points) - len(at.senses)))
    table = neighbour_table(near, found.points, senses)
    st.dataframe(table, hide_index=True, key="map-neighbours", alt="The nearest sentences, one a row.")
    if not controls_hidden():
        st.page_link(
            ATTENTION.file,
            label="Who does this word look at? To the attention room",
            icon=ATTENTION.icon,
            query_params={"sentence": point.sentence, "from": str(point.positions[0] + 1), "model": at.model.id},
        )


def _take_away(at: Senses, drawn: Projection, view: MapView) -> None:
    few = len(at.found.points) <= MOST_GROUPED
    groups = clusters(at.question, at.found.layers, None) if few else [0] * len(at.found.points)
    table = point_table(at.found.points, at.senses, groups, drawn.points[view.layer])
    title = f"“{at.word}” in layer {view.layer}, {Method(drawn.settings.method).value}"
    figure = Figure("map", sense_scatter(table, title=title), table)
    take_away([figure], at.found.conditions, snippet=vectors_snippet(at), key="map")
    vectors_to_take_away(at)
