"""The selected head, and the selected row, cell and step of the grids.

The link holds them, counted from 1: ``layer`` and ``head``, 0 for the average of all; ``from`` and ``to``, 0 for none;
``step``, how many words have been read. The grids keep their selection in the browser and report changes (see the
widget's docstring).
"""

import streamlit as st

from components.masks.grids import GridSelection, mask_grids, selection
from components.model.results import Tokens
from pages.parts.selections import initial_selection, report_selection, times_begun
from pages.parts.sentence.masks import PARAMETER as MASKED
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import linked_index, linked_number, option, write_number

LAYER, HEAD, FROM, TO, STEP, WORD = "layer", "head", "from", "to", "step", "word"
OF_ONE_SENTENCE = (FROM, TO, STEP, WORD, MASKED)  # the head stays selected in another
KEY = "grids"
_AVERAGES = ("all layers", "mean of its heads")


def choose_head(shape: tuple[int, int], default: tuple[int, int]) -> tuple[int | None, int | None]:
    """Draw lists of layers and heads, and return the choice; None stands for the average over all.

    Args:
        shape: The number of layers, and of heads in each.
        default: The default layer and head, from 0.
    """
    layers, heads = ([first, *map(str, range(1, count + 1))] for first, count in zip(_AVERAGES, shape, strict=True))
    default_layer, default_head = default[0] + 1, default[1] + 1
    if LAYER in st.query_params:
        default_head = 0  # the default head is of another layer
    # The link gets both together: a layer alone would mean its average.
    linked_head = linked_number(HEAD, low=0, high=len(heads) - 1, default=default_head)
    layer = option("Layer", LAYER, layers, default=default_layer, linked_values={HEAD: linked_head})
    if not layer:
        return None, None
    head = option("Head", HEAD, heads, default=default_head, linked_values={LAYER: layer})
    return layer - 1, head - 1 if head else None


def linked_selection(count: int) -> GridSelection:
    """The selection in the link, for a sentence of ``count`` tokens."""
    row, column = linked_index(FROM, count), linked_index(TO, count)
    step = linked_index(STEP, count)  # a word is at least one token
    return GridSelection(row, None if row is None else column, None if step is None else step + 1)


def row_tiles(tokens: Tokens, row: int | None) -> None:
    """Draw the sentence with the word of the selected row; a click on a word selects its row."""

    def choose(position: int | None) -> None:
        write_number(FROM, 0 if position is None else position + 1)
        write_number(TO, None)

    word_tiles(tokens, row, choose, asks="click a word to see its row")


def draw_grids(payload: bytes, identity: str, initial: GridSelection) -> None:
    """Draw both grids.

    Args:
        payload: As :mod:`cache.masks` makes it.
        identity: Identifies the model and the sentence: when it changes, the selection starts from ``initial``.
        initial: The selection in the link.
    """

    def write_selection() -> None:
        chosen = selection(KEY, payload)
        if chosen is not None:
            _write(chosen)
            report_selection(KEY, chosen)

    begin = initial_selection(KEY, identity, initial)
    mask_grids(payload, key=KEY, initial=begin, begun=times_begun(KEY), current=initial, on_select=write_selection)


def _write(chosen: GridSelection) -> None:
    write_number(FROM, 0 if chosen.row is None else chosen.row + 1)
    write_number(TO, None if chosen.column is None else chosen.column + 1)
    write_number(STEP, chosen.step)
