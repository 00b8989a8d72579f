"""The map: every sentence is a point that moves from layer to layer; visitors can add a sentence of their own."""

from collections.abc import Sequence
from functools import partial

import numpy as np
import streamlit as st

from cache.senses import (
    nearest_points,
    neighbour_vote,
    place_point,
    project,
    warm_projector,
    word_vectors,
)
from components.charts.files import ChartFigure
from components.model.tokens.occurrences import SentenceWithSense
from components.senses.charts.curves import sense_scatter
from components.senses.map import MapView, sense_map
from components.senses.model.projection_results import ProjectionMethod, ProjectionSettings
from components.senses.model.request import SensesRequest
from components.senses.model.results import Vote, WordPoint, WordVectors, concatenate_vectors
from components.senses.tables.findings import (
    measure_finding,
    neighbour_table,
    point_table,
    vote_finding,
    with_custom_sentence,
)
from components.senses.tables.map import encode_map, form_axis_note
from components.senses.tables.vector_files import points_parquet, vectors_npz
from components.senses.tables.votes import (
    layer_vote_finding,
    layer_vote_table,
    occurrence_label,
    voter_table,
    voters_title,
    voting_points,
)
from components.tables.numbers import percentage
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import below_setting, headline, in_drawer, note, rare_settings, try_this
from pages.parts.lecture.classes import turn_key
from pages.parts.lecture.tour_stop import sentence_determiner
from pages.parts.long_work import show_progress
from pages.parts.markdown import escape_markdown
from pages.parts.presenting import hides_controls
from pages.parts.rooms import ATTENTION, SENSES
from pages.parts.sentence.filled import note_filled
from pages.parts.settings import amount, choice, number, option
from pages.senses import sentence_editor
from pages.senses.context import SensesContext, omissions_text
from pages.senses.inputs import CUSTOM_SENTENCES, METHOD, OCCURRENCE, ask_for_sentence, sentence_place
from pages.senses.linked_map import draw_linked, view_from_link
from pages.senses.separation import TITLE, choose_second_model, draw_separation, measure

NEIGHBOURS = 8
METHOD_NAMES = {ProjectionMethod.UMAP: "UMAP", ProjectionMethod.TSNE: "t-SNE"}  # beside the layer; PCA is the usual one
VOTING_LIMIT = 1000  # sentences that are compared in every layer
HEADINGS = {"rank": "Rank", "point": "Number", "sense": "Sense", "cosine": "Cosine similarity", "sentence": "Sentence"}


