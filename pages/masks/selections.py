"""Which head is drawn, and which word is looked at.

The link holds them, counted from 1: ``layer`` and ``head``, 0 being the average of all; ``from`` and ``to``, 0 being
none, since a preset's own word is looked at where the link says nothing; ``step``, how many words have been read. The
grids go their own way in the browser and report what was kept (see the widget's docstring).
"""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from components.masks.grids import Cell, GridSelection, mask_grids, selection
from components.model.results import Tokens
from pages.parts.selections import initial_selection, report_selection
from pages.parts.sentence.masks import PARAMETER as MASKED
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import linked_index, linked_number, option, write_number

FROM, TO, STEP, CELLS, WORD = "from", "to", "step", "cells", "word"
KEY = "grids"
_MEANS = ("all layers", "mean of its heads")


def forget_words() -> bool:
    """Another sentence has other words: the head stays chosen, the word does not. Says whether there was any."""
    held = [name for name in (FROM, TO, STEP, CELLS, WORD, MASKED) if name in st.query_params]
    for name in held:
        st.query_params.pop(name, None)
    return bool(held)


def choose_head(
    shape: tuple[int, int], *, default: tuple[int, int] | None = None, suffix: str = "", label: str = ""
) -> tuple[int | None, int | None]:
    """A layer and a head from lists, None being the average of all; from the link where settings are hidden.

    Args:
        shape: Layers, and heads a layer.
        default: What stands there where the link says nothing; None is the average of everything.
        suffix: Of the link's parameters, for a second model.
        label: Behind the names of the lists.
    """
    layers, heads = ([first, *map(str, range(1, count + 1))] for first, count in zip(_MEANS, shape, strict=True))
    usual_layer, usual_head = (0, 0) if default is None else (default[0] + 1, default[1] + 1)
    names = (f"layer{suffix}", f"head{suffix}")
    if names[0] in st.query_params:
        usual_head = 0  # of another layer
    # A layer and a head are written together: a layer alone would be its average.
    held = linked_number(names[1], low=0, high=len(heads) - 1, default=usual_head)
    layer = option(f"Layer{label}", names[0], layers, default=usual_layer, linked_values={names[1]: held})
    if not layer:
        return None, None
    head = option(f"Head{label}", names[1], heads, default=usual_head, linked_values={names[0]: layer})
    return layer - 1, head - 1 if head else None


def linked_selection(count: int, default_row: int | None) -> GridSelection:
    """What the link keeps among so many tokens; ``usual`` is the row where it says nothing."""
    row, column = linked_index(FROM, count, default=default_row), linked_index(TO, count)
    step = linked_index(STEP, count)  # a step is a word or more
    return GridSelection(row, None if row is None else column, None if step is None else step + 1)


def row_tiles(tokens: Tokens, row: int | None) -> None:
    """The sentence, and in it the word whose row is kept: a click on another one keeps that."""

    def choose(position: int | None) -> None:
        write_number(FROM, 0 if position is None else position + 1)
        write_number(TO, None)

    word_tiles(tokens, row, choose, asks="click a word to see its row")


def draw_grids(
    payload: bytes,
    name: str,
    wanted: GridSelection,
    *,
    can_draw: bool = False,
    on_drawn: Callable[[frozenset[Cell]], None] | None = None,
) -> None:
    """Both grids.

    Args:
        payload: What draws them.
        name: What is shown: something with other tokens begins anew.
        wanted: What the link keeps.
        can_draw: Whether cells of the right grid are switched by a click.
        on_drawn: Told which were.
    """

    def follow() -> None:
        chosen = selection(KEY, payload)
        if chosen is None:
            return
        if chosen.drawn and on_drawn is not None:
            on_drawn(chosen.drawn)
        one = replace(chosen, drawn=None)
        _write(one)
        report_selection(KEY, one)

    mask_grids(payload, key=KEY, initial=initial_selection(KEY, name, wanted), can_draw=can_draw, on_select=follow)


def _write(chosen: GridSelection) -> None:
    write_number(FROM, 0 if chosen.row is None else chosen.row + 1)
    write_number(TO, None if chosen.column is None else chosen.column + 1)
    write_number(STEP, chosen.step)
