"""The names of layers, the same in every room; those of heads are in :mod:`components.tables.attention_weights`."""

BEFORE = "before layer 1"  # layer 0: a token's own vectors, before any context


def layer_name(layer: int) -> str:
    """The name of a layer's output: "before layer 1", "layer 3"."""
    return f"layer {layer}" if layer else BEFORE
