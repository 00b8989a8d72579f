"""Results about positions that all visitors share: what models hold, and what follows from their tables."""

import streamlit as st

from cache.engine import engine
from cache.shipped.family import TRAINING_LENGTH, family_losses
from cache.sized_cache import LargeResults
from components.model.user_errors import UserError
from components.positions.model.extrapolation import Extrapolation, extrapolations
from components.positions.model.results import (
    OrderChange,
    OrderEffect,
    PositionEncoding,
    PositionKind,
    PositionLoss,
    PositionTable,
)
from components.positions.model.shape import (
    Outliers,
    PrincipalComponents,
    Spectrum,
    find_outliers,
    principal_components,
    spectrum,
)
from components.positions.model.similarity import SimilarityByDistance, SimilarityMeasure
from components.positions.tables.figure import belongs_to_figure, bias_by_distance, similarity_by_distance
from components.positions.tables.figure import position_panels as panels_of
from components.positions.tables.panels import MatrixPanel, position_panels_bytes


@st.cache_data(max_entries=50, show_spinner=False)
def position_encoding(model_id: str) -> PositionEncoding:
    """How a model is told where a token stands, and where that ends."""
    from components.positions.model.embeddings import position_encoding

    return position_encoding(engine().open_for_inspection(model_id))


@st.cache_data(max_entries=20, show_spinner=False)
def position_table(model_id: str) -> PositionTable | None:
    """The vectors that a model adds to its words; None where it turns queries and keys instead."""
    if position_encoding(model_id).kind is PositionKind.ROTARY:
        return None
    from components.positions.model.embeddings import position_table

    return position_table(engine().open_for_inspection(model_id))  # in full precision, as its weights are


_PANELS: LargeResults[bytes] = LargeResults("position panels", len)
_MATRICES: LargeResults[list[MatrixPanel]] = LargeResults(
    "position matrices", lambda panels: sum(panel.values.nbytes for panel in panels)
)


def position_panels(
    model_id: str, kind: SimilarityMeasure, count: int, dimensions: int, head: int = 0, *, everything: bool = False
) -> bytes:
    """The panels of the figure as a browser draws them, with those of RoPE and ALiBi or without: up to 7 MB.

    Raises:
        UserError: A number is out of range.
    """

    def compute() -> bytes:
        matrices = position_matrices(model_id, kind, count, dimensions, head)
        return position_panels_bytes([panel for panel in matrices if belongs_to_figure(panel, everything=everything)])

    return _PANELS.get((model_id, kind, count, dimensions, head, everything), compute)


def position_matrices(
    model_id: str, kind: SimilarityMeasure, count: int, dimensions: int, head: int = 0
) -> list[MatrixPanel]:
    """The same matrices as numbers, not copied: up to 12 MB, which nobody may write to.

    Raises:
        UserError: A number is out of range.
    """

    def compute() -> list[MatrixPanel]:
        panels = panels_of(position_encoding(model_id), position_table(model_id), kind, count, dimensions, head=head)
        for panel in panels:
            panel.values.flags.writeable = False
        return panels

    return _MATRICES.get((model_id, kind, count, dimensions, head), compute)


@st.cache_data(max_entries=100, show_spinner=False)
def position_distances(
    model_id: str, kind: SimilarityMeasure, count: int, dimensions: int
) -> dict[str, SimilarityByDistance]:
    """Similarity by distance, for each method by its name.

    Raises:
        UserError: A number is out of range.
    """
    return dict(similarity_by_distance(position_encoding(model_id), position_table(model_id), kind, count, dimensions))


def position_bias(model_id: str, count: int) -> SimilarityByDistance:
    """ALiBi's bias by distance, as a model's first head would have it.

    Raises:
        UserError: A number is out of range.
    """
    return bias_by_distance(position_encoding(model_id), count)


@st.cache_data(max_entries=50, show_spinner=False)
def position_components(model_id: str, count: int) -> PrincipalComponents:
    """The directions in which the first ``count`` position vectors of a model differ most, without outliers.

    Raises:
        UserError: It has no table, all its vectors are the same, or there are too few.
    """
    return principal_components(_own_table(model_id).values[:count], position_outliers(model_id, count).positions)


@st.cache_data(max_entries=50, show_spinner=False)
def position_outliers(model_id: str, count: int) -> Outliers:
    """The outliers among the first ``count`` position vectors of a model; a model without a table has none."""
    table = position_table(model_id)
    return Outliers(0.0, ()) if table is None else find_outliers(table.values[:count])


@st.cache_data(max_entries=20, show_spinner=False)
def position_spectrum(model_id: str, count: int) -> Spectrum:
    """How fast each dimension of the first ``count`` position vectors swings.

    Raises:
        UserError: The model has no table, or there are too few positions.
    """
    return spectrum(_own_table(model_id).values[:count])


@st.cache_data(max_entries=2000, show_spinner=False)
def position_losses(model_id: str, text: str, asked: tuple[int, ...]) -> tuple[PositionLoss, ...]:
    """What each of the ``asked`` tokens of a text costs when it alone is masked."""
    from components.positions.model.loss import loss_by_position

    return loss_by_position(*engine().read(model_id, text), asked)


@st.cache_data(max_entries=500, show_spinner=False)
def order_effect(
    model_id: str, sentence: str, masked: tuple[int, ...], position: int, change: OrderChange
) -> OrderEffect:
    """What a change of word order does to a blank, and to attention."""
    from components.positions.model.order import order_effect

    return order_effect(*engine().inspect(model_id, sentence), masked, position, change)


def family_extrapolations() -> tuple[Extrapolation, ...]:
    """From which length on each twin guesses worse."""
    return extrapolations(family_losses(), TRAINING_LENGTH)


def _own_table(model_id: str) -> PositionTable:
    table = position_table(model_id)
    if table is None:
        raise UserError("This model has no position embeddings: it rotates queries and keys. Choose another model.")
    return table
