"""RoPE by hand: a query and a key as arrows that rotate when they are dragged, by mouse, touch or arrow keys.

Dragging an arrow moves its token along the text, by one position for every step of the pair's rotation; dragging the
circle between them moves both. The browser sends positions and not movements, so that a message that comes late or
twice does no harm.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import streamlit as st

from components.widgets.custom_element import custom_element

__all__ = ["turning_arrows"]

Vector = tuple[float, float]
_mount = custom_element("riverbank_turning_arrows", Path(__file__).with_name("turning_arrows"))


def turning_arrows(
    query: Vector,
    key_vector: Vector,
    *,
    theta: float,
    m: int,
    n: int,
    limit: int,
    words: Sequence[str],
    key: str,
    on_move: Callable[[int, int], None],
) -> None:
    """Draw the arrows.

    Args:
        query: Two dimensions of the query before rotation.
        key_vector: The same two dimensions of the key.
        theta: The rotation from one position to the next, in radians.
        m: The position of the query.
        n: The position of the key.
        limit: The largest position that either can have.
        words: The tokens of the query and of the key; empty if the vectors are made up.
        key: Key of the widget in ``st.session_state``.
        on_move: Called before the rerun with both positions.
    """

    def changed() -> None:
        positions = _positions(st.session_state.get(key), limit)
        if positions is not None:
            on_move(*positions)

    data = {
        "query": list(query),
        "key": list(key_vector),
        "theta": theta,
        "m": m,
        "n": n,
        "limit": limit,
        "words": list(words),
    }
    _mount(key=key, data=data, taken=lambda: data, on_positions_change=changed)


def _positions(state: object, limit: int) -> tuple[int, int] | None:
    """Both positions in the widget's state, which may have any shape; None if it is not valid."""
    positions = getattr(state, "positions", None)
    if not isinstance(positions, list) or len(positions) != 2:
        return None
    m, n = positions
    # `type` and not isinstance: True is an int to isinstance.
    if type(m) is not int or type(n) is not int or not (0 <= m <= limit and 0 <= n <= limit):
        return None
    return m, n
