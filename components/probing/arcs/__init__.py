"""Trees over a sentence, with a slider over layers: arcs read from a layer on one side, the parse on the other.

Where the words do not fit on a line, as on a phone, they are drawn one below the other.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from components.widgets.canvas import STAGE_STYLE, is_index
from components.widgets.custom_element import custom_element

__all__ = ["chosen_layer", "tree_arcs_input"]

_mount = custom_element("riverbank_tree_arcs", Path(__file__).with_name("tree_arcs"), base=STAGE_STYLE)


def tree_arcs_input(
    words: Sequence[tuple[str, bool]],
    layers: Sequence[Sequence[tuple[int, int]]],
    gold: Sequence[tuple[int, int]] | None,
    *,
    layer: int,
    key: str,
    on_choose: Callable[[int], None],
) -> None:
    """Draw the trees.

    Args:
        words: The words, and whether each is a punctuation mark.
        layers: For each layer, the pairs of words that are joined.
        gold: The pairs that are joined in the parse; None where it is unknown.
        layer: The layer that is shown.
        key: Key of the widget in ``st.session_state``.
        on_choose: Called before the rerun with the layer that was chosen.
    """

    def changed() -> None:
        chosen = chosen_layer(st.session_state.get(key), len(layers))
        if chosen is not None:
            on_choose(chosen)

    data: dict[str, Any] = {
        "words": [{"text": text, "punctuation": punctuation} for text, punctuation in words],
        "layers": [[list(arc) for arc in arcs] for arcs in layers],
        "gold": None if gold is None else [list(arc) for arc in gold],
        "layer": layer,
    }
    _mount(key=key, data=data, taken=lambda: data, on_layer_change=changed)


def chosen_layer(state: object, count: int) -> int | None:
    """The layer in an answer of any shape; None where it is not one of ``count`` layers."""
    layer = getattr(state, "layer", None)
    return layer if is_index(layer, count) else None
