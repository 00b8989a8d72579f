"""Which box of a floor each level of the machine shows; the browser is sent this table with every pass."""

from collections.abc import Sequence

# Of several names the first that the floor has. The levels are those of components.inside.building.
LEVEL_BOXES = {
    "attention": ("weights",),
    "head": ("weights",),
    "weight": ("weights",),
    "units": ("activated",),
    "sum": ("embedding_sum", "word"),
    "answer": ("logits",),
}


def level_box(level: str, keys: Sequence[str]) -> str | None:
    """Which box of a floor a level shows; None if the floor does not have it."""
    return next((key for key in LEVEL_BOXES.get(level, ()) if key in keys), None)
