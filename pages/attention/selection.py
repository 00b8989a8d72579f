"""The chosen head and words, and the heads that are switched off.

The link holds them, counted from 1: ``layer``, ``head``, ``from``, ``to`` and ``off``. The atlas keeps its own
selection in the browser and reports changes. It is sent a selection only when it first shows a sentence, or when the
link changes by other means (see the widget's docstring).
"""

from collections.abc import Collection

import streamlit as st

import cache.attention
from cache.attention import HeadAggregation
from components.attention.atlas import Selection
from components.tables.attention_weights import token_label
from pages.attention.context import AttentionContext
from pages.parts.layout import rare_settings
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import linked_index, linked_number, option
from pages.parts.settings import write_number as write_number

LAYER, HEAD, FROM, TO, OFF = "layer", "head", "from", "to", "off"
ALL_ON = "none"  # in a link: no head is off; without the parameter the default heads are off
STRONGEST = "strongest"  # in a link that names no head: the word whose strongest head is shown
_LINK_LIMIT = 1000  # characters of a link
_ON_SCREEN = "attention-head"  # layer and head that the last run showed, from 0


def linked_selection(
    rows: int, columns: int, count: int, *, default: tuple[int, int, int | None] = (0, 0, None)
) -> Selection:
    """The selection in the link, or the ``default``; values out of range are ignored."""
    query, key = linked_index(FROM, count, default=default[2]), linked_index(TO, count)
    return Selection(
        row=linked_number(LAYER, low=1, high=rows, default=default[0] + 1) - 1,
        column=linked_number(HEAD, low=1, high=columns, default=default[1] + 1) - 1,
        query=query,
        key=key if query is not None else None,
    )


def write_selection(selected: Selection, default: tuple[int, int, int | None] = (0, 0, None)) -> None:
    """Write a selection into the link; no query is written as 0 if a link without one means the default query."""
    places = {LAYER: selected.row, HEAD: selected.column, FROM: selected.query, TO: selected.key}
    for name, place in places.items():
        write_number(name, None if place is None else place + 1)
    if selected.query is None and default[2] is not None:
        write_number(FROM, 0)


def write_heads_off(off: frozenset[tuple[int, int]]) -> None:
    """Write the heads that are off into the link."""
    st.query_params[OFF] = "-".join(f"{layer + 1}.{head + 1}" for layer, head in sorted(off)) or ALL_ON


def record_head(layer: int, head: int) -> None:
    """Record that this run shows a head, for :func:`keep_head`."""
    st.session_state[_ON_SCREEN] = (layer, head)


def forget_head() -> None:
    """Record that no head is shown. Call this before a view is drawn."""
    st.session_state.pop(_ON_SCREEN, None)


def keep_head() -> None:
    """Put the current layer and head into the link, so that they stay when the sentence changes."""
    for name, place in zip((LAYER, HEAD), st.session_state.get(_ON_SCREEN, ()), strict=False):
        write_number(name, place + 1)


def current_selection(context: AttentionContext, aggregation: HeadAggregation = HeadAggregation.HEADS) -> Selection:
    """The selection in the link, or the default one."""
    rows, columns = cache.attention.atlas_shape(context.shape, aggregation)
    return linked_selection(rows, columns, len(context.tokens), default=default_selection(context, aggregation))


def default_selection(context: AttentionContext, aggregation: HeadAggregation) -> tuple[int, int, int | None]:
    """Row, column and query of a link that names none."""
    return context.opening if aggregation is HeadAggregation.HEADS else (0, 0, None)


def choose_head(context: AttentionContext, *, default: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """Choose a layer and a head, in the drawer."""
    layers, heads = ([str(n + 1) for n in range(count)] for count in context.shape)
    with rare_settings():
        layer = option("Layer", LAYER, layers, default=default[0], first=1)
        head = option("Head", HEAD, heads, default=default[1], first=1)
    record_head(layer, head)
    return layer, head


def choose_key(context: AttentionContext, default: int) -> int:
    """Choose the token that is attended to, in the drawer."""
    words = [f"{n}. {token_label(token)}" for n, token in enumerate(context.tokens, 1)]
    with rare_settings():
        return option("To (key)", TO, words, default=default, first=1)


def default_word(context: AttentionContext, *, among: Collection[int] | None = None) -> int:
    """The default query: the word of the example, or the last word of the sentence.

    Args:
        context: The sentence.
        among: Positions to choose from if any of them is a word, such as those that another sentence has as well.
    """
    words = [n for n, token in enumerate(context.tokens) if not token.special and token.text.isalnum()]
    shared = words if among is None else [n for n in words if n in among]
    query = context.opening[2]
    if query is not None and (among is None or query in among or not shared):
        return query
    return (shared or words or [0])[-1]


def draw_tiles(context: AttentionContext, chosen: int | None, *, default: int | None = None) -> None:
    """Draw the sentence as tiles; a click on a word makes it the query.

    Args:
        context: The sentence.
        chosen: The query token.
        default: The query token of a link that names none.
    """

    def choose(position: int | None) -> None:
        write_number(FROM, None if position is None else position + 1)
        write_number(TO, None)
        if position is None and default is not None:
            write_number(FROM, 0)

    word_tiles(context.trace.tokens, chosen, choose, asks="click a word to see what it attends to")


def linked_heads_off(shape: tuple[int, int]) -> frozenset[tuple[int, int]] | None:
    """The heads that the link switches off; None if it does not say."""
    if OFF not in st.query_params:
        return None
    layers, heads = shape
    places = set()
    for part in st.query_params.get(OFF, "")[:_LINK_LIMIT].split("-"):
        layer, _, head = part.partition(".")
        if all(number.isdecimal() and len(number) < 4 for number in (layer, head)):
            place = (int(layer) - 1, int(head) - 1)
            if 0 <= place[0] < layers and 0 <= place[1] < heads:
                places.add(place)
    return frozenset(places)
