"""Matrices as bytes for a canvas in the browser: 512 by 512 cells are too many for a chart.

In this order and little-endian: the header's length (uint32), the header (JSON in ASCII), the values of each panel
(float32, row by row). The same panels give the same bytes, so that a browser need not be sent again what it has. Fields
of the header:

- ``trace``: fingerprint of everything else
- ``panels``: for each panel ``title``, ``meaning`` and ``measured``, as in :class:`MatrixPanel`; ``rows`` and
  ``columns``, their numbers; ``row_axis`` and ``column_axis``, what they count; ``low`` and ``high``, the limits of its
  colour scale; ``diverging``, whether the scale diverges at 0; ``square``, whether rows and columns are the same
  positions; ``outliers``, row and column of every outlier
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.positions.model.shape import Outliers, find_outliers
from components.tables.phrases import quoted


@dataclass(frozen=True, eq=False)
class MatrixPanel:
    """One matrix to draw.

    Attributes:
        title: Shown above it.
        values: *Shape:* (row, column)
        row_axis: What rows count, such as "position".
        column_axis: What columns count.
        diverging: Whether the colour scale diverges at 0; its limits are then symmetric.
        clipped: Whether the colour scale ignores outliers, so that one of them does not make the rest look empty.
        meaning: What the method does, in everyday words: shown in the title, in place of the measure.
        measured: What the colours stand for: shown at their scale.
    """

    title: str
    values: npt.NDArray[np.floating]
    row_axis: str
    column_axis: str
    diverging: bool
    clipped: bool = False
    meaning: str = ""
    measured: str = ""

    @property
    def outliers(self) -> Outliers | None:
        """The outliers of a clipped panel."""
        return find_outliers(self.values) if self.clipped else None

    @property
    def square(self) -> bool:
        """Whether rows and columns are the same positions."""
        return self.row_axis == self.column_axis and self.values.shape[0] == self.values.shape[1]

    @property
    def colour_limits(self) -> tuple[float, float]:
        """The limits of the colour scale."""
        low, high = float(self.values.min()), float(self.values.max())
        if (beyond := self.outliers) is not None and beyond.cells:
            low, high = max(low, -beyond.size), min(high, beyond.size)
        if self.diverging:
            high = max(-low, high)
            low = -high
        return low, high


def position_panels_bytes(panels: Sequence[MatrixPanel]) -> bytes:
    """The panels as bytes for the browser, as described at the head of this module.

    Raises:
        ValueError: A panel is not a matrix, is empty, or holds a value that is not finite.
    """
    for panel in panels:
        if panel.values.ndim != 2 or not panel.values.size or not np.isfinite(panel.values).all():
            raise ValueError(f"expected a matrix of numbers in {quoted(panel.title)}, got {panel.values.shape}")
    values = b"".join(panel.values.astype("<f4").tobytes() for panel in panels)
    headers = [_panel_header(panel) for panel in panels]
    trace = hashlib.blake2b(json.dumps(headers).encode() + values, digest_size=8).hexdigest()
    header = {"trace": trace, "panels": headers}
    text = json.dumps(header, separators=(",", ":"), allow_nan=False).encode("ascii")
    return b"".join((len(text).to_bytes(4, "little"), text, values))


def _panel_header(panel: MatrixPanel) -> dict[str, object]:
    low, high = panel.colour_limits
    return {
        "title": panel.title,
        "meaning": panel.meaning,
        "measured": panel.measured,
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
