"""What the code about how alike positions are is asked for."""

from typing import Any

from components.positions.model.results import PositionKind
from components.positions.model.similarity import SimilarityMeasure
from components.positions.tables.figure import rotary_bases
from pages.positions.context import PositionsContext


def method_values(context: PositionsContext, measure: SimilarityMeasure, count: int, dimensions: int) -> dict[str, Any]:
    """The inputs of the code that compares methods: sizes, bases, and whether the model has a table to compare."""
    no_table = context.encoding.kind is PositionKind.ROTARY
    return {
        "count": count,
        "width": context.encoding.width,
        "head_width": context.encoding.head_width,
        "dimensions": dimensions,
        "cosine": measure is SimilarityMeasure.COSINE,
        "bases": list(rotary_bases(context.encoding)),
        "own": not (no_table or (context.encoding.kind is PositionKind.NONE and measure is SimilarityMeasure.COSINE)),
    }