def show(context: SensesContext) -> Findings:
    """Draw the map, with the neighbours of the selected point and the vote on the visitor's sentence."""
    sentence = ask_for_sentence(context.beside, context.word)
    with sentence_place(context.beside):
        below_box = below_setting("below-own-sentence")
    with rare_settings():
        settings = _choose_projection()
    second = choose_second_model(context.model)
    if CUSTOM_SENTENCES in st.session_state:
        warm_projector()  # no projection is shipped for a visitor's own sentences, and UMAP may be chosen next
    with show_progress("Drawing", f"{context.request.key} {settings}", key="draw") as on_progress:
        projection = project(context.request, settings, on_progress, asker=turn_key())
    all_vectors, positions, added, which = context.vectors, projection.points, None, ""
    if sentence.strip():
        with below_box:
            note_filled(sentence)
            added, which = _read_own_sentence(context, sentence)
    if added is not None:
        position = place_point(context.request, settings, added.vectors[0])
        positions = np.concatenate([positions, position[:, None]], axis=1)
        all_vectors = concatenate_vectors([all_vectors, added])
    layers, labels = context.vectors.layers, context.labels
    added_indices = (len(context.vectors.points),) if added is not None else ()
    owner = f"{sentence_determiner()} sentence"
    payload = encode_map(
        positions,
        all_vectors,
        (*labels, *[""] * len(added_indices)),
        added_indices,
        owner=owner.lower(),
        method=METHOD_NAMES.get(settings.method, ""),
    )
    word_start = "" if added is None else added.points[0].start
    name, count = f"{context.request.key} {settings} {sentence} {word_start}", len(all_vectors.points)
    measured = None if added is not None else measure(context)
    # The map comes to rest in the layer that its finding is about.
    default = None if measured is None else measured.accuracy.best
    current = view_from_link(layers, count, default)
    vote, layer = None, current.layer
    if added is not None:
        vote = neighbour_vote(context.request, layer, added.vectors[0, layer], added.points[0].sentence)
    voters = voting_points(vote) if vote else []
    draw = partial(sense_map, voters=voters, voting=layer, current=current)
    view = draw_linked(draw, payload, name, layers=layers, points=count, key="map", default=default)
    votes_by_layer = [] if added is None else _votes_by_layer(context, added)
    if added is not None and vote is not None:
        headline(f"{sentence_determiner()} “{added.points[0].text}”{which}: {vote_finding(vote)}")
        if votes_by_layer:
            note(layer_vote_finding(layer_vote_table(votes_by_layer)))
        voted = partial(
            st.dataframe,
            voter_table(vote, context.vectors.points, context.senses),
            hide_index=True,
            key="map-voters",
            alt="The sentences that vote, one per row.",
            column_config=HEADINGS,
        )
        in_drawer(voters_title(vote, layer=layer, last=layers), voted)
    elif measured is not None:
        headline(measure_finding(measured, context.word))
    note(form_axis_note(context.vectors.points, projection.points[view.layer]))
    figures = [_figure(context, projection.settings, positions[view.layer], all_vectors, view.layer, vote)]
    if votes_by_layer:
        figures.append(ChartFigure("meaning-by-layer", None, layer_vote_table(votes_by_layer)))
    computed = [context.computed]
    in_drawer(TITLE, partial(draw_separation, context, second, figures, computed))
    try_this("Click a dot among the other colour, and read its sentence.")
    if view.point is not None:
        title = f"Nearest sentences in layer {view.layer}, in all {all_vectors.vectors.shape[-1]} dimensions"
        in_drawer(title, partial(_show_neighbours, context, all_vectors, view))
    if not hides_controls():
        editor = partial(sentence_editor.show_sentence_editor, context.typed, note=omissions_text(context.vectors))
        in_drawer("The sentences, and your own", editor)
    in_drawer("All vectors", partial(_vector_downloads, context))
    if added is None:
        code = context.code("map")
    else:
        new = added.points[0]
        code = context.code("vote", new=(new.sentence, new.start, new.end, None), layer=layer)
    return Findings(
        "map",
        figures,
        context.vectors.conditions,
        code,
        about=room_prose(
            SENSES,
            "map",
            preserved=percentage(projection.neighbourhood_preservation[view.layer]),
        ),
        computed=tuple(computed),
    )


def _choose_projection() -> ProjectionSettings:
    """Choose the projection method and its parameters."""
    method = ProjectionMethod(
        choice("Projection", METHOD, [method.value for method in ProjectionMethod], drawn_as="list")
    )
    default = ProjectionSettings(method)
    if method is ProjectionMethod.UMAP:
        neighbours = number("Neighbours", "neighbours", low=2, high=100, default=default.neighbours)
        distance = amount(
            "Minimum distance", "distance", low=0.0, high=0.9, default=default.minimum_distance, step=0.05
        )
        return ProjectionSettings(method, neighbours=neighbours, minimum_distance=distance)
    if method is ProjectionMethod.TSNE:
        perplexity = amount("Perplexity", "perplexity", low=2.0, high=100.0, default=default.perplexity, step=1.0)
        return ProjectionSettings(method, perplexity=perplexity)
    return default


