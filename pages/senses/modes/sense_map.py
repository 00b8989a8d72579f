"""The map: every sentence a point that moves from layer to layer, and a sentence of one's own among them."""

from functools import partial

import numpy as np
import streamlit as st

from cache.senses import (
    CLUSTERING_LIMIT,
    SensesRequest,
    cluster_points,
    encode_map,
    measures,
    nearest_points,
    neighbour_vote,
    place_point,
    project,
    warm_projector,
    word_vectors,
)
from components.charts.files import ChartFigure
from components.model.tokens.occurrences import LabelledSentence
from components.senses.charts.curves import sense_scatter
from components.senses.map import MapView
from components.senses.model.projection_results import Projection, ProjectionMethod
from components.senses.model.results import WordVectors, concatenate_vectors
from components.senses.tables.findings import measure_finding, neighbour_table, point_table, vote_finding
from components.senses.tables.vector_files import points_parquet, vectors_npz
from components.senses.tables.votes import voter_table
from components.senses.votes import vote_list
from components.tables.numbers import percentage
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import headline, settings_place
from pages.parts.long_work import show_progress
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import hides_controls
from pages.parts.rooms import ATTENTION, SENSES
from pages.parts.settings import choice, linked_expander, text
from pages.senses.context import SensesContext
from pages.senses.drawing import draw_map, projection_settings, view_from_link
from pages.senses.inputs import CUSTOM_SENTENCES, SENTENCE

NEIGHBOURS = 8
SENSE, CLUSTER = "sense", "nearest group"
HEADINGS = {"rank": "Rank", "point": "Number", "sense": "Sense", "cosine": "Cosine similarity", "sentence": "Sentence"}


def show(at: SensesContext) -> Findings:
    """Draw the map, and answer for the point or the sentence that is chosen."""
    mine = text("A sentence of your own with the word", SENTENCE, "")
    with settings_place():
        votes = st.container(key="votes")
    asked, colour = projection_settings(), choice("Colour", "colour", [SENSE, CLUSTER])
    if CUSTOM_SENTENCES in st.session_state:
        warm_projector()  # of a visitor's own sentences no picture ships: UMAP may be wanted next
    with show_progress("Drawing", f"{at.request.key} {asked}", key="draw") as on_progress:
        drawn = project(at.request, asked, on_progress)
    found, positions, fresh = at.vectors, drawn.points, None
    if mine.strip():
        fresh = _fresh(at, mine)
    if fresh is not None:
        spot = place_point(at.request, asked, fresh.vectors[0])
        positions = np.concatenate([positions, spot[:, None]], axis=1)
        found = concatenate_vectors([found, fresh])
    view_layers = at.vectors.layers
    labels = (
        at.labels if colour == SENSE else tuple(f"group {n + 1}" for n in cluster_points(at.request, view_layers, None))
    )
    own = (len(at.vectors.points),) if fresh is not None else ()
    payload = encode_map(positions, found, (*labels, *[""] * len(own)), own)
    name, count = f"{at.request.key} {asked} {mine} {colour}", len(found.points)
    vote, layer = None, view_from_link(view_layers, count).layer
    if fresh is not None:
        vote = neighbour_vote(at.request, layer, fresh.vectors[0, layer], fresh.points[0].sentence)
    voters = [voter.point for voter in vote.neighbours] if vote else []
    view = draw_map(payload, name, layers=view_layers, points=count, voters=voters)
    if vote is not None:
        headline(f"Your sentence, in layer {layer}: {vote_finding(vote)}")
        with votes:
            table = voter_table(vote, at.vectors.points, at.senses, labels)
            vote_list(table.to_dict("records"), layer=layer, last=view_layers, key="vote-list")
    else:
        with show_progress("Measuring", f"{at.request.key} {at.senses}", key="measure") as on_progress:
            headline(measure_finding(measures(at.request, on_progress)))
    if view.point is not None:
        _neighbours(at, found, view)
    if not hides_controls() and (panel := linked_expander("Use my own sentences", "sentences")) is not None:
        with panel:
            own_sentences.show(at.typed)
    return Findings(
        "map",
        [_figure(at, drawn, view)],
        at.vectors.conditions,
        at.code("map"),
        about=room_prose(
            SENSES,
            "map",
            kept=percentage(drawn.neighbourhood_preservation[view.layer]),
        ),
        computed=(at.computed,),
        onward=partial(_vectors_to_take_away, at),
    )


def _fresh(at: SensesContext, typed: str) -> WordVectors | None:
    """The visitor's sentence, read by itself: nothing else is computed again."""
    asked = SensesRequest(at.model.id, at.request.forms, (LabelledSentence(typed),), at.request.pooling)
    found = word_vectors(asked, lambda _: None)
    if found.unreadable:
        st.warning(escape_markdown(found.unreadable[0][1]), icon=":material/info:")
    elif not found.points:
        st.info(
            f"Add the word to your sentence: {escape_markdown(', '.join(at.request.forms))}.", icon=":material/edit:"
        )
    else:
        if len(found.points) > 1:
            st.caption("Your sentence has the word more than once. The map shows the first.")
        return found.first_point()
    return None


def _neighbours(at: SensesContext, found: WordVectors, view: MapView) -> None:
    """The sentences nearest to the locked point, in the full space."""
    assert view.point is not None
    point = found.points[view.point]
    st.markdown(f"**Nearest sentences** in layer {view.layer}, measured in all {found.vectors.shape[-1]} dimensions")
    st.text(point.sentence)
    near = nearest_points(found, view.layer, view.point, NEIGHBOURS)
    senses = (*at.senses, *[None] * (len(found.points) - len(at.senses)))
    table = neighbour_table(near, found.points, senses)
    st.dataframe(
        table, hide_index=True, key="map-neighbours", alt="The nearest sentences, one per row.", column_config=HEADINGS
    )
    if not hides_controls():
        st.page_link(
            ATTENTION.file,
            label="Attention: who does this word look at?",
            icon=ATTENTION.icon,
            query_params={"sentence": point.sentence, "from": str(point.positions[0] + 1), "model": at.model.id},
        )


def _figure(at: SensesContext, drawn: Projection, view: MapView) -> ChartFigure:
    few = len(at.vectors.points) <= CLUSTERING_LIMIT
    groups = cluster_points(at.request, at.vectors.layers, None) if few else [0] * len(at.vectors.points)
    table = point_table(at.vectors.points, at.senses, groups, drawn.points[view.layer])
    title = f"“{at.word}” in layer {view.layer}, {ProjectionMethod(drawn.settings.method).value}"
    return ChartFigure("map", sense_scatter(table, title=title), table)


def _vectors_to_take_away(at: SensesContext) -> None:
    """All layers of all points as npz, and the points as Parquet; made when they are asked for."""
    kinds = {"npz": vectors_npz, "Parquet": points_parquet}
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("All vectors of every layer:")
        for kind, made in kinds.items():
            st.download_button(
                kind,
                partial(made, at.vectors, at.senses),
                file_name=f"riverbank-{at.word}-vectors.{kind.lower()}",
                key=f"vectors-{kind.lower()}",
                on_click="ignore",
            )
