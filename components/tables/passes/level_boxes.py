"""Which box opens at each level of the machine. The browser gets this table with every pass."""

from collections.abc import Sequence

# Of several names the first that the floor has. The levels are those of components.widgets.layer_building.
LEVEL_BOXES = {
    "attention": ("weights",),
    "head": ("weights",),
    "weight": ("weights",),
    "units": ("activated",),
    "sum": ("embedding_sum", "word"),
    "answer": ("logits",),
}


def level_box(level: str, keys: Sequence[str]) -> str | None:
    """The box that a level opens on a floor; None if the floor does not have it."""
    return next((key for key in LEVEL_BOXES.get(level, ()) if key in keys), None)