def _read_own_sentence(context: SensesContext, typed: str) -> tuple[WordVectors | None, str]:
    """Read the visitor's sentence by itself, so that nothing else is computed again.

    Returns:
        The vectors of one occurrence of the word, None if there is none that can be used; and which of several
        occurrences it is, for the finding.
    """
    request = SensesRequest(
        context.model.id, context.request.forms, (SentenceWithSense(typed),), context.request.pooling
    )
    vectors = word_vectors(request, lambda _: None)
    if vectors.unreadable:
        st.warning(escape_markdown(vectors.unreadable[0][1]), icon=":material/info:")
    elif not vectors.points:
        st.info(
            f"Add the word to your sentence: {escape_markdown(', '.join(context.request.forms))}.",
            icon=":material/edit:",
        )
    else:
        chosen, count = _choose_occurrence(vectors.points), len(vectors.points)
        return vectors.only_point(chosen), f" ({chosen + 1} of {count})" if count > 1 else ""
    return None, ""


def _choose_occurrence(points: Sequence[WordPoint]) -> int:
    """The occurrence of the word in the visitor's sentence that is read; if there are several, the visitor chooses."""
    if len(points) < 2:
        st.query_params.pop(OCCURRENCE, None)
        return 0
    labels = [occurrence_label(point, number) for number, point in enumerate(points, 1)]
    return option("Which occurrence of the word?", OCCURRENCE, labels, first=1)


def _votes_by_layer(context: SensesContext, added: WordVectors) -> list[Vote]:
    """The vote on the visitor's sentence in every layer; none if there are too many sentences to compare."""
    if len(context.vectors.points) > VOTING_LIMIT:
        return []
    sentence = added.points[0].sentence
    return [neighbour_vote(context.request, layer, vector, sentence) for layer, vector in enumerate(added.vectors[0])]


def _show_neighbours(context: SensesContext, vectors: WordVectors, view: MapView) -> None:
    """Show the sentences nearest to the locked point in the full space."""
    assert view.point is not None
    point = vectors.points[view.point]
    st.text(point.sentence)
    neighbours = nearest_points(vectors, view.layer, view.point, NEIGHBOURS)
    senses = (*context.senses, *[None] * (len(vectors.points) - len(context.senses)))
    table = neighbour_table(neighbours, vectors.points, senses)
    st.dataframe(
        table, hide_index=True, key="map-neighbours", alt="The nearest sentences, one per row.", column_config=HEADINGS
    )
    if not hides_controls():
        st.page_link(
            ATTENTION.file,
            label="Attention: who does this word look at?",
            icon=ATTENTION.icon,
            query_params={"sentence": point.sentence, "from": str(point.positions[0] + 1), "model": context.model.id},
        )


def _figure(
    context: SensesContext,
    settings: ProjectionSettings,
    coordinates: np.ndarray,
    vectors: WordVectors,
    layer: int,
    vote: Vote | None,
) -> ChartFigure:
    """The map of one layer and its table.

    Args:
        context: The sentences.
        settings: The projection.
        coordinates: The points on the map, with the visitor's sentence last if there is one. *Shape:* (point, 2)
        vectors: The vectors of all points.
        layer: The layer.
        vote: The vote on the visitor's sentence; None without one.
    """
    custom = [None] * (len(vectors.points) - len(context.vectors.points))
    table = point_table(vectors.points, (*context.senses, *custom), coordinates)
    if vote is not None:
        table = with_custom_sentence(table, vectors.vectors[:, layer], vote)
    table = table.assign(layer=layer)
    title = f"“{context.word}” in layer {layer}, {ProjectionMethod(settings.method).value}"
    return ChartFigure("map", sense_scatter(table, title=title), table)


def _vector_downloads(context: SensesContext) -> None:
    """Buttons to download all vectors of every layer as npz or Parquet; the files are made on click."""
    for kind, write in {"npz": vectors_npz, "Parquet": points_parquet}.items():
        st.download_button(
            f"All vectors ({kind})",
            partial(write, context.vectors, context.senses),
            file_name=f"riverbank-{context.word}-vectors.{kind.lower()}",
            key=f"vectors-{kind.lower()}",
            type="tertiary",
            help="The word’s vectors in every layer, one per sentence",
            on_click="ignore",
        )
