"""What the code about how alike positions are is asked for."""

from typing import Any

from components.positions.model.results import PositionKind
from components.positions.model.similarity import SimilarityMeasure
from components.positions.tables.figure import rotary_bases
from pages.positions.context import PositionsContext


def method_values(at: PositionsContext, kind: SimilarityMeasure, count: int, dimensions: int) -> dict[str, Any]:
    """Sizes, and whether the model has a table of its own whose rows can be so compared."""
    no_table = at.encoding.kind is PositionKind.ROTARY
    return {
        "count": count,
        "width": at.encoding.width,
        "head_width": at.encoding.head_width,
        "dimensions": dimensions,
        "cosine": kind is SimilarityMeasure.COSINE,
        "bases": list(rotary_bases(at.encoding)),
        "own": not (no_table or (at.encoding.kind is PositionKind.NONE and kind is SimilarityMeasure.COSINE)),
    }
