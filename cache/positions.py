"""Cached results of the room “Positions”: models' encodings and tables, and what is derived from them."""

from cache.engine import engine
from cache.shipped.family import TRAINING_LENGTH, family_losses
from cache.sized_cache import share_results
from components.model.user_errors import UserError
from components.positions.model.extrapolation import Extrapolation, extrapolations
from components.positions.model.results import (
    OrderChange,
    OrderEffect,
    PositionEncoding,
    PositionKind,
    PositionTable,
)
from components.positions.model.shape import (
    Outliers,
    Spectrum,
    find_outliers,
    spectrum,
)
from components.positions.model.similarity import SimilarityByDistance, SimilarityMeasure
from components.positions.tables.figure import PanelChoice, bias_by_distance, choose_panels, similarity_by_distance
from components.positions.tables.figure import position_panels as panels_of
from components.positions.tables.panels import MatrixPanel, position_panels_bytes


@share_results(50)
def position_encoding(model_id: str) -> PositionEncoding:
    """The kind, the sizes and the limit of a model's position encoding."""
    from components.positions.model.embeddings import position_encoding

    return position_encoding(engine().open_for_inspection(model_id))


@share_results(20)
def position_table(model_id: str) -> PositionTable | None:
    """The position embeddings of a model; None if it rotates queries and keys instead."""
    if position_encoding(model_id).kind is PositionKind.ROTARY:
        return None
    from components.positions.model.embeddings import position_table

    return position_table(engine().open_for_inspection(model_id))  # opened for inspection, hence in full precision


@share_results(size=len)
def position_panels(
    model_id: str,
    measure: SimilarityMeasure,
    count: int,
    dimensions: int,
    *,
    choice: PanelChoice = PanelChoice.ONE_EACH,
) -> bytes:
    """The payload that draws the chosen panels of the figure, up to 7 MB.

    Raises:
        UserError: A number is out of range.
    """
    matrices = position_matrices(model_id, measure, count, dimensions)
    return position_panels_bytes(choose_panels(matrices, choice))


@share_results(size=lambda panels: sum(panel.values.nbytes for panel in panels))
def position_matrices(model_id: str, measure: SimilarityMeasure, count: int, dimensions: int) -> list[MatrixPanel]:
    """All panels of the figure as read-only arrays, up to 12 MB, shared and not copied.

    Raises:
        UserError: A number is out of range.
    """
    panels = panels_of(position_encoding(model_id), position_table(model_id), measure, count, dimensions)
    for panel in panels:
        panel.values.flags.writeable = False
    return panels


@share_results(100)
def position_distances(
    model_id: str, measure: SimilarityMeasure, count: int, dimensions: int
) -> dict[str, SimilarityByDistance]:
    """Similarity by distance, by the name of the method.

    Raises:
        UserError: A number is out of range.
    """
    return dict(
        similarity_by_distance(position_encoding(model_id), position_table(model_id), measure, count, dimensions)
    )


def position_bias(model_id: str, count: int) -> SimilarityByDistance:
    """ALiBi's bias by distance, as if a model's first head used it.

    Raises:
        UserError: A number is out of range.
    """
    return bias_by_distance(position_encoding(model_id), count)


@share_results(50)
def position_outliers(model_id: str, count: int) -> Outliers:
    """The outliers among a model's first ``count`` position vectors; none without a table."""
    table = position_table(model_id)
    return Outliers(0.0, ()) if table is None else find_outliers(table.values[:count])


@share_results(20)
def position_spectrum(model_id: str, count: int) -> Spectrum:
    """The spectrum of each dimension of a model's first ``count`` position vectors.

    Raises:
        UserError: The model has no table, or there are too few positions.
    """
    return spectrum(_require_table(model_id).values[:count])


@share_results(500)
def order_effect(
    model_id: str, sentence: str, masked: tuple[int, ...], position: int, change: OrderChange
) -> OrderEffect:
    """The effect of a change of word order on the prediction for a blank."""
    from components.positions.model.order import order_effect

    return order_effect(*engine().read(model_id, sentence), masked, position, change)


def family_extrapolations() -> tuple[Extrapolation, ...]:
    """From which length on the loss of each twin rises."""
    return extrapolations(family_losses(), TRAINING_LENGTH)


def _require_table(model_id: str) -> PositionTable:
    table = position_table(model_id)
    if table is None:
        raise UserError("This model has no position embeddings: it rotates queries and keys. Choose another model.")
    return table
