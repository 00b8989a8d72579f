"""What the code about how alike positions are is asked for."""

from typing import Any

from components.positions.model.results import PositionKind
from components.positions.model.similarity import Compared
from components.positions.tables.figure import bases
from pages.positions.context import PositionsContext


def methods_asked(at: PositionsContext, kind: Compared, count: int, dimensions: int) -> dict[str, Any]:
    """Sizes, and whether the model has a table of its own whose rows can be so compared."""
    no_table = at.found.kind is PositionKind.ROTARY
    return {
        "count": count,
        "width": at.found.width,
        "head_width": at.found.head_width,
        "dimensions": dimensions,
        "cosine": kind is Compared.COSINE,
        "bases": list(bases(at.found)),
        "own": not (no_table or (at.found.kind is PositionKind.NONE and kind is Compared.COSINE)),
    }
