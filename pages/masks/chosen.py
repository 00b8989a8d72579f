"""Which head is drawn, and which word is looked at.

The link holds them, counted from 1: ``layer`` and ``head``, 0 being the average of all; ``from`` and ``to``, 0 being
none, since a preset's own word is looked at where the link says nothing; ``step``, how many words have been read. The
grids go their own way in the browser and report what was kept (see the widget's docstring).
"""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from components.widgets.mask_grids import Cell, GridSelection, mask_grids, selection
from pages.parts.beginnings import begun, told
from pages.parts.masks import PARAMETER as MASKED
from pages.parts.presenting import controls_hidden, linked_number, linked_place

FROM, TO, STEP, CELLS, WORD = "from", "to", "step", "cells", "word"
KEY = "grids"
WIDTH = 190  # pixels, of a list


def forget_words() -> bool:
    """Another sentence has other words: the head stays chosen, the word does not. Says whether there was any."""
    held = [name for name in (FROM, TO, STEP, CELLS, WORD, MASKED) if name in st.query_params]
    for name in held:
        st.query_params.pop(name, None)
    return bool(held)


def choose_head(
    shape: tuple[int, int], *, usual: tuple[int, int] | None = None, suffix: str = "", label: str = ""
) -> tuple[int | None, int | None]:
    """A layer and a head from lists, None being the average of all; from the link where settings are hidden.

    Args:
        shape: Layers, and heads a layer.
        usual: What stands there where the link says nothing; None is the average of everything.
        suffix: Of the link's parameters, for a second model.
        label: Behind the names of the lists.
    """
    layers, heads = shape
    usual_layer, usual_head = (0, 0) if usual is None else (usual[0] + 1, usual[1] + 1)
    layer = linked_number(f"layer{suffix}", low=0, high=layers, usual=usual_layer)
    is_usual = f"layer{suffix}" not in st.query_params
    head = linked_number(f"head{suffix}", low=0, high=heads, usual=usual_head if is_usual else 0)
    if not controls_hidden():
        held = {f"layer{suffix}": layer, f"head{suffix}": head}
        layer = _list(f"Layer{label}", _numbers("all layers", layers), f"layer{suffix}", held)
        if layer:
            head = _list(f"Head{label}", _numbers("mean of its heads", heads), f"head{suffix}", held)
    return (layer - 1 if layer else None), (head - 1 if layer and head else None)


def kept(count: int, usual: int | None) -> GridSelection:
    """What the link keeps among so many tokens; ``usual`` is the row where it says nothing."""
    row, column = linked_place(FROM, count, usual=usual), linked_place(TO, count)
    step = linked_place(STEP, count)  # a step is a word or more
    return GridSelection(row, None if row is None else column, None if step is None else step + 1)


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
        told(KEY, one)

    mask_grids(payload, key=KEY, initial=begun(KEY, name, wanted), can_draw=can_draw, on_select=follow)


def _write(chosen: GridSelection) -> None:
    st.query_params[FROM] = str(0 if chosen.row is None else chosen.row + 1)
    for name, number in ((TO, None if chosen.column is None else chosen.column + 1), (STEP, chosen.step)):
        if number is None:
            st.query_params.pop(name, None)
        else:
            st.query_params[name] = str(number)


def _numbers(first: str, count: int) -> list[str]:
    return [first, *(str(number) for number in range(1, count + 1))]


def _list(label: str, options: list[str], name: str, held: dict[str, int]) -> int:
    key = f"choose-{name}"
    st.session_state[key] = options[held[name]]

    def changed() -> None:
        chosen = {**held, name: options.index(st.session_state[key])}  # both: a layer alone would be its average
        st.query_params.update({one: str(number) for one, number in chosen.items()})

    return options.index(st.selectbox(label, options, key=key, on_change=changed, width=WIDTH))
