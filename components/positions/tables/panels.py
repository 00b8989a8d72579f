"""Matrices as one string of bytes, for a figure that a browser draws: 512 by 512 cells are too many for a chart.

The bytes, in this order and little-endian: the header's length (uint32), the header (JSON in ASCII), the values of each
panel (float32, row after row). The same panels give the same bytes, because a browser is not sent again what it has.
Fields of the header:

- ``trace``: fingerprint of everything else
- ``panels``: for each ``title``; ``rows`` and ``columns``, how many; ``row_axis`` and ``column_axis``, what they count;
  ``low`` and ``high``, the ends of its colours; ``diverging``, whether the colours part at 0; ``square``, whether rows
  and columns are the same places; ``outliers``, row and column of every value far beyond the colours
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.positions.model.shape import Outliers, find_outliers


@dataclass(frozen=True, eq=False)
class MatrixPanel:
    """One matrix to draw.

    Attributes:
        title: A few words.
        values: *Shape:* (row, column)
        row_axis: What rows count, such as "position".
        column_axis: What columns count.
        diverging: Whether the colours part at 0; ``low`` and ``high`` are then equally far from it.
        clipped: Whether the colours end at the size of nearly all values, so that one outlier does not blank the rest.
    """

    title: str
    values: npt.NDArray[np.floating]
    row_axis: str
    column_axis: str
    diverging: bool
    clipped: bool = False

    @property
    def outliers(self) -> Outliers | None:
        """The values beyond the colours of a clipped panel."""
        return find_outliers(self.values) if self.clipped else None

    @property
    def square(self) -> bool:
        """Whether rows and columns are the same places."""
        return self.row_axis == self.column_axis and self.values.shape[0] == self.values.shape[1]

    @property
    def colour_limits(self) -> tuple[float, float]:
        """The ends of the colours."""
        low, high = float(self.values.min()), float(self.values.max())
        if (beyond := self.outliers) is not None and beyond.cells:
            low, high = max(low, -beyond.size), min(high, beyond.size)
        if self.diverging:
            high = max(-low, high)
            low = -high
        return low, high


def position_panels_bytes(panels: Sequence[MatrixPanel]) -> bytes:
    """The panels as the browser reads them.

    Raises:
        ValueError: A panel is no matrix, is empty, or holds something that is no number.
    """
    for panel in panels:
        if panel.values.ndim != 2 or not panel.values.size or not np.isfinite(panel.values).all():
            raise ValueError(f"expected a matrix of numbers in “{panel.title}”, got {panel.values.shape}")
    values = b"".join(panel.values.astype("<f4").tobytes() for panel in panels)
    described = [_described(panel) for panel in panels]
    trace = hashlib.blake2b(json.dumps(described).encode() + values, digest_size=8).hexdigest()
    header = {"trace": trace, "panels": described}
    text = json.dumps(header, separators=(",", ":"), allow_nan=False).encode("ascii")
    return b"".join((len(text).to_bytes(4, "little"), text, values))


def _described(panel: MatrixPanel) -> dict[str, object]:
    low, high = panel.colour_limits
    return {
        "title": panel.title,
        "rows": panel.values.shape[0],
        "columns": panel.values.shape[1],
        "row_axis": panel.row_axis,
        "column_axis": panel.column_axis,
        "low": low,
        "high": high,
        "diverging": panel.diverging,
        "square": panel.square,
        "outliers": [] if (beyond := panel.outliers) is None else [[row, column] for row, column, _ in beyond.cells],
    }
