"""The panels of the figure about positions: tables, how alike their rows are, turns and biases, in one frame.

The classic figure has a learned and a sinusoidal table, each above the cosines of its rows. A model without a table of
its own goes without those two panels, and so do the cosines of a table of zeros.
"""

from collections.abc import Mapping

import numpy as np

from components.model.user_errors import UserError
from components.positions.model.formulas import alibi_bias, rotary_similarity, sinusoidal_table, toeplitz_matrix
from components.positions.model.results import PositionEncoding, PositionKind, PositionTable
from components.positions.model.similarity import (
    SimilarityByDistance,
    SimilarityMeasure,
    similarity_matrix,
    summarise_by_distance,
)
from components.positions.tables.panels import MatrixPanel

MAX_SHOWN_POSITIONS = 512  # a side: a matrix of them is a megabyte
POSITION, DIMENSION, DISTANCE, PAIR = "position", "dimension", "distance", "pair"
SINUSOIDAL, ROTARY, ALIBI = "Sinusoidal", "RoPE", "ALiBi"
_OWN = {
    PositionKind.LEARNED: "Learned",
    PositionKind.SINUSOIDAL: "This model’s sinusoidal",
    PositionKind.NONE: "This model’s zeros",
}


def position_panels(
    found: PositionEncoding,
    table: PositionTable | None,
    kind: SimilarityMeasure,
    positions: int,
    dimensions: int,
    *,
    head: int = 0,
) -> list[MatrixPanel]:
    """The tables, how similar positions are by each method, and rotations pair by pair.

    Args:
        found: What is known of the model's positions.
        table: Its table, if it has one.
        kind: How position vectors are compared.
        positions: How many, from the first.
        dimensions: How many of a table, from the first. Of turns all are taken.
        head: Whose ALiBi bias, from 0, if this model's heads had one.

    Raises:
        UserError: A number is out of range, or of dimensions odd.
    """
    _check(found, positions, dimensions, head)
    formula = sinusoidal_table(positions, found.width)[:, :dimensions]
    tables, alike = [_table(SINUSOIDAL, formula)], [_alike(SINUSOIDAL, kind, formula)]
    if table is not None:
        own, name = table.values[:positions, :dimensions], _OWN[table.kind]
        tables.insert(0, _table(name, own))
        if has_similarity(table, kind):
            alike.insert(0, _alike(name, kind, own))
    pairs = []
    for base in rotary_bases(found):
        turned = rotary_similarity(positions, found.head_width, base=base)
        name = rotary_name(found, base)
        mean = toeplitz_matrix(turned.mean(axis=-1))
        alike.append(MatrixPanel(f"{name}: mean of pairs", mean, POSITION, POSITION, True))
        pairs.append(MatrixPanel(f"{name}: pair by pair", turned, DISTANCE, PAIR, True))
    bias = alibi_bias(positions, found.heads)[head]
    alike.append(MatrixPanel(f"{ALIBI}: penalty in head {head + 1}", bias, POSITION, POSITION, False))
    return [*tables, *alike, *pairs]


def belongs_to_figure(panel: MatrixPanel, *, everything: bool) -> bool:
    """Whether a panel belongs to the figure: of RoPE and ALiBi only where ``everything`` is drawn."""
    return everything or not panel.title.startswith((ROTARY, ALIBI))


def similarity_by_distance(
    found: PositionEncoding, table: PositionTable | None, kind: SimilarityMeasure, positions: int, dimensions: int
) -> Mapping[str, SimilarityByDistance]:
    """Similarity by distance for each method that has one, by the name it has in the figure.

    Raises:
        UserError: A number is out of range, or of dimensions odd.
    """
    _check(found, positions, dimensions, 0)
    methods = {}
    if table is not None and has_similarity(table, kind):
        methods[_OWN[table.kind]] = similarity_matrix(table.values[:positions, :dimensions], kind)
    methods[SINUSOIDAL] = similarity_matrix(sinusoidal_table(positions, found.width)[:, :dimensions], kind)
    for base in rotary_bases(found):
        turned = rotary_similarity(positions, found.head_width, base=base)
        methods[rotary_name(found, base)] = toeplitz_matrix(turned.mean(axis=-1))
    return {name: summarise_by_distance(matrix) for name, matrix in methods.items()}


def bias_by_distance(found: PositionEncoding, positions: int, *, head: int = 0) -> SimilarityByDistance:
    """ALiBi's bias by distance, as one of this model's heads would have it.

    Raises:
        UserError: A number is out of range.
    """
    _check(found, positions, 2, head)
    return summarise_by_distance(alibi_bias(positions, found.heads)[head])


def has_similarity(table: PositionTable, kind: SimilarityMeasure) -> bool:
    """Whether a table's rows can be compared so: vectors of zeros have no direction."""
    return table.kind is not PositionKind.NONE or kind is SimilarityMeasure.DOT


def rotary_bases(found: PositionEncoding) -> tuple[float, ...]:
    """The bases of a model's turns, or the usual one."""
    return found.bases or (10_000.0,)


def rotary_name(found: PositionEncoding, base: float) -> str:
    """What turns are called; their base is told where a model has several."""
    return f"{ROTARY}, base {base:,.0f}" if len(rotary_bases(found)) > 1 else ROTARY


def _check(found: PositionEncoding, positions: int, dimensions: int, head: int) -> None:
    most = min(found.max_positions, MAX_SHOWN_POSITIONS)
    if not 2 <= positions <= most:
        raise UserError(f"Choose from 2 to {most:,} positions. This model has no more.")
    if dimensions % 2 or not 2 <= dimensions <= found.width:
        raise UserError(f"Dimensions come in pairs. Choose an even number from 2 to {found.width:,}.")
    if not 0 <= head < found.heads:
        raise UserError(f"This model has {found.heads} heads in each layer. Choose one of them.")


def _table(name: str, values: np.ndarray) -> MatrixPanel:
    return MatrixPanel(f"{name}: table", values, POSITION, DIMENSION, True, clipped=True)


def _alike(name: str, kind: SimilarityMeasure, values: np.ndarray) -> MatrixPanel:
    return MatrixPanel(f"{name}: {kind.value}", similarity_matrix(values, kind), POSITION, POSITION, True)
