"""The panels of the figure about positions: how alike two positions are by each method, and the tables.

The classic figure shows a learned and a sinusoidal table, each above the cosines of its rows. A model without a table
lacks those two panels, and a table of zeros has no cosines.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

import numpy as np
import numpy.typing as npt

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
from components.tables.numbers import fixed

MAX_SHOWN_POSITIONS = 512  # per side: a matrix of 512 by 512 is a megabyte
POSITION, DIMENSION = "position", "dimension"
SINUSOIDAL, ROTARY, ALIBI = "Sinusoidal", "RoPE", "ALiBi"
_TABLE_NAMES = {
    PositionKind.LEARNED: "Learned",
    PositionKind.SINUSOIDAL: "This model’s sinusoidal",
    PositionKind.NONE: "This model’s zeros",
}
_SINE_WAVES, _ALIKE = "sine waves", "how alike"
_MEANINGS = {
    _TABLE_NAMES[PositionKind.LEARNED]: "found in training",
    _TABLE_NAMES[PositionKind.SINUSOIDAL]: _SINE_WAVES,
    SINUSOIDAL: _SINE_WAVES,
}
_OWN_ROTARY = f"This model’s {ROTARY}"


def position_panels(
    encoding: PositionEncoding,
    table: PositionTable | None,
    measure: SimilarityMeasure,
    positions: int,
    dimensions: int,
) -> list[MatrixPanel]:
    """The tables, and how similar positions are by each method.

    Args:
        encoding: The model's position encoding.
        table: The model's position embeddings, if it has any.
        measure: How position vectors are compared.
        positions: The number of positions, from the first.
        dimensions: The number of a table's dimensions, from the first; rotations use all of them.

    Raises:
        UserError: A number is out of range, or the number of dimensions is odd.
    """
    _check_sizes(encoding, positions, dimensions)
    formula = sinusoidal_table(positions, encoding.width)[:, :dimensions]
    tables, similarities = [_table_panel(SINUSOIDAL, formula)], [_similarity_panel(SINUSOIDAL, measure, formula)]
    if table is not None:
        values, name = table.values[:positions, :dimensions], _TABLE_NAMES[table.kind]
        tables.insert(0, _table_panel(name, values))
        if has_similarity(table, measure):
            similarities.insert(0, _similarity_panel(name, measure, values))
    for name, mean in _rotary_similarities(encoding, positions).items():
        similarities.append(
            MatrixPanel(f"{name}: similarity", mean, POSITION, POSITION, True, meaning="rotation", measured=_ALIKE)
        )
    bias = alibi_bias(positions, encoding.heads)[0]  # of its first head, as if this model used ALiBi
    penalty = MatrixPanel(
        f"{ALIBI}: penalty",
        bias,
        POSITION,
        POSITION,
        False,
        meaning="penalty for distance",
        measured="points taken off",
    )
    similarities.append(penalty)
    if encoding.kind is PositionKind.ROTARY:  # the model's own method comes first
        rotary_panels = [panel for panel in similarities if panel.title.startswith(_OWN_ROTARY)]
        others = [panel for panel in similarities if not panel.title.startswith(_OWN_ROTARY)]
        return [*rotary_panels, *tables, *others]
    return [*tables, *similarities]


class PanelChoice(StrEnum):
    """Which panels the figure has. Values are shown, and stand in links."""

    ONE_EACH = "One picture for each method"
    TWO = "Learned and sinusoidal"


def choose_panels(panels: Sequence[MatrixPanel], choice: PanelChoice) -> list[MatrixPanel]:
    """The panels that the figure has, in their order; a model's own method is always among them."""
    if choice is PanelChoice.TWO:
        return [panel for panel in panels if not panel.title.startswith((ROTARY, ALIBI))]
    return [panel for panel in panels if panel.square]


def similarity_by_distance(
    encoding: PositionEncoding, table: PositionTable | None, measure: SimilarityMeasure, positions: int, dimensions: int
) -> Mapping[str, SimilarityByDistance]:
    """Similarity by distance for each method that has one, by the method's name in the figure.

    Raises:
        UserError: A number is out of range, or the number of dimensions is odd.
    """
    _check_sizes(encoding, positions, dimensions)
    rotary = _rotary_similarities(encoding, positions)
    methods: dict[str, npt.NDArray[np.float64]] = {}
    if table is not None and has_similarity(table, measure):
        methods[_TABLE_NAMES[table.kind]] = similarity_matrix(table.values[:positions, :dimensions], measure)
    methods[SINUSOIDAL] = similarity_matrix(sinusoidal_table(positions, encoding.width)[:, :dimensions], measure)
    # The model's own method comes first.
    in_order = rotary | methods if encoding.kind is PositionKind.ROTARY else methods | rotary
    return {name: summarise_by_distance(matrix) for name, matrix in in_order.items()}


def _rotary_similarities(encoding: PositionEncoding, positions: int) -> dict[str, npt.NDArray[np.float64]]:
    """The mean similarity over all pairs of dimensions, for every base."""
    return {
        rotary_name(encoding, base): toeplitz_matrix(
            rotary_similarity(positions, encoding.head_width, base=base).mean(axis=-1)
        )
        for base in rotary_bases(encoding)
    }


def bias_by_distance(encoding: PositionEncoding, positions: int) -> SimilarityByDistance:
    """ALiBi's bias by distance, as if the first head of this model used it.

    Raises:
        UserError: A number is out of range.
    """
    _check_sizes(encoding, positions, 2)
    return summarise_by_distance(alibi_bias(positions, encoding.heads)[0])


def has_similarity(table: PositionTable, measure: SimilarityMeasure) -> bool:
    """Whether a table's rows can be compared by a measure: vectors of zeros have no cosine."""
    return table.kind is not PositionKind.NONE or measure is SimilarityMeasure.DOT


def rotary_bases(encoding: PositionEncoding) -> tuple[float, ...]:
    """The bases of a model's rotary frequencies, or the paper's base if it has none."""
    return encoding.bases or (10_000.0,)


def rotary_name(encoding: PositionEncoding, base: float) -> str:
    """The name of a rotary panel: whether it is the model's own method, and its base if the model has several."""
    name = _OWN_ROTARY if encoding.kind is PositionKind.ROTARY else ROTARY
    return f"{name}, base {fixed(base, 0)}" if len(rotary_bases(encoding)) > 1 else name


def _check_sizes(encoding: PositionEncoding, positions: int, dimensions: int) -> None:
    limit = min(encoding.max_positions, MAX_SHOWN_POSITIONS)
    if not 2 <= positions <= limit:
        raise UserError(f"Choose from 2 to {limit:,} positions. This model has no more.")
    if dimensions % 2 or not 2 <= dimensions <= encoding.width:
        raise UserError(f"Dimensions come in pairs. Choose an even number from 2 to {encoding.width:,}.")


def _table_panel(name: str, values: np.ndarray) -> MatrixPanel:
    return MatrixPanel(f"{name}: table", values, POSITION, DIMENSION, True, clipped=True)


def _similarity_panel(name: str, measure: SimilarityMeasure, values: np.ndarray) -> MatrixPanel:
    return MatrixPanel(
        f"{name}: {measure.value}",
        similarity_matrix(values, measure),
        POSITION,
        POSITION,
        True,
        meaning=_MEANINGS.get(name, ""),
        measured=f"{_ALIKE} ({measure.value})",
    )
